# SPDX-License-Identifier: Apache-2.0
"""Gradients of eager ``ascendc_add``."""

from __future__ import annotations

import warnings

import pytest
import torch

from ascendc_ops import ascendc_add
from support.cases import FLOATS, assert_same, dtype_name, random_pair, random_tensor

# x + y is linear: with small integers as inputs and a power of two as step, float32 differences are exact.
STEP = 2.0**-3


def leaf(seed: int, requires_grad: bool = True) -> torch.Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randint(-8, 8, (3, 5), generator=generator).float().npu().requires_grad_(requires_grad)


@pytest.mark.parametrize("dtype", FLOATS, ids=dtype_name)
def test_a01_sum_backward(dtype: torch.dtype) -> None:
    x, y = (t.npu().requires_grad_() for t in random_pair((4, 5), dtype))
    ascendc_add(x, y).sum().backward()
    for gradient in (x.grad, y.grad):
        assert gradient is not None
        assert_same(gradient, torch.ones(4, 5, dtype=dtype))


@pytest.mark.parametrize("dtype", FLOATS, ids=dtype_name)
def test_a01_gradient_passes_unchanged(dtype: torch.dtype) -> None:
    x, y = (t.npu().requires_grad_() for t in random_pair((4, 5), dtype))
    gradient = random_tensor((4, 5), dtype, seed=7)
    ascendc_add(x, y).backward(gradient.npu())
    for result in (x.grad, y.grad):
        assert result is not None
        assert_same(result, gradient)


def test_a01_one_tensor_as_both_arguments_gets_both_gradients() -> None:
    x = leaf(0)
    ascendc_add(x, x).sum().backward()
    assert x.grad is not None
    assert x.grad.cpu().unique().tolist() == [2.0]


def test_a01_gradients_of_inputs_do_not_share_memory() -> None:
    x, y = leaf(0), leaf(1)
    ascendc_add(x, y).sum().backward()
    assert x.grad is not None
    assert y.grad is not None
    x.grad.zero_()
    assert y.grad.cpu().unique().tolist() == [1.0]


@pytest.mark.parametrize(("x_needs", "y_needs"), [(True, True), (True, False), (False, True)])
def test_a02_gradcheck(x_needs: bool, y_needs: bool) -> None:
    inputs = leaf(0, x_needs), leaf(1, y_needs)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*double precision.*")
        assert torch.autograd.gradcheck(ascendc_add, inputs, eps=STEP, atol=0.0, rtol=0.0)


def test_a02_gradgradcheck() -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*double precision.*")
        assert torch.autograd.gradgradcheck(
            lambda x, y: ascendc_add(x * 2, y) * 0.5,
            (leaf(0), leaf(1)),
            (leaf(2),),
            eps=STEP,
            atol=0.0,
            rtol=0.0,
        )


def test_a02_no_gradient_is_recorded_when_none_is_asked_for() -> None:
    x, y = leaf(0, False), leaf(1, False)
    assert not ascendc_add(x, y).requires_grad
    with torch.no_grad():
        assert not ascendc_add(leaf(0), leaf(1)).requires_grad


def test_integer_results_have_no_gradient() -> None:
    x = torch.ones(3, dtype=torch.int32).npu()
    assert not ascendc_add(x, x).requires_grad


def test_a02_inference_mode() -> None:
    with torch.inference_mode():
        z = ascendc_add(leaf(0), leaf(1))
    assert z.is_inference()


def test_training_follows_the_cpu() -> None:
    weights = [
        random_tensor((8, 8), torch.float32, seed=5) / 64,
        random_tensor((8, 8), torch.float32, seed=5) / 64,
    ]
    data = torch.linspace(-1, 1, 64).reshape(8, 8)
    results = []
    for device, weight in zip(("cpu", "npu"), weights, strict=True):
        parameter = torch.nn.Parameter(weight.to(device))
        optimizer = torch.optim.SGD([parameter], lr=0.01)
        add = ascendc_add if device == "npu" else torch.add
        for _ in range(5):
            optimizer.zero_grad()
            add(data.to(device) * parameter, data.to(device)).square().mean().backward()
            optimizer.step()
        results.append(parameter.detach().cpu())
    torch.testing.assert_close(results[1], results[0])
