# SPDX-License-Identifier: Apache-2.0
"""What TorchAir's options and scopes do to a graph; memory is bounded and given back."""

from __future__ import annotations

import copy
import gc
import math
import time
from collections.abc import Callable
from typing import Any

import pytest
import torch
import torchair
from torch import Tensor, nn

from ascendc_ops import ascendc_add
from ascendc_ops.testing import CompiledModel

# Elements of the tensors whose memory is counted: 1 MiB each.
LARGE = 1 << 18


def _compile(
    function: Callable[..., Any], *, dynamic: bool | None = False, **experimental: Any
) -> CompiledModel:
    config = torchair.CompilerConfig()
    for name, value in experimental.items():
        setattr(config.experimental_config, name, value)
    return CompiledModel(function, dynamic=dynamic, config=config)


def test_gears() -> None:
    """One graph for the declared batches."""
    compiled = _compile(lambda x, y: torch.relu(ascendc_add(x, y)) + y.sum(0), dynamic=None)
    for batch in (2, 4, 8, 4):
        x, y = torch.randn(batch, 8), torch.randn(batch, 8)
        on_npu = [x.npu(), y.npu()]
        for tensor in on_npu:
            torchair.inference.set_dim_gears(tensor, {0: [2, 4, 8]})
            torch._dynamo.mark_static(tensor, 1)
        torch.testing.assert_close(compiled(*on_npu).cpu(), torch.relu(x + y) + y.sum(0))
    assert len(compiled.graphs) == 1


def test_frozen_parameters() -> None:
    model = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 4))
    compiled = _compile(copy.deepcopy(model).npu(), frozen_parameter=True)
    with torch.no_grad():
        for _ in range(3):
            x = torch.randn(3, 8)
            torch.testing.assert_close(compiled(x.npu()).cpu(), model(x))
    assert len(compiled.graphs) == 1


def test_stream_scopes() -> None:
    """A control edge is all that orders the two streams."""

    def function(x: Tensor, y: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        total = ascendc_add(x, y)
        with torchair.scope.npu_stream_switch("second", 3):
            product = x @ y.t()
            after = ascendc_add(torchair.scope.npu_wait_tensor(x, total), y)
        return total * 2, product, after

    compiled = _compile(function)
    x, y = torch.randn(4, 8), torch.randn(4, 8)
    for got, expected in zip(compiled(x.npu(), y.npu()), ((x + y) * 2, x @ y.t(), x + y), strict=True):
        torch.testing.assert_close(got.cpu(), expected)
    (captured,) = compiled.captured
    assert any("_user_stream_label" in node.attr for node in captured.definition.op)
    assert any(source.endswith(":-1") for node in captured.definition.op for source in node.input)


@pytest.mark.parametrize("enable_ref_data", [False, True], ids=["data", "ref_data"])
def test_inputs_changed_in_place(enable_ref_data: bool) -> None:
    def function(x: Tensor, y: Tensor) -> Tensor:
        x.add_(y)
        x[0].mul_(2)
        return x.sum()

    compiled = _compile(function, enable_ref_data=enable_ref_data)
    x, y = torch.randn(4, 8), torch.randn(4, 8)
    on_npu = x.npu()
    address = on_npu.data_ptr()
    for _ in range(3):
        torch.testing.assert_close(compiled(on_npu, y.npu()).cpu(), function(x, y))
        torch.testing.assert_close(on_npu.cpu(), x)
    assert on_npu.data_ptr() == address
    (captured,) = compiled.captured
    assert any(node.type == "RefData" for node in captured.definition.op) == enable_ref_data


def test_cpu_tensors() -> None:
    compiled = _compile(lambda x, y: (x + y).relu())
    x, y = torch.randn(4, 8), torch.randn(4, 8)
    torch.testing.assert_close(compiled(x, y).cpu(), (x + y).relu())
    assert len(compiled.graphs) == 1


def test_graphs_side_by_side() -> None:
    compiled = [_compile(lambda x, factor=factor: ascendc_add(x, x) * factor) for factor in range(1, 7)]
    x = torch.randn(5, 7)
    for _ in range(2):
        for factor, each in enumerate(compiled, 1):
            torch.testing.assert_close(each(x.npu()).cpu(), 2 * x * factor)
    assert [len(each.graphs) for each in compiled] == [1] * 6


def test_npu_print(capfd: pytest.CaptureFixture[str]) -> None:
    """The text is that of eager mode on the CPU."""

    def function(x: Tensor) -> Tensor:
        y = x * 2
        torchair.ops.npu_print("matrix", y, "and row", y[0], summarize_size=2)
        torchair.ops.npu_print("bits", y > 1)
        return y + 1

    x = (torch.arange(24.0) / 3).reshape(3, 8)
    x[0, :3] = torch.tensor([1e9, -0.125, math.inf])
    function(x)
    expected = capfd.readouterr().out
    compiled = _compile(function)
    torch.testing.assert_close(compiled(x.npu()).cpu(), x * 2 + 1)
    text, until = "", time.monotonic() + 20
    while expected not in text and time.monotonic() < until:  # TorchAir's thread writes it, to stderr
        time.sleep(0.05)
        text += capfd.readouterr().err
    assert expected in text


def _free_memory() -> int:
    """Bytes of the device."""
    gc.collect()
    torch.npu.synchronize()
    torch.npu.empty_cache()
    return torch.npu.mem_get_info()[0]


def test_a_removed_graph_gives_its_memory_back() -> None:
    before = _free_memory()
    for _ in range(3):
        weight = torch.randn(LARGE).npu()
        compiled = _compile(lambda x, weight=weight: (ascendc_add(x, weight).exp() * 2).sin() + x)
        result = compiled(torch.randn(LARGE).npu())
        assert before - _free_memory() >= 2 * weight.nbytes, "the weight and the result at least"
        del compiled, result, weight
        torch._dynamo.reset()
        assert _free_memory() == before


@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
def test_values_of_a_chain_share_memory(dynamic: bool) -> None:
    """80 values, of which two are needed at a time; eager mode keeps two as well."""

    def function(x: Tensor) -> Tensor:
        for _ in range(40):
            x = (x * 1.01).sin()
        return x

    x = torch.randn(LARGE)
    on_npu = x.npu()
    compiled = _compile(function, dynamic=dynamic)
    for _ in range(2):
        before = _free_memory()
        torch.npu.reset_peak_memory_stats()
        used = torch.npu.memory_allocated()
        result = compiled(on_npu)
        torch.npu.synchronize()
        peak = torch.npu.max_memory_allocated() - used + before - torch.npu.mem_get_info()[0]
        torch.testing.assert_close(result.cpu(), function(x))
    assert len(compiled.graphs) == 1
    assert peak <= 10 * x.nbytes
