# SPDX-License-Identifier: Apache-2.0
"""Whole models of usual size through the graph engine against the same models in eager mode on the CPU.

``model_<name>_vs_eager_cpu``: the time of a forward pass of one text of 128 tokens (of one image, of 256
vectors). ``model_call_overhead_us``: what a call takes before it computes anything, from the small MLP.
"""

from __future__ import annotations

import copy
import gc
import sys
import time
from collections.abc import Callable
from pathlib import Path

import torch
import torchair
from measure import in_turns, report

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from support.networks import BASE, NETWORKS, SMALL, Network, Size

BATCHES = {"mlp": 256}
SECONDS_PER_ROUND = 0.25


def _calls(network: Network, batch: int, size: Size) -> tuple[Callable[[], object], Callable[[], object]]:
    """One forward pass, compiled for npu and in eager mode on the CPU."""
    on_cpu = network.make(size).eval()
    backend = torchair.get_npu_backend(compiler_config=torchair.CompilerConfig())
    on_npu = copy.deepcopy(on_cpu).npu()
    compiled = torch.compile(on_npu, backend=backend, fullgraph=True, dynamic=False)
    x = network.inputs(batch, size)
    x_npu = x.npu()

    def run_compiled() -> None:
        compiled(x_npu)
        torch.npu.synchronize()

    return run_compiled, lambda: on_cpu(x)


def _peak_memory(function: Callable[[], object]) -> int:
    """Bytes of device memory that a call takes at most, beyond what is taken before it."""
    function()
    torch.npu.synchronize()
    before = torch.npu.memory_allocated()
    torch.npu.reset_peak_memory_stats()
    function()
    torch.npu.synchronize()
    return int(torch.npu.max_memory_allocated()) - before


def _peaks(network: Network, batch: int) -> tuple[int, int]:
    """Of one forward pass on npu, compiled and eager. What a graph keeps between calls counts as its own."""
    model = network.make(BASE).eval().npu()
    x = network.inputs(batch, BASE).npu()
    eager = _peak_memory(lambda: model(x))
    before = torch.npu.memory_allocated()
    backend = torchair.get_npu_backend(compiler_config=torchair.CompilerConfig())
    compiled = torch.compile(model, backend=backend, fullgraph=True, dynamic=False)
    compiled(x)
    torch.npu.synchronize()
    kept = int(torch.npu.memory_allocated()) - before
    return kept + _peak_memory(lambda: compiled(x)), eager


def _seconds(network: Network, batch: int, size: Size) -> tuple[float, float]:
    """Median time of a call, compiled and in eager mode."""
    torch.manual_seed(0)
    compiled, eager = _calls(network, batch, size)
    eager()
    start = time.perf_counter()
    eager()
    calls = max(1, round(SECONDS_PER_ROUND / (time.perf_counter() - start)))
    return in_turns(compiled, eager, calls=min(calls, 100))


def main() -> None:
    with torch.no_grad():
        for name, network in NETWORKS.items():
            torch._dynamo.reset()
            gc.collect()  # graphs of the network before would give memory back while it is measured
            batch = BATCHES.get(name, 1)
            compiled, eager = _peaks(network, batch)
            ours, reference = _seconds(network, batch, BASE)
            report(f"model_{name}_vs_eager_cpu", ours / reference, "ratio of times", 1.1)
            report(f"model_{name}_peak_memory_vs_eager", compiled / eager, "ratio of bytes", 1.1)
        ours, reference = _seconds(NETWORKS["mlp"], 1, SMALL)
        report("model_call_overhead_us", (ours - reference) * 1e6, "us", 400)


if __name__ == "__main__":
    main()
