# SPDX-License-Identifier: Apache-2.0
"""Compiled ``ascendc_add`` broadcasts as torch does, static and dynamic, and keeps the shapes symbolic."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from ascendc_ops import ascendc_add, ascendc_add_
from support.cases import DTYPES, assert_same, dtype_name, random_tensor
from support.compiling import CompiledForNpu

CompileNpu = Callable[..., CompiledForNpu]
Shape = tuple[int, ...]
modes = pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
PAIRS: list[tuple[Shape, Shape]] = [
    ((), (7,)),
    ((33, 47), (47,)),
    ((33, 47), (33, 1)),
    ((33, 1), (1, 47)),
    ((2, 1, 4, 1), (3, 1, 5)),
]


@modes
@pytest.mark.parametrize(("x_shape", "y_shape"), PAIRS, ids=[f"{list(x)}+{list(y)}" for x, y in PAIRS])
def test_values(compile_npu: CompileNpu, x_shape: Shape, y_shape: Shape, dynamic: bool) -> None:
    compiled = compile_npu(lambda x, y: ascendc_add(x, y).flatten(), dynamic=dynamic)
    x, y = random_tensor(x_shape, torch.float32, 1), random_tensor(y_shape, torch.float32, 2)
    assert_same(compiled(x.npu(), y.npu()), (x + y).flatten())
    compiled.assert_compiled(graphs=1)


@pytest.mark.parametrize("dtype", DTYPES, ids=dtype_name)
def test_every_dtype(compile_npu: CompileNpu, dtype: torch.dtype) -> None:
    compiled = compile_npu(ascendc_add)
    x, y = random_tensor((33, 47), dtype, 1), random_tensor((33, 1), dtype, 2)
    assert_same(compiled(x.npu(), y.npu()), x + y)
    compiled.assert_compiled(graphs=1)


def test_m06_one_compile_serves_several_batches(compile_npu: CompileNpu) -> None:
    compiled = compile_npu(ascendc_add, dynamic=True)
    y = random_tensor(16, torch.float32, 2)
    for batch in (8, 5, 64):
        x = random_tensor((batch, 16), torch.float32, batch)
        assert_same(compiled(x.npu(), y.npu()), x + y)
    compiled.assert_compiled(graphs=1)


@modes
def test_a03_training_sums_gradients(compile_npu: CompileNpu, dynamic: bool) -> None:
    def model(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        add = ascendc_add if x.device.type == "npu" else torch.add
        return add(x, y).square().sum()

    gradients = []
    for place, function in (("cpu", model), ("npu", compile_npu(model, dynamic=dynamic))):
        leaves = [
            torch.linspace(-1, 1, n).view(s).to(place).requires_grad_() for n, s in ((12, (3, 4)), (4, (4,)))
        ]
        function(*leaves).backward()
        gradients.append([leaf.grad.cpu() for leaf in leaves if leaf.grad is not None])
    torch.testing.assert_close(gradients[1], gradients[0])


@modes
def test_in_place(compile_npu: CompileNpu, dynamic: bool) -> None:
    compiled = compile_npu(ascendc_add_, dynamic=dynamic)
    x, y = random_tensor((33, 47), torch.float32, 1), random_tensor(47, torch.float32, 2)
    result = x.npu()
    compiled(result, y.npu())
    assert_same(result, x + y)
    compiled.assert_compiled(graphs=1, op_type="AddCustomInplace")


def test_shapes_that_do_not_fit_are_refused_while_tracing(compile_npu: CompileNpu) -> None:
    with pytest.raises(Exception, match=r"shapes that can be broadcast, got x \[4\] and y \[5\]"):
        compile_npu(ascendc_add)(torch.ones(4).npu(), torch.ones(5).npu())
