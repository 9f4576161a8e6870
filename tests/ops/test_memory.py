# SPDX-License-Identifier: Apache-2.0
"""What a launch touches: exactly the elements it was asked for, and nothing at all for none."""

from __future__ import annotations

import pytest
import torch

from support.cases import DTYPES, SIZES, assert_same, bits, dtype_name, random_pair, random_tensor
from support.launcher import Launcher

GUARD = 1024  # elements before and after the output


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("dtype", DTYPES, ids=dtype_name)
def test_memory_around_the_output_is_untouched(launcher: Launcher, dtype: torch.dtype, size: int) -> None:
    x, y = random_pair(size, dtype)
    guarded = random_tensor(GUARD + size + GUARD, dtype, seed=3)
    x_npu, y_npu, guarded_npu = x.npu(), y.npu(), guarded.npu()
    torch.npu.synchronize()
    stream = torch.npu.current_stream()
    output = guarded_npu[GUARD:].data_ptr()
    launcher.launch(dtype, x_npu.data_ptr(), y_npu.data_ptr(), output, size, stream.npu_stream)
    stream.synchronize()
    after = guarded_npu.cpu()
    assert_same(after[GUARD : GUARD + size], x + y)
    assert torch.equal(bits(after[:GUARD]), bits(guarded[:GUARD]))
    assert torch.equal(bits(after[GUARD + size :]), bits(guarded[GUARD + size :]))
    assert_same(x_npu, x)
    assert_same(y_npu, y)


@pytest.mark.parametrize("offset", [1, 3, 8, 15])
@pytest.mark.parametrize("dtype", DTYPES, ids=dtype_name)
def test_addresses_need_no_more_than_element_alignment(
    launcher: Launcher, dtype: torch.dtype, offset: int
) -> None:
    size = 5000
    x, y = random_pair(size + offset, dtype)
    x_npu, y_npu, z_npu = (
        x.npu()[offset:],
        y.npu()[offset:],
        torch.zeros(size + offset, dtype=dtype).npu()[offset:],
    )
    torch.npu.synchronize()
    stream = torch.npu.current_stream()
    launcher.launch(dtype, x_npu.data_ptr(), y_npu.data_ptr(), z_npu.data_ptr(), size, stream.npu_stream)
    stream.synchronize()
    assert_same(z_npu, x[offset:] + y[offset:])


def test_output_may_be_an_input(launcher: Launcher) -> None:
    x, y = random_pair(100_003, torch.float32)
    x_npu, y_npu = x.npu(), y.npu()
    torch.npu.synchronize()
    stream = torch.npu.current_stream()
    launcher.launch(
        x.dtype, x_npu.data_ptr(), y_npu.data_ptr(), x_npu.data_ptr(), x.numel(), stream.npu_stream
    )
    stream.synchronize()
    assert_same(x_npu, x + y)


def test_e02_nothing_is_launched_for_no_elements(launcher: Launcher) -> None:
    no_stream, no_address = 1, 0  # a launch would fail on them
    launcher.launch(torch.float32, no_address, no_address, no_address, 0, no_stream)
