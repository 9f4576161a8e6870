# SPDX-License-Identifier: Apache-2.0
"""Eager ``ascendc_add_``: values, views, version counter, overlap, autograd."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from torch.library import opcheck

from ascendc_ops import ascendc_add_
from support.cases import DTYPES, FLOATS, SIZES, SUPPORTED_NAMES, assert_same, dtype_name, random_pair
from support.views import VIEWS, View

OPERATOR = torch.ops.ascendc_ops.ascendc_add_.default
dtypes = pytest.mark.parametrize("dtype", DTYPES, ids=dtype_name)


@pytest.mark.parametrize("size", SIZES)
@dtypes
def test_every_size(dtype: torch.dtype, size: int) -> None:
    x, y = random_pair(size, dtype)
    result = x.npu()
    address = result.data_ptr()
    ascendc_add_(result, y.npu())
    assert_same(result, x + y)
    assert result.data_ptr() == address


@pytest.mark.parametrize("view", [v for n, v in VIEWS.items() if "expanded" not in n])
@dtypes
def test_n01_only_the_view_changes(dtype: torch.dtype, view: View) -> None:
    base, y = random_pair((33, 47), dtype)
    result, expected = base.npu(), base.clone()
    ascendc_add_(view(result), view(y.npu()))
    view(expected).add_(view(y))
    assert_same(result, expected)


def test_one_tensor_as_both_arguments() -> None:
    x, _ = random_pair(1000, torch.float32)
    result = x.npu()
    ascendc_add_(result, result)
    assert_same(result, x + x)


def test_the_version_counter_is_bumped() -> None:
    x, y = (t.npu() for t in random_pair((4, 5), torch.float32))
    before = x._version
    ascendc_add_(x.t(), y.t())
    assert x._version == before + 1
    leaf = torch.ones(4, 5).npu().requires_grad_()
    squared = leaf * x
    ascendc_add_(x, y)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        squared.sum().backward()


@pytest.mark.parametrize("place", ["npu", "meta"])
def test_overlap_is_refused_as_torch_does(place: str) -> None:
    x = torch.zeros(4, 4).to(place)
    cases: dict[str, tuple[torch.Tensor, torch.Tensor]] = {
        "more than one element of the written-to tensor": (x[:1].expand(4, 4), torch.ones(4, 4).to(place)),
        "some elements of the input tensor": (x.view(-1)[:8], x.view(-1)[4:12]),
        "some elements of the input tensor and": (x, x.t()),
    }
    for message, (written, read) in cases.items():
        for add in (ascendc_add_, torch.Tensor.add_) if place == "npu" else (ascendc_add_,):
            with pytest.raises(RuntimeError, match=message):
                add(written, read)
    if place == "npu":
        assert not x.any()


@pytest.mark.parametrize("dtype", FLOATS, ids=dtype_name)
def test_a01_gradients(dtype: torch.dtype) -> None:
    x, y = (t.npu().requires_grad_() for t in random_pair((4, 5), dtype))
    z = x * 2
    ascendc_add_(z, y)
    (z * 3).sum().backward()
    assert x.grad is not None
    assert y.grad is not None
    assert (x.grad.cpu().unique().tolist(), y.grad.cpu().unique().tolist()) == ([6.0], [3.0])


def test_a01_gradients_through_a_view() -> None:
    x, y = torch.ones(4, 6).npu().requires_grad_(), torch.ones(6, 2).npu().requires_grad_()
    z = x * 2
    ascendc_add_(z.t()[:, 1:3], y)
    (z * torch.arange(24.0).reshape(4, 6).npu()).sum().backward()
    assert x.grad is not None
    assert y.grad is not None
    weights = torch.arange(24.0).reshape(4, 6)
    assert_same(x.grad, weights * 2)
    assert_same(y.grad, weights.t()[:, 1:3])


def test_a_tensor_without_gradient_gets_one_from_y() -> None:
    x, y = torch.zeros(3).npu(), torch.ones(3).npu().requires_grad_()
    ascendc_add_(x, y)
    assert x.requires_grad
    x.sum().backward()
    assert y.grad is not None


def test_a_leaf_that_requires_a_gradient_is_refused_as_torch_does() -> None:
    leaf = torch.ones(4).npu().requires_grad_()
    for refused in (leaf, leaf[1:]):
        for add in (ascendc_add_, torch.Tensor.add_):
            with pytest.raises(
                RuntimeError, match=r"leaf Variable that requires grad is being used in an in-place"
            ):
                add(refused, torch.ones_like(refused).detach())
    with torch.no_grad():
        ascendc_add_(leaf, torch.ones(4).npu())
    assert leaf.detach().cpu().tolist() == [2.0] * 4


@pytest.mark.parametrize("place", ["npu", "meta"])
def test_e08_refusals(place: str) -> None:
    x = torch.zeros(4).to(place)
    with pytest.raises(
        RuntimeError, match=f"ascendc_add_: argument x has dtype bool, supported are {SUPPORTED_NAMES}"
    ):
        ascendc_add_(x.bool(), x)
    with pytest.raises(
        RuntimeError, match="ascendc_add_: x and y must have one dtype, got x float32 and y float16"
    ):
        ascendc_add_(x, x.half())
    with pytest.raises(RuntimeError, match=r"ascendc_add_: .*x \[4\] and y \[5\]"):
        ascendc_add_(x, torch.zeros(5).to(place))


def test_e01_a_cpu_tensor_is_named() -> None:
    x = torch.zeros(4)
    with pytest.raises(RuntimeError, match="ascendc_add_: expected every argument on npu:0, got y on cpu"):
        ascendc_add_(x.npu(), x)
    with pytest.raises(
        RuntimeError, match="ascendc_add_: expected every argument on an NPU, got x on cpu and y on cpu"
    ):
        ascendc_add_(x, x)


def test_m08_schema() -> None:
    assert str(OPERATOR._schema) == "ascendc_ops::ascendc_add_(Tensor(a!) x, Tensor y) -> ()"


@dtypes
def test_m12_opcheck(dtype: torch.dtype) -> None:
    x, y = (t.npu() for t in random_pair((4, 33), dtype))
    opcheck(OPERATOR, (x, y))
    opcheck(OPERATOR, (x.t(), y.t()))


def test_i02_a_schema_without_the_mark_fails_opcheck() -> None:
    library = torch.library.Library("ascendc_ops_tests", "FRAGMENT")
    library.define("unmarked_add_(Tensor x, Tensor y) -> ()")
    write: Callable[..., None] = lambda x, y: ascendc_add_(x, y)  # noqa: E731
    library.impl("unmarked_add_", write, "PrivateUse1")
    with pytest.raises(Exception, match="not defined as mutable but was mutated"):
        opcheck(
            torch.ops.ascendc_ops_tests.unmarked_add_.default,
            (torch.ones(4).npu(), torch.ones(4).npu()),
            test_utils="test_schema",
        )
