# SPDX-License-Identifier: Apache-2.0
"""Inputs that are views: right results, exactly one copy for each input that needs one."""

from __future__ import annotations

import pytest
import torch

from ascendc_ops import ascendc_add
from support.cases import DTYPES, assert_same, dtype_name, random_pair
from support.views import VIEWS, View


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS.keys())
@pytest.mark.parametrize("dtype", DTYPES, ids=dtype_name)
def test_n01_views_equal_contiguous_copies(dtype: torch.dtype, view: View) -> None:
    x, y = random_pair((33, 47), dtype)
    expected = view(x).contiguous() + view(y).contiguous()
    x_view, y_view = view(x.npu()), view(y.npu())
    assert_same(ascendc_add(x_view, y_view), expected)
    assert_same(ascendc_add(x_view.contiguous(), y_view), expected)
    assert_same(ascendc_add(x_view, y_view.contiguous()), expected)


def test_n01_result_is_dense_whatever_the_inputs_are() -> None:
    x = torch.ones(6, 4).npu().t()
    assert ascendc_add(x, x).is_contiguous()


@pytest.mark.parametrize(
    ("x_is_view", "y_is_view", "copies"),
    [(False, False, 0), (True, False, 1), (False, True, 1), (True, True, 2)],
)
def test_n03_one_copy_for_each_non_contiguous_input(x_is_view: bool, y_is_view: bool, copies: int) -> None:
    x, y = (t.npu() for t in random_pair((64, 64), torch.float32))
    x, y = x.t() if x_is_view else x, y.t() if y_is_view else y
    torch.npu.synchronize()
    before = torch.npu.memory_stats()["allocation.all.allocated"]
    z = ascendc_add(x, y)
    torch.npu.synchronize()
    made = torch.npu.memory_stats()["allocation.all.allocated"] - before
    assert made == 1 + copies  # the result and the copies
    assert z.is_contiguous()
