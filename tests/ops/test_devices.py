# SPDX-License-Identifier: Apache-2.0
"""Two devices: the operator runs where its arguments are, whichever device is current."""

from __future__ import annotations

import torch

from ascendc_ops import ascendc_add
from support.cases import assert_same, random_pair


def test_result_is_on_the_arguments_device(second_device: torch.device) -> None:
    x, y = random_pair(5000, torch.float32)
    assert torch.npu.current_device() == 0
    z = ascendc_add(x.to(second_device), y.to(second_device))
    assert z.device == second_device
    assert torch.npu.current_device() == 0
    assert_same(z, x + y)


def test_both_devices_in_turn(second_device: torch.device) -> None:
    x, y = random_pair(100_003, torch.int32)
    for device in (torch.device("npu:0"), second_device) * 3:
        assert_same(ascendc_add(x.to(device), y.to(device)), x + y)


def test_current_device_does_not_matter(second_device: torch.device) -> None:
    x, y = random_pair(5000, torch.float16)
    x_first, y_first = x.to("npu:0"), y.to("npu:0")
    with torch.npu.device(second_device):
        z = ascendc_add(x_first, y_first)
        assert torch.npu.current_device() == 1
    assert str(z.device) == "npu:0"
    assert_same(z, x + y)


def test_gradients_stay_on_the_device(second_device: torch.device) -> None:
    x = torch.ones(4, device=second_device, requires_grad=True)
    y = torch.ones(4, device=second_device)
    ascendc_add(x, y).sum().backward()
    assert x.grad is not None
    assert x.grad.device == second_device
