# SPDX-License-Identifier: Apache-2.0
"""Changing batch sizes: few compiles, right results, nothing left from the call before."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from ascendc_ops import ascendc_add
from support.cases import assert_same, random_pair
from support.compiling import CompiledForNpu

CompileNpu = Callable[..., CompiledForNpu]


def check(compiled: CompiledForNpu, batch: int) -> None:
    x, y = random_pair((batch, 16), torch.float32)
    assert_same(compiled(x.npu(), y.npu()), x + y)


def test_m06_one_compile_serves_several_batches(compile_npu: CompileNpu) -> None:
    compiled = compile_npu(ascendc_add, dynamic=True)
    for batch in (8, 5, 64):
        check(compiled, batch)
    compiled.assert_compiled(graphs=1)
    check(compiled, 1)  # torch specialises 1
    assert compiled.backend_calls <= 2


def test_d01_twenty_batches_take_two_compiles_at_most(compile_npu: CompileNpu) -> None:
    compiled = compile_npu(ascendc_add, dynamic=True)
    for batch in range(2, 22):
        check(compiled, batch)
    assert compiled.backend_calls <= 2


def test_d01_automatic_dynamic_shapes(compile_npu: CompileNpu) -> None:
    compiled = compile_npu(ascendc_add, dynamic=None)
    for batch in range(2, 22):
        check(compiled, batch)
    assert compiled.backend_calls == 2  # a static one, then a dynamic one


@pytest.mark.parametrize("batch", [0, 1])
def test_d04_empty_and_single_batch_after_a_larger_one(compile_npu: CompileNpu, batch: int) -> None:
    compiled = compile_npu(ascendc_add, dynamic=True)
    for size in (4, batch, 4):
        check(compiled, size)
    assert compiled.backend_calls <= 2
    compiled.assert_compiled(graphs=compiled.backend_calls, op_type="AddCustom" if batch else None)


@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
@pytest.mark.parametrize("shape", [(0,), (4, 0), (0, 8)], ids=str)
def test_e02_empty(compile_npu: CompileNpu, shape: tuple[int, ...], dynamic: bool) -> None:
    compiled = compile_npu(ascendc_add, dynamic=dynamic)
    warm = torch.ones(tuple(size or 4 for size in shape)).npu()
    assert_same(compiled(warm, warm), warm.cpu() * 2)
    empty = torch.empty(shape).npu()
    z = compiled(empty, empty)
    assert (z.shape, z.dtype, z.device) == (empty.shape, empty.dtype, empty.device)
    _, graph = compiled.graphs
    if not dynamic:
        assert " AddCustom(" not in graph  # TorchAir knows the result


def test_results_grow_and_shrink(compile_npu: CompileNpu) -> None:
    compiled = compile_npu(ascendc_add, dynamic=True)
    cases = [random_pair((batch, 7), torch.int32) for batch in (3, 300, 2, 5000, 4)]
    results = [compiled(x.npu(), y.npu()) for x, y in cases]
    for result, (x, y) in zip(results, cases, strict=True):
        assert_same(result, x + y)
    compiled.assert_compiled(graphs=1)


def test_rank_changes_compile_anew(compile_npu: CompileNpu) -> None:
    compiled = compile_npu(ascendc_add, dynamic=True)
    for shape in ((6,), (2, 3), (2, 3, 4)):
        x, y = random_pair(shape, torch.float32)
        assert_same(compiled(x.npu(), y.npu()), x + y)
    compiled.assert_compiled(graphs=3)


def test_dtype_changes_compile_anew(compile_npu: CompileNpu) -> None:
    compiled = compile_npu(ascendc_add, dynamic=True)
    for dtype in (torch.float32, torch.int16):
        x, y = random_pair(10, dtype)
        assert_same(compiled(x.npu(), y.npu()), x + y)
    compiled.assert_compiled(graphs=2)
