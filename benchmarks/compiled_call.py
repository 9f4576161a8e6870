# SPDX-License-Identifier: Apache-2.0
"""Compiled ascendc_add on [8, 2048] float32: a call against torch inductor on the CPU, and the first call.

``compiled_call_floor_vs_inductor`` is the same call with a graph that does nothing when it is run: what torch
and TorchAir alone take, below which no GE and no plugin can bring it.
"""

from __future__ import annotations

import time
from unittest import mock

import torch
import torch_npu  # noqa: F401
import torchair
from measure import in_turns, report
from torchair.core import _torchair

import ascendc_ops


def main() -> None:
    torch.manual_seed(0)
    x, y = torch.rand(8, 2048), torch.rand(8, 2048)
    x_npu, y_npu = x.npu(), y.npu()
    backend = torchair.get_npu_backend(compiler_config=torchair.CompilerConfig())
    compiled = torch.compile(ascendc_ops.ascendc_add, fullgraph=True, backend=backend, dynamic=False)
    inductor = torch.compile(torch.add, fullgraph=True, dynamic=False)

    start = time.perf_counter()
    compiled(x_npu, y_npu)
    torch.npu.synchronize()
    report("compile_first_call_s", time.perf_counter() - start, "s", 2.0)

    ours, reference = in_turns(
        lambda: compiled(x_npu, y_npu), lambda: inductor(x, y), calls=300, finish=torch.npu.synchronize
    )
    report("compiled_call_vs_inductor", ours / reference, "ratio of times", 0.8)

    results = [torch.empty_like(x_npu)]

    def run_nothing(*_: object, **__: object) -> list[torch.Tensor]:
        return results

    with mock.patch.object(_torchair.TorchNpuGraphBase, "run", run_nothing):
        floor, reference = in_turns(lambda: compiled(x_npu, y_npu), lambda: inductor(x, y), calls=300)
    report("compiled_call_floor_vs_inductor", floor / reference, "ratio of times", 0.8)


if __name__ == "__main__":
    main()
