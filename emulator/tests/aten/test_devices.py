# SPDX-License-Identifier: Apache-2.0
"""More than one device, and streams."""

from __future__ import annotations

import pytest
import torch


def test_results_stay_on_their_device(second_device: torch.device) -> None:
    x = torch.randn(4, 4).to(second_device)
    assert torch.npu.current_device() == 0
    for y in (x + x, x * 2, x.exp(), x.t().contiguous(), x.sum(), torch.rand_like(x), x[x > 0], x @ x):
        assert y.device == second_device
    assert torch.equal((x.exp() + 1).cpu(), x.cpu().exp() + 1)


def test_copies_between_devices(second_device: torch.device) -> None:
    x = torch.randn(5, 3, device="npu:0")
    for y in (x.to(second_device), x.t().to(second_device).t(), x.half().to(second_device).float()):
        assert y.device == second_device
    assert torch.equal(x.to(second_device).cpu(), x.cpu())
    assert torch.equal(x.t().to(second_device).cpu(), x.t().cpu())


def test_mixed_devices_are_refused(second_device: torch.device) -> None:
    x = torch.ones(2, device="npu:0")
    with pytest.raises(RuntimeError, match="npu:0 and npu:1"):
        torch.atan2(x, x.to(second_device))


def test_streams_are_ordered_by_events() -> None:
    x = torch.ones(1000, device="npu")
    side = torch.npu.Stream()
    for _ in range(20):
        side.wait_stream(torch.npu.current_stream())
        with torch.npu.stream(side):
            x = (x * 2).exp().log() / 2
        torch.npu.current_stream().wait_stream(side)
        x = x + 0
    torch.testing.assert_close(x.cpu(), torch.ones(1000))
