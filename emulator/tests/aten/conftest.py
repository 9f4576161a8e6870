# SPDX-License-Identifier: Apache-2.0
"""Eager mode: torch_npu with the emulator's aten kernels, compared with torch on the CPU."""

from __future__ import annotations

import os
from collections.abc import Iterator

# Read when the emulator starts: two devices, so that results can be looked for on the wrong one.
os.environ.setdefault("CANN_EMULATOR_DEVICES", "2")

import pytest
import torch
import torch_npu  # noqa: F401


@pytest.fixture(autouse=True)
def settled() -> Iterator[None]:
    """Errors of queued work belong to the test that queued it."""
    torch.manual_seed(0)
    yield
    torch.npu.synchronize()


@pytest.fixture
def second_device() -> torch.device:
    """npu:1."""
    if torch.npu.device_count() < 2:
        pytest.skip("the emulator was started with CANN_EMULATOR_DEVICES=1")
    return torch.device("npu:1")
