# SPDX-License-Identifier: Apache-2.0
"""Eager ``dispersion_correction`` and its gradient against the formula in float64, within their stated
ulps."""

from __future__ import annotations

import warnings

import pytest
import torch
from torch.library import opcheck

from ascendc_ops import dispersion_correction
from support.cases import FLOATS, SHAPES, SIZES, dtype_name
from support.precision import assert_close_in_ulps
from support.views import VIEWS, View

OPERATORS = torch.ops.ascendc_ops
ALPHAS = (0.8, -0.3, 0.0, 3.0)
#: Bounds of kernel/dispersion_correction.h and kernel/dispersion_correction_backward.h.
FORWARD_ULP = {torch.float32: 2.5, torch.float16: 0.51, torch.bfloat16: 0.51}
BACKWARD_ULP = {torch.float32: 3.5, torch.float16: 0.51, torch.bfloat16: 0.51}
dtypes = pytest.mark.parametrize("dtype", FLOATS, ids=dtype_name)


def positive(shape: int | tuple[int, ...], dtype: torch.dtype, seed: int = 0) -> torch.Tensor:
    """CPU tensor of positive numbers of several magnitudes."""
    generator = torch.Generator().manual_seed(seed)
    dims = (shape,) if isinstance(shape, int) else shape
    exponents = torch.randint(-8, 8, dims, generator=generator).float()
    return ((torch.rand(dims, generator=generator) + 0.5) * exponents.exp2()).to(dtype)


def check_sum(actual: torch.Tensor, a: torch.Tensor, b: torch.Tensor, bound: float) -> None:
    """``actual`` is a + b (float64) within ``bound`` ulp of the largest of a, b and their sum."""
    assert_close_in_ulps(actual, a + b, bound, torch.stack([a, b, a + b]).abs().amax(0))


def check_forward(actual: torch.Tensor, x: torch.Tensor, alpha: float) -> None:
    assert actual.dtype == x.dtype
    check_sum(actual, x.double() * alpha, x.double().sqrt(), FORWARD_ULP[x.dtype])


def check_backward(actual: torch.Tensor, grad: torch.Tensor, x: torch.Tensor, alpha: float) -> None:
    assert actual.dtype == x.dtype
    check_sum(actual, grad.double() * alpha, grad.double() / (2 * x.double().sqrt()), BACKWARD_ULP[x.dtype])


@pytest.mark.parametrize("size", SIZES)
@dtypes
def test_every_size(dtype: torch.dtype, size: int) -> None:
    x, grad = positive(size, dtype), positive(size, dtype, seed=1)
    for alpha in ALPHAS:
        check_forward(dispersion_correction(x.npu(), alpha), x, alpha)
        result = OPERATORS.dispersion_correction_backward(grad.npu(), x.npu(), alpha)
        check_backward(result, grad, x, alpha)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: f"rank{len(shape)}")
def test_m04_every_rank(shape: tuple[int, ...]) -> None:
    x = positive(shape, torch.float32)
    check_forward(dispersion_correction(x.npu(), 0.8), x, 0.8)
    assert dispersion_correction(x.to("meta"), 0.8).shape == shape


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS.keys())
@dtypes
def test_n01_views(dtype: torch.dtype, view: View) -> None:
    x = positive((33, 47), dtype)
    result = dispersion_correction(view(x.npu()), 0.8)
    check_forward(result, view(x), 0.8)
    assert result.stride() == dispersion_correction(view(x.to("meta")), 0.8).stride()


@pytest.mark.parametrize("alpha", [0.5, -0.5])
@dtypes
def test_special_values_are_those_of_torch(dtype: torch.dtype, alpha: float) -> None:
    limits = torch.finfo(dtype)
    numbers = [
        0.0,
        -0.0,
        limits.smallest_normal,
        limits.smallest_normal / 2,
        limits.max,
        1.0,
        -1.0,
        float("inf"),
    ]
    x = torch.tensor([*numbers, float("-inf"), float("nan")], dtype=dtype)
    result = dispersion_correction(x.npu(), alpha).cpu()
    torch.testing.assert_close(result, x * alpha + torch.sqrt(x), equal_nan=True)
    grad = torch.ones_like(x)
    reference = x.clone().requires_grad_()
    (reference * alpha + torch.sqrt(reference)).backward(grad)
    result = OPERATORS.dispersion_correction_backward(grad.npu(), x.npu(), alpha).cpu()
    torch.testing.assert_close(result, reference.grad, equal_nan=True)


