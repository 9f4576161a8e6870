# SPDX-License-Identifier: Apache-2.0
"""GE's time to load and compile chains of nodes, handed over as TorchAir does."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import torch_npu  # noqa: F401
import torchair  # noqa: F401
from measure import report
from torchair.core._backend import TorchNpuGraph, initialize_graph_engine

sys.path.append(str(Path(__file__).parents[1] / "emulator" / "tests" / "ge"))
from ge_models import FLOAT, ModelBuilder

ON_NPU, STATIC = 1, 1


class Chain(ModelBuilder):
    """x -> Relu -> Relu -> ..."""

    def __init__(self, nodes: int) -> None:
        super().__init__(f"chain_{nodes}")
        value = self.data(FLOAT, [8, 2048])
        for _ in range(nodes):
            value = self.node("Relu", [("x", value)])
        self.output(value, traced=[(FLOAT, [8, 2048])])
        self.graph.op[0].input_desc.add().CopyFrom(self.graph.op[0].output_desc[0])  # as TorchAir has it
        self.graph.attr["_input_placements"].list.i.append(ON_NPU)
        self.graph.attr["_output_dtypes"].list.i.append(FLOAT)
        self.graph.attr["_executor_type"].i = STATIC

    @property
    def attr(self) -> object:
        return self.graph.attr

    @property
    def op(self) -> object:
        return self.graph.op

    def SerializeToString(self) -> bytes:
        return self.serialised()


def seconds_to_compile(nodes: int) -> float:
    chain, graph = Chain(nodes), TorchNpuGraph(f"chain_{nodes}")
    start = time.perf_counter()
    graph.load(chain)
    graph.compile()
    return time.perf_counter() - start


def main() -> None:
    initialize_graph_engine()
    seconds_to_compile(10)
    small, large = seconds_to_compile(1_000), seconds_to_compile(10_000)
    report("ge_compile_10000_nodes_s", large, "s", 2.0)
    report("ge_compile_growth", large / small / 10, "of linear", 1.5)


if __name__ == "__main__":
    main()
