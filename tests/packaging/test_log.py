# SPDX-License-Identifier: Apache-2.0
"""ASCENDC_OPS_LOG_LEVEL: what the log says, and that it is quiet without."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from support.native import ROOT
from support.processes import error_of, output_of, run, run_python

PROGRAM = """
import torch, torchair, ascendc_ops
backend = torchair.get_npu_backend(compiler_config=torchair.CompilerConfig())
x = torch.ones(3).npu()
def model(x):
    return ascendc_ops.ascendc_add(torch.relu(x), x)
model = torch.compile(model, backend=backend, fullgraph=True)
model(x)
print(model(x).tolist())
"""

FAILING = """
import torch, torchair
import ascendc_ops
from ascendc_ops.converters import noting
from support.unchecked_add import convert, unchecked_add
noting(torchair, ascendc_ops.library_path).register_fx_node_ge_converter(unchecked_add)(convert)
backend = torchair.get_npu_backend(compiler_config=torchair.CompilerConfig())
def model(x, y):
    return unchecked_add(x, y)
model = torch.compile(model, backend=backend, fullgraph=True, dynamic=False)
model(torch.ones(4).npu(), torch.ones(4).half().npu()).cpu()
"""


def test_a_compiled_call_can_be_followed(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    result = run([sys.executable, str(program)], cwd=tmp_path, variables={"ASCENDC_OPS_LOG_LEVEL": "info"})
    assert "[2.0, 2.0, 2.0]" in output_of(result)
    assert "ascendc_ops loaded " in result.stderr
    lines = [
        line for line in result.stderr.splitlines() if re.match(r"\d\d:\d\d:\d\d\.\d{3} ascendc_ops ", line)
    ]
    node = r"ascendc_add \(program.py:6: return ascendc_ops\.ascendc_add\(torch.relu\(x\), x\)\)"
    assert re.search(
        rf"FX {node}: ascendc_ops\.ascendc_add\.default -> GE AddCustom AddCustom \(\d+\.\d+ ms\)", lines[1]
    )
    launch = rf"GE AddCustom AddCustom, from FX node {node} -> launch \(\d+\.\d us on the host\)"
    assert lines[2:]  # GE may keep what a static graph launched, and call Execute once
    for line in lines[2:]:
        assert re.search(launch, line), line


def test_an_error_names_operator_node_and_line(tmp_path: Path) -> None:
    """What gets past Meta and fails in GE is still found in the model."""
    program = tmp_path / "program.py"
    program.write_text(FAILING)
    variables = {"PYTHONPATH": str(ROOT / "tests"), "ASCENDC_OPS_LOG_LEVEL": "error"}
    error = error_of(run([sys.executable, str(program)], cwd=tmp_path, variables=variables))
    assert re.search(
        r"AddCustom \(node AddCustom, from FX node \w+ \(program.py:9: return unchecked_add\(x, y\)\)\): "
        "x and y must have one dtype, got x float32 and y float16",
        error,
    )


def test_quiet_by_default(tmp_path: Path) -> None:
    result = run_python(PROGRAM, cwd=tmp_path, without=["ASCENDC_OPS_LOG_LEVEL"])
    assert "[2.0, 2.0, 2.0]" in output_of(result)
    assert "FX ascendc_ops" not in result.stderr


def test_an_unknown_level_is_refused(tmp_path: Path) -> None:
    result = run_python("import ascendc_ops", cwd=tmp_path, variables={"ASCENDC_OPS_LOG_LEVEL": "loud"})
    assert "ASCENDC_OPS_LOG_LEVEL='loud': expected one of debug, info" in error_of(result)