def test_gradient_zero_at_zero_is_nan_as_in_torch() -> None:
    zero = torch.zeros(4).npu()
    assert OPERATORS.dispersion_correction_backward(zero, zero, 1.0).isnan().all()


@pytest.mark.parametrize("shape", [(0,), (4, 0)], ids=str)
@dtypes
def test_e02_empty(dtype: torch.dtype, shape: tuple[int, ...]) -> None:
    x = torch.empty(shape, dtype=dtype).npu()
    assert dispersion_correction(x, 0.8).shape == shape
    assert OPERATORS.dispersion_correction_backward(x, x, 0.8).shape == shape


@dtypes
def test_a01_backward(dtype: torch.dtype) -> None:
    x, grad = positive((4, 5), dtype), positive((4, 5), dtype, seed=1)
    leaf = x.npu().requires_grad_()
    dispersion_correction(leaf, 0.8).backward(grad.npu())
    assert leaf.grad is not None
    check_backward(leaf.grad, grad, x, 0.8)


def test_a02_gradcheck_and_gradgradcheck() -> None:
    x = (torch.rand(12) + 1).npu().requires_grad_()
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*double precision.*")
        function = lambda x: dispersion_correction(x, 0.8)  # noqa: E731
        assert torch.autograd.gradcheck(function, x, eps=2**-6, atol=1e-3, rtol=1e-3)
        assert torch.autograd.gradgradcheck(function, x, eps=2**-6, atol=1e-3, rtol=1e-3)


def test_a02_gradients_of_the_gradient() -> None:
    x = positive(64, torch.float32)
    grad = positive(64, torch.float32, seed=1)
    results = []
    for place, function in (
        ("npu", OPERATORS.dispersion_correction_backward),
        ("cpu", lambda grad, x, alpha: grad * (alpha + 0.5 / x.sqrt())),
    ):
        leaves = [t.to(place).requires_grad_() for t in (grad, x)]
        results.append([t.cpu() for t in torch.autograd.grad(function(*leaves, 0.8).sum(), leaves)])
    torch.testing.assert_close(*results)


@pytest.mark.parametrize("place", ["npu", "meta"])
@pytest.mark.parametrize("dtype", [torch.float64, torch.int32, torch.bool, torch.complex64], ids=dtype_name)
def test_e08_refused_dtypes_list_the_supported_ones(dtype: torch.dtype, place: str) -> None:
    x = torch.zeros(4, dtype=dtype).to(place)
    message = f"argument input has dtype {dtype_name(dtype)}, supported are float32, float16, bfloat16"
    with pytest.raises(RuntimeError, match=message):
        dispersion_correction(x, 0.8)
    with pytest.raises(RuntimeError, match=message.replace("argument input", "argument grad")):
        OPERATORS.dispersion_correction_backward(x, x, 0.8)


def test_e01_a_cpu_tensor_is_named() -> None:
    x = torch.ones(4)
    with pytest.raises(
        RuntimeError, match="dispersion_correction: expected every argument on an NPU, got input on cpu"
    ):
        dispersion_correction(x, 0.8)
    with pytest.raises(RuntimeError, match="expected every argument on npu:0, got grad on cpu"):
        OPERATORS.dispersion_correction_backward(x, x.npu(), 0.8)


def test_gradient_refuses_shapes_that_differ() -> None:
    with pytest.raises(
        RuntimeError, match=r"grad and input must have one shape, got grad \[4\] and input \[5\]"
    ):
        OPERATORS.dispersion_correction_backward(torch.ones(4).npu(), torch.ones(5).npu(), 0.8)


def test_m12_opcheck() -> None:
    x = positive((4, 33), torch.float16).npu()
    opcheck(OPERATORS.dispersion_correction.default, (x, 0.8))
    opcheck(OPERATORS.dispersion_correction.default, (x.t(), 0.8))
    opcheck(OPERATORS.dispersion_correction_backward.default, (x, x, 0.8))
    opcheck(OPERATORS.dispersion_correction_backward.default, (x.t(), x.t(), 0.8))


def test_e09_repeats_are_bit_identical() -> None:
    x = positive(100_003, torch.bfloat16).npu()
    first = dispersion_correction(x, 0.8)
    assert all(torch.equal(dispersion_correction(x, 0.8), first) for _ in range(19))
