# SPDX-License-Identifier: Apache-2.0
"""Compiled training steps: the operator is in the forward graph, and gradients equal the CPU's."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

import ascendc_ops
from support.cases import FLOATS, assert_same, dtype_name, random_pair, random_tensor
from support.compiling import CompiledForNpu

CompileNpu = Callable[..., CompiledForNpu]


class Residual(torch.nn.Module):
    """x + relu(linear(x)); ``ascendc_add`` on an NPU."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = torch.relu(self.linear(x))
        return ascendc_ops.ascendc_add(x, y) if x.device.type == "npu" else x + y


def train(
    model: Callable[..., torch.Tensor], parameters: list[torch.nn.Parameter], x: torch.Tensor
) -> list[float]:
    optimizer = torch.optim.SGD(parameters, lr=0.05)
    losses = []
    for _ in range(5):
        optimizer.zero_grad()
        loss = model(x).square().mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
def test_a03_training_follows_the_cpu(compile_npu: CompileNpu, dynamic: bool) -> None:
    torch.manual_seed(0)
    reference = Residual(8)
    model = Residual(8)
    model.load_state_dict(reference.state_dict())
    x, _ = random_pair((4, 8), torch.float32)
    x = x / x.abs().max()
    model.npu()
    compiled = compile_npu(model, dynamic=dynamic)
    expected = train(reference, list(reference.parameters()), x)
    actual = train(compiled, list(model.parameters()), x.npu())
    torch.testing.assert_close(actual, expected)
    for ours, theirs in zip(model.parameters(), reference.parameters(), strict=True):
        torch.testing.assert_close(ours.detach().cpu(), theirs.detach())
    forward, backward = compiled.graphs
    assert " AddCustom(" in forward
    assert " AddCustom(" not in backward  # the gradient of a sum is no sum
    assert backward != forward


@pytest.mark.parametrize("dtype", FLOATS, ids=dtype_name)
def test_a03_gradients_pass_unchanged(compile_npu: CompileNpu, dtype: torch.dtype) -> None:
    x, y = (t.npu().requires_grad_() for t in random_pair((4, 5), dtype))
    gradient = random_tensor((4, 5), dtype, seed=7)
    compiled = compile_npu(ascendc_ops.ascendc_add)
    z = compiled(x, y)
    assert_same(z, x.detach().cpu() + y.detach().cpu())
    z.backward(gradient.npu())
    for result in (x.grad, y.grad):
        assert result is not None
        assert_same(result, gradient)
    assert " AddCustom(" in compiled.graphs[0]


@pytest.mark.parametrize(("x_needs", "y_needs"), [(True, False), (False, True)])
def test_a02_only_one_input_needs_a_gradient(compile_npu: CompileNpu, x_needs: bool, y_needs: bool) -> None:
    x, y = (t.npu() for t in random_pair((4, 5), torch.float32))
    x.requires_grad_(x_needs)
    y.requires_grad_(y_needs)
    compiled = compile_npu(lambda x, y: ascendc_ops.ascendc_add(x * 2, y * 3))
    compiled(x, y).sum().backward()
    assert (x.grad is not None, y.grad is not None) == (x_needs, y_needs)
    assert (x.grad if x_needs else y.grad).cpu().unique().tolist() == [2.0 if x_needs else 3.0]
    assert " AddCustom(" in compiled.graphs[0]


def test_a03_the_operator_in_the_backward_graph(compile_npu: CompileNpu) -> None:
    """An operator whose backward is ``ascendc_add`` itself: it is converted there too."""

    class Sum(torch.autograd.Function):
        @staticmethod
        def forward(context: torch.autograd.function.FunctionCtx, x: torch.Tensor) -> torch.Tensor:
            return x * 2

        @staticmethod
        def backward(context: torch.autograd.function.FunctionCtx, gradient: torch.Tensor) -> torch.Tensor:
            return ascendc_ops.ascendc_add(gradient, gradient)

    x = torch.ones(4, 5).npu().requires_grad_()
    compiled = compile_npu(Sum.apply)
    compiled(x).sum().backward()
    assert x.grad is not None
    assert x.grad.cpu().unique().tolist() == [2.0]
    forward, backward = compiled.graphs
    assert " AddCustom(" not in forward
    assert " AddCustom(" in backward


def test_c08_an_operator_without_converter_is_named(compile_npu: CompileNpu) -> None:
    library = torch.library.Library("ascendc_ops_tests", "FRAGMENT")
    library.define("no_converter(Tensor x) -> Tensor")
    torch.library.register_fake("ascendc_ops_tests::no_converter", torch.empty_like, lib=library)
    operator = torch.ops.ascendc_ops_tests.no_converter.default
    torch.library.register_autograd(
        "ascendc_ops_tests::no_converter", lambda context, gradient: operator(gradient), lib=library
    )
    x = torch.ones(4).npu().requires_grad_()
    compiled = compile_npu(lambda x: ascendc_ops.ascendc_add(operator(x), x))
    with pytest.raises(Exception, match="no_converter"):
        compiled(x).sum().backward()
