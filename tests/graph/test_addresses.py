# SPDX-License-Identifier: Apache-2.0
"""A static graph is called with tensors at other addresses, from other threads and on other devices."""

from __future__ import annotations

import threading
from collections.abc import Callable

import torch

from ascendc_ops import ascendc_add
from support.cases import assert_same, random_pair
from support.compiling import CompiledForNpu

CompileNpu = Callable[..., CompiledForNpu]


def test_g01_new_addresses_and_new_values(compile_npu: CompileNpu) -> None:
    compiled = compile_npu(ascendc_add)
    (a, y), (b, other) = random_pair(1000, torch.float32), random_pair((1000,), torch.float32)
    b = b * 3
    a_npu, b_npu, y_npu = a.npu(), b.npu(), y.npu()
    first = compiled(a_npu, y_npu)
    second = compiled(b_npu, y_npu)
    a_npu.copy_(other)
    third = compiled(a_npu, y_npu)
    assert len({first.data_ptr(), second.data_ptr(), third.data_ptr()}) == 3
    assert_same(first, a + y)
    assert_same(second, b + y)
    assert_same(third, other + y)
    compiled.assert_compiled(graphs=1)


def test_g01_arguments_swapped(compile_npu: CompileNpu) -> None:
    compiled = compile_npu(lambda x, y: ascendc_add(x * 2, y))
    x, y = random_pair(1000, torch.float32)
    x_npu, y_npu = x.npu(), y.npu()
    assert_same(compiled(x_npu, y_npu), x * 2 + y)
    assert_same(compiled(y_npu, x_npu), y * 2 + x)
    compiled.assert_compiled(graphs=1)


def test_g01_the_result_is_the_next_input(compile_npu: CompileNpu) -> None:
    compiled = compile_npu(ascendc_add)
    x, y = random_pair(1000, torch.int32)
    z, expected, y_npu = x.npu(), x, y.npu()
    for _ in range(20):
        z, expected = compiled(z, y_npu), expected + y
    assert_same(z, expected)
    compiled.assert_compiled(graphs=1)


def test_inputs_stay_as_they_are(compile_npu: CompileNpu) -> None:
    compiled = compile_npu(ascendc_add)
    x, y = random_pair(1000, torch.float16)
    x_npu, y_npu = x.npu(), y.npu()
    compiled(x_npu, y_npu)
    assert_same(x_npu, x)
    assert_same(y_npu, y)


def test_s02_inputs_may_be_freed_while_the_graph_is_queued(compile_npu: CompileNpu) -> None:
    compiled = compile_npu(lambda x, y: ascendc_add(x * 2, y) * 3)
    x, y = random_pair((256, 256), torch.float32)
    results = [compiled(x.npu(), y.npu()) for _ in range(20)]
    for result in results:
        assert_same(result, (x * 2 + y) * 3)
    compiled.assert_compiled(graphs=1)


def test_s03_back_to_back_calls_of_two_graphs(compile_npu: CompileNpu) -> None:
    small, large = compile_npu(ascendc_add), compile_npu(lambda x, y: ascendc_add(y, x))
    cases = {small: random_pair(33, torch.float32), large: random_pair(100_003, torch.float32)}
    results = [(compiled(x.npu(), y.npu()), x + y) for _ in range(5) for compiled, (x, y) in cases.items()]
    for result, expected in results:
        assert_same(result, expected)


def test_s03_two_threads_call_one_graph(compile_npu: CompileNpu) -> None:
    compiled = compile_npu(ascendc_add)
    x, y = random_pair(10_000, torch.float32)
    x_npu, y_npu = x.npu(), y.npu()
    assert_same(compiled(x_npu, y_npu), x + y)
    failures: list[BaseException] = []

    def work() -> None:
        try:
            torch.npu.set_device(0)
            for _ in range(20):
                assert_same(compiled(x_npu, y_npu), x + y)
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures
    compiled.assert_compiled(graphs=1)


def test_eager_and_compiled_calls_interleave(compile_npu: CompileNpu) -> None:
    compiled = compile_npu(ascendc_add)
    x, y = random_pair(50_000, torch.float32)
    z, expected, y_npu = x.npu(), x, y.npu()
    for _ in range(10):
        z = ascendc_add(compiled(z * 0.5, y_npu), y_npu)
        expected = (expected * 0.5 + y) + y
    assert_same(z, expected)
    compiled.assert_compiled(graphs=1)


def test_the_second_device(compile_npu: CompileNpu, second_device: torch.device) -> None:
    compiled = compile_npu(ascendc_add)
    x, y = random_pair(1000, torch.float32)
    with torch.npu.device(second_device):
        z = compiled(x.to(second_device), y.to(second_device))
        assert z.device == second_device
        assert_same(z, x + y)
    compiled.assert_compiled(graphs=1)
