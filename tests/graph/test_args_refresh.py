# SPDX-License-Identifier: Apache-2.0
"""AddCustom built with the headers of CANN 9.2: static graphs use the caller's tensors, without copies."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from ascendc_ops import ascendc_add
from support import native
from support.cases import random_pair
from support.compiling import CompiledForNpu
from support.emulator import emulator_module
from support.processes import output_of, run_python

counters = emulator_module("counters", "counts copies with the emulator's counters")

HEADERS_9_2 = native.ROOT / "emulator" / "include-9.2"

# What GE takes of the two libraries is the type that was registered first; the kernels are the package's.
STEPS = """
    import ctypes, json, os, sys
    import torch, torch_npu, torchair
    refreshing = ctypes.CDLL({library!r}, mode=os.RTLD_LAZY | os.RTLD_GLOBAL)
    import ascendc_ops
    ctypes.CDLL(str(ascendc_ops.library_path), mode=os.RTLD_NOW | os.RTLD_GLOBAL)
    from ascendc_ops import ascendc_add as add
    from cann_emulator.counters import graph_counters

    def model(x, y, row, seven, eight):
        return add(add(x, y), row), add(torch.relu(x), add(y, y)), add(seven, eight)

    torch.manual_seed(0)
    compiled = torch.compile(model, backend=torchair.get_npu_backend(), dynamic={dynamic}, fullgraph=True)
    shapes = [(4, 300), (4, 300), (300,), (2, 1) * 5, (1, 2) * 5]  # the last two take several launches
    kept, before = [], graph_counters()
    for step in range(4):
        for dtype in (torch.float32, torch.bfloat16)[: 1 if {dynamic} else 2]:
            given = [(torch.randn(shape) * 9).to(dtype) for shape in shapes]
            kept.append([tensor.npu() for tensor in given])
            results = compiled(*kept[-1])
            kept.append(results)
            x, y, row, seven, eight = given
            expected = (x + y) + row, torch.relu(x) + (y + y), seven + eight
            for result, wanted in zip(results, expected, strict=True):
                torch.testing.assert_close(result.cpu(), wanted, rtol=0, atol=0)
    print(json.dumps([after - begun for begun, after in zip(before, graph_counters())]))
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """GE's part of AddCustom alone."""
    folder = tmp_path_factory.mktemp("refresh")
    source = folder / "add_custom_9_2.cpp"
    files = ("ge/add_custom.cpp", "ge/execution_log.cpp")
    source.write_text("".join(f'#include "{native.ROOT / file}"\n' for file in files))
    includes = (HEADERS_9_2, *native.cann_includes(), native.ROOT / "ge", native.ROOT / "kernel")
    libraries = [native.cann_library(name) for name in ("gert", "ascendcl")]
    return native.compile_library(source, folder / "libadd_9_2.so", includes=includes, libraries=libraries)


@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
def test_graphs_give_the_same_without_copies(library: Path, tmp_path: Path, dynamic: bool) -> None:
    code = STEPS.format(library=str(library), dynamic=dynamic)
    counted = counters.GraphCounters(*json.loads(output_of(run_python(code, cwd=tmp_path)).splitlines()[-1]))
    assert counted.static_copies == 0
    if dynamic:
        assert (counted.executes, counted.args_updates) == (5 * 4, 0)
    else:
        assert (counted.static_loads, counted.static_steps) == (2, 8)
        assert (counted.executes, counted.args_updates) == (5 * 2, 5 * 8)


def test_with_the_headers_of_9_1_tensors_are_copied(compile_npu: Callable[..., CompiledForNpu]) -> None:
    compiled = compile_npu(ascendc_add)
    x, y = (tensor.npu() for tensor in random_pair(100, torch.float32))
    before = counters.graph_counters().static_copies
    compiled(x, y)
    assert counters.graph_counters().static_copies - before == 3
