# SPDX-License-Identifier: Apache-2.0
"""Whole models through the graph engine against the same models in eager mode on the CPU, a batch of 32."""

from __future__ import annotations

import copy
import gc
import sys
from collections.abc import Callable
from pathlib import Path

import torch
import torchair
from measure import in_turns, report

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from support.networks import NETWORKS, Network


def _calls(network: Network) -> tuple[Callable[[], object], Callable[[], object]]:
    """One forward pass, compiled for npu and in eager mode on the CPU."""
    on_cpu = network.make().eval()
    backend = torchair.get_npu_backend(compiler_config=torchair.CompilerConfig())
    on_npu = copy.deepcopy(on_cpu).npu()
    compiled = torch.compile(on_npu, backend=backend, fullgraph=True, dynamic=False)
    x = network.inputs(32)
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


def _peaks(network: Network) -> tuple[int, int]:
    """Of one forward pass on npu, compiled and eager. What a graph keeps between calls counts as its own."""
    model = network.make().eval().npu()
    x = network.inputs(32).npu()
    eager = _peak_memory(lambda: model(x))
    before = torch.npu.memory_allocated()
    backend = torchair.get_npu_backend(compiler_config=torchair.CompilerConfig())
    compiled = torch.compile(model, backend=backend, fullgraph=True, dynamic=False)
    compiled(x)
    torch.npu.synchronize()
    kept = int(torch.npu.memory_allocated()) - before
    return kept + _peak_memory(lambda: compiled(x)), eager


def main() -> None:
    for name, network in NETWORKS.items():
        torch._dynamo.reset()
        gc.collect()  # graphs of the network before would give memory back while it is measured
        torch.manual_seed(0)
        with torch.no_grad():
            compiled, eager = _peaks(network)
            ours, reference = in_turns(*_calls(network), calls=20)
        report(f"model_{name}_vs_eager_cpu", ours / reference, "ratio of times", 1.1)
        report(f"model_{name}_peak_memory_vs_eager", compiled / eager, "ratio of bytes", 1.1)


if __name__ == "__main__":
    main()
