# SPDX-License-Identifier: Apache-2.0
"""More than 2^31 elements. Needs 13 GiB of memory, so it only runs when RUN_LARGE=1."""

from __future__ import annotations

import os

import pytest
import torch

from ascendc_ops import ascendc_add

COUNT = 2**31 + 33


@pytest.mark.slow
@pytest.mark.skipif(os.environ.get("RUN_LARGE") != "1", reason="needs 13 GiB of memory; set RUN_LARGE=1")
def test_more_elements_than_fit_into_int32() -> None:
    x = torch.zeros(COUNT, dtype=torch.int16, device="npu")
    edges = {0: 1, 2**31 - 1: 2, 2**31: 3, COUNT - 1: 4}
    for index, value in edges.items():
        x[index] = value
    z = ascendc_add(x, x)
    del x
    assert z.numel() == COUNT
    for index, value in edges.items():
        assert z[index].item() == 2 * value
    assert z[-33:].cpu().tolist() == [6, *[0] * 31, 8]
