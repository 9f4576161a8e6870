# SPDX-License-Identifier: Apache-2.0
"""Compiled ``ascendc_add_``: inputs really change, later reads see it, earlier ones do not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from ascendc_ops import ascendc_add_
from support.cases import DTYPES, assert_same, dtype_name, random_pair
from support.compiling import CompiledForNpu
from support.views import VIEWS, View

CompileNpu = Callable[..., CompiledForNpu]
modes = pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
TYPE = "AddCustomInplace"


@modes
@pytest.mark.parametrize("dtype", DTYPES, ids=dtype_name)
def test_i01_the_input_changes(compile_npu: CompileNpu, dtype: torch.dtype, dynamic: bool) -> None:
    compiled = compile_npu(ascendc_add_, dynamic=dynamic)
    x, y = random_pair((4, 33), dtype)
    result, address = x.npu(), 0
    for _ in range(3):
        address = result.data_ptr()
        compiled(result, y.npu())
        x = x + y
        assert_same(result, x)
        assert result.data_ptr() == address
    compiled.assert_compiled(graphs=1, op_type=TYPE)


@modes
def test_i01_other_tensors_and_sizes(compile_npu: CompileNpu, dynamic: bool) -> None:
    compiled = compile_npu(ascendc_add_, dynamic=dynamic)
    for size in (8, 5, 64):
        x, y = random_pair(size, torch.float32)
        result = x.npu()
        compiled(result, y.npu())
        assert_same(result, x + y)
    compiled.assert_compiled(graphs=1 if dynamic else 3, op_type=TYPE)


@modes
def test_i07_later_reads_see_the_change(compile_npu: CompileNpu, dynamic: bool) -> None:
    def model(x: torch.Tensor) -> torch.Tensor:
        y = torch.full(x.shape, 2.0, device=x.device)
        ascendc_add_(y, x)
        return (y * y).sum()

    x = torch.arange(6.0)
    compiled = compile_npu(model, dynamic=dynamic)
    assert compiled(x.npu()).item() == ((x + 2) * (x + 2)).sum().item()
    compiled.assert_compiled(graphs=1, op_type=TYPE)


@modes
def test_earlier_reads_do_not_see_the_change(compile_npu: CompileNpu, dynamic: bool) -> None:
    def model(x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        before = x * 1
        ascendc_add_(x, y)
        after = x * 1
        ascendc_add_(x, after)
        return before, after

    x, y = random_pair((3, 5), torch.float32)
    result = x.npu()
    compiled = compile_npu(model, dynamic=dynamic)
    before, after = compiled(result, y.npu())
    assert_same(before, x)
    assert_same(after, x + y)
    assert_same(result, (x + y) * 2)
    compiled.assert_compiled(graphs=1, op_type=TYPE)


# An expanded tensor cannot be written, and TorchAir has no converter for torch.diagonal.
@pytest.mark.parametrize("view", [v for n, v in VIEWS.items() if "expanded" not in n and n != "diagonal"])
def test_n01_views_inside_the_graph(compile_npu: CompileNpu, view: View) -> None:
    base, y = random_pair((33, 47), torch.float32)
    result, expected = base.npu(), base.clone()
    compiled = compile_npu(lambda x, y: ascendc_add_(view(x), view(y)))
    compiled(result, y.npu())
    view(expected).add_(view(y))
    assert_same(result, expected)
    compiled.assert_compiled(graphs=1, op_type=TYPE)


def added(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    z = x * 1
    ascendc_add_(z, y)
    return z * 2


@modes
def test_i11_nested_compiled_function(compile_npu: CompileNpu, dynamic: bool) -> None:
    nested = torch.compile(added, dynamic=dynamic)
    x, y = random_pair((4, 5), torch.float32)
    compiled = compile_npu(lambda x, y: nested(x, y) + nested(y, x), dynamic=dynamic)
    assert_same(compiled(x.npu(), y.npu()), (x + y) * 2 + (y + x) * 2)
    compiled.assert_compiled(graphs=1, op_type=TYPE)


def test_i11_nested_compile_region(compile_npu: CompileNpu) -> None:
    """The operator is captured in one; TorchAir has no converter for the call of the region."""
    region = torch.compiler.nested_compile_region(added)
    x, y = random_pair((4, 5), torch.float32)

    def model(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return region(x, y) + region(y, x)

    captured = torch.compile(model, backend="aot_eager", fullgraph=True)
    assert_same(captured(x.npu(), y.npu()), (x + y) * 2 + (y + x) * 2)
    with pytest.raises(Exception, match="converter for invoke_subgraph"):
        compile_npu(model)(x.npu(), y.npu())


def test_a03_training(compile_npu: CompileNpu) -> None:
    def model(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        z = x * 2
        ascendc_add_(z, y)
        return z.square().sum()

    gradients = []
    for place in ("npu", "cpu"):
        leaves = [t.to(place).requires_grad_() for t in random_pair((4, 5), torch.float32)]
        if place == "npu":
            compile_npu(model)(*leaves).backward()
        else:
            (leaves[0] * 2 + leaves[1]).square().sum().backward()
        gradients.append([leaf.grad.cpu() for leaf in leaves if leaf.grad is not None])
    torch.testing.assert_close(*gradients)
