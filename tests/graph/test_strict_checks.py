# SPDX-License-Identifier: Apache-2.0
"""Our operators launch the same whenever they are called: CANN_EMULATOR_CHECK=strict calls each twice."""

from __future__ import annotations

import json
from pathlib import Path

from support.emulator import emulator_module
from support.processes import output_of, run_python

emulator_module("homes", "a check of the emulator")

GRAPHS = """
import json
import torch, torch_npu, torchair
from ascendc_ops import ascendc_add, ascendc_add_, dispersion_correction
from cann_emulator.counters import graph_counters

def model(x, y, row):
    z = dispersion_correction(ascendc_add(ascendc_add(x, y), row), 0.5)
    ascendc_add_(y, row)
    return z

def reference(x, y, row):
    total = x + y + row
    y += row
    return total * 0.5 + total.sqrt()

compiled = torch.compile(model, backend=torchair.get_npu_backend(), dynamic=False, fullgraph=True)
before = graph_counters()
for step in range(3):
    x, y, row = (torch.rand(shape) + 1 for shape in ((6, 100), (6, 100), (100,)))
    given = [x.npu().requires_grad_(), y.npu(), row.npu()]
    x.requires_grad_()
    result, expected = compiled(*given), reference(x, y, row)
    result.sum().backward(), expected.sum().backward()
    for got, wanted in ((result, expected), (given[1], y), (given[0].grad, x.grad)):
        torch.testing.assert_close(got.cpu(), wanted)
print(json.dumps([after - begun for begun, after in zip(before, graph_counters())]))
"""


def test_every_operator_repeats_its_launches(tmp_path: Path) -> None:
    # Strict checks also report what the compiler orders in kernels; with a report file launches go on.
    report = str(tmp_path / "hazards.json")
    variables = {"CANN_EMULATOR_CHECK": "strict", "CANN_EMULATOR_CHECK_REPORT": report}
    result = run_python(GRAPHS, cwd=tmp_path, variables=variables)
    executes, loads, steps, *_ = json.loads(output_of(result).splitlines()[-1])
    assert (loads, steps) == (2, 6)  # forward and backward
    assert executes == 2 * 5  # two sums, the correction, its gradient, the sum in place
