# SPDX-License-Identifier: Apache-2.0
"""M12: all tests of ``torch.library.opcheck``: schema, autograd registration, fake tensors, AOT dispatch."""

from __future__ import annotations

import pytest
import torch
from torch.library import opcheck

from support.cases import DTYPES, FLOATS, dtype_name, random_pair

OPERATOR = torch.ops.ascendc_ops.ascendc_add.default
ALL_TESTS = ("test_schema", "test_autograd_registration", "test_faketensor", "test_aot_dispatch_dynamic")


def check(*arguments: torch.Tensor) -> None:
    results = opcheck(OPERATOR, arguments, test_utils=ALL_TESTS)
    assert results == dict.fromkeys(ALL_TESTS, "SUCCESS")


@pytest.mark.parametrize("dtype", DTYPES, ids=dtype_name)
def test_m12_dtypes(dtype: torch.dtype) -> None:
    check(*(t.npu() for t in random_pair((4, 33), dtype)))


@pytest.mark.parametrize("shape", [(), (0,), (4, 0), (1,), (2, 3, 4)], ids=str)
def test_m12_shapes(shape: tuple[int, ...]) -> None:
    check(*(t.npu() for t in random_pair(shape, torch.float32)))


def test_m12_non_contiguous() -> None:
    x, y = (t.npu() for t in random_pair((6, 6), torch.float16))
    check(x.t(), y[::1])
    check(x[::2, ::2], y[3:, 3:])
    check(x[:, :1].expand(6, 4), y[:, 2:])


@pytest.mark.parametrize("dtype", FLOATS, ids=dtype_name)
def test_m12_requires_grad(dtype: torch.dtype) -> None:
    x, y = (t.npu() for t in random_pair((3, 4), dtype))
    check(x.requires_grad_(), y)
    check(x.detach(), y.requires_grad_())
    check(x.detach().requires_grad_(), y.detach().requires_grad_())
