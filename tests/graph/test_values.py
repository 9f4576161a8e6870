# SPDX-License-Identifier: Apache-2.0
"""Compiled ``ascendc_add`` equals CPU torch bit by bit: dtypes, sizes, special values, ranks, views."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from ascendc_ops import ascendc_add
from support.cases import (
    DTYPES,
    SHAPES,
    SIZES,
    all_pairs,
    assert_same,
    dtype_name,
    random_pair,
    special_values,
)
from support.compiling import CompiledForNpu
from support.views import VIEWS, View

CompileNpu = Callable[..., CompiledForNpu]
dtypes = pytest.mark.parametrize("dtype", DTYPES, ids=dtype_name)


@pytest.mark.parametrize("size", SIZES)
@dtypes
def test_static_every_size(compile_npu: CompileNpu, dtype: torch.dtype, size: int) -> None:
    compiled = compile_npu(ascendc_add)
    x, y = random_pair(size, dtype)
    assert_same(compiled(x.npu(), y.npu()), x + y)
    assert_same(compiled(y.npu(), y.npu()), y + y)
    compiled.assert_compiled(graphs=1, op_type="AddCustom" if size else "NetOutput")


@dtypes
def test_dynamic_every_size(compile_npu: CompileNpu, dtype: torch.dtype) -> None:
    compiled = compile_npu(ascendc_add, dynamic=True)
    for size in sorted(SIZES, key=lambda size: size < 2):
        x, y = random_pair(size, dtype)
        assert_same(compiled(x.npu(), y.npu()), x + y)
    assert compiled.backend_calls <= 3  # torch specialises sizes 0 and 1
    compiled.assert_compiled(graphs=compiled.backend_calls, op_type=None)
    assert " AddCustom(" in compiled.graphs[0]


@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
@dtypes
def test_special_values(compile_npu: CompileNpu, dtype: torch.dtype, dynamic: bool) -> None:
    compiled = compile_npu(ascendc_add, dynamic=dynamic)
    x, y = all_pairs(special_values(dtype))
    assert_same(compiled(x.npu(), y.npu()), x + y)
    compiled.assert_compiled(graphs=1)


@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: f"rank{len(shape)}")
def test_m04_result_is_permuted_and_reshaped(
    compile_npu: CompileNpu, shape: tuple[int, ...], dynamic: bool
) -> None:
    def model(x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        z = ascendc_add(x, y)
        return z, z.permute(tuple(reversed(range(z.dim())))).reshape(-1)

    compiled = compile_npu(model, dynamic=dynamic)
    x, y = random_pair(shape, torch.float32)
    z, flat = compiled(x.npu(), y.npu())
    assert_same(z, x + y)
    assert_same(flat, (x + y).permute(tuple(reversed(range(len(shape))))).reshape(-1))
    compiled.assert_compiled(graphs=1)


@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS.keys())
def test_n01_views_as_inputs(compile_npu: CompileNpu, view: View, dynamic: bool) -> None:
    x, y = random_pair((33, 47), torch.float32)
    compiled = compile_npu(ascendc_add, dynamic=dynamic)
    assert_same(compiled(view(x.npu()), view(y.npu())), view(x) + view(y))
    compiled.assert_compiled(graphs=1)


@dtypes
def test_n01_views_inside_the_graph(compile_npu: CompileNpu, dtype: torch.dtype) -> None:
    x, y = random_pair((33, 47), dtype)
    compiled = compile_npu(lambda x, y: ascendc_add(x.t(), y.t()))
    assert_same(compiled(x.npu(), y.npu()), x.t() + y.t())
    compiled.assert_compiled(graphs=1)


@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
def test_m09_strides_equal_eager_strides(compile_npu: CompileNpu, dynamic: bool) -> None:
    x = torch.ones(8, 12, dtype=torch.float16).npu().t()
    compiled = compile_npu(lambda x: ascendc_add(x, x), dynamic=dynamic)
    eager, graph = ascendc_add(x, x), compiled(x)
    assert graph.stride() == eager.stride()
    assert_same(graph.view(-1), eager.view(-1).cpu())
    compiled.assert_compiled(graphs=1)


def test_m08_keyword_calls(compile_npu: CompileNpu) -> None:
    x, y = random_pair(100, torch.float32)
    operator = torch.ops.ascendc_ops.ascendc_add
    for call in (
        lambda x, y: operator(x=x, y=y),
        lambda x, y: operator(y=y, x=x),
        lambda x, y: operator(x, y=y),
    ):
        compiled = compile_npu(call)
        assert_same(compiled(x.npu(), y.npu()), x + y)
        compiled.assert_compiled(graphs=1)


def test_e09_repeats_are_bit_identical(compile_npu: CompileNpu) -> None:
    x, y = (t.npu() for t in random_pair(100_003, torch.bfloat16))
    compiled = compile_npu(ascendc_add)
    first = compiled(x, y).cpu()
    for _ in range(19):
        assert_same(compiled(x, y), first)
    compiled.assert_compiled(graphs=1)


def test_several_nodes_and_framework_operators_in_one_graph(compile_npu: CompileNpu) -> None:
    def model(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return ascendc_add(ascendc_add(x, y) * 2, x - y)

    x, y = random_pair((8, 16), torch.float32)
    compiled = compile_npu(model)
    assert_same(compiled(x.npu(), y.npu()), (x + y) * 2 + (x - y))
    compiled.assert_compiled(graphs=1)
    assert compiled.graphs[0].count(" AddCustom(") == 2
