# SPDX-License-Identifier: Apache-2.0
"""M12: all tests of ``torch.library.opcheck``: schema, autograd registration, fake tensors, AOT dispatch.

torch implements the second one for CPU, CUDA and XPU tensors only: inputs on other devices that require a
gradient raise NotImplementedError. For them it is replaced by what it looks for.
"""

from __future__ import annotations

import pytest
import torch
from torch.library import opcheck

from support.cases import DTYPES, FLOATS, dtype_name, random_pair

OPERATOR = torch.ops.ascendc_ops.ascendc_add.default
ALL_TESTS = ("test_schema", "test_autograd_registration", "test_faketensor", "test_aot_dispatch_dynamic")


def check(*arguments: torch.Tensor, tests: tuple[str, ...] = ALL_TESTS) -> None:
    results = opcheck(OPERATOR, arguments, test_utils=tests)
    assert results == dict.fromkeys(tests, "SUCCESS")


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
    tests = tuple(name for name in ALL_TESTS if name != "test_autograd_registration")
    for x_needs, y_needs in ((True, False), (False, True), (True, True)):
        check(x.detach().requires_grad_(x_needs), y.detach().requires_grad_(y_needs), tests=tests)


def test_m12_gradients_are_registered_for_npu_tensors() -> None:
    assert torch._C._dispatch_has_computed_kernel_for_dispatch_key(OPERATOR.name(), "AutogradPrivateUse1")
