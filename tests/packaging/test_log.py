# SPDX-License-Identifier: Apache-2.0
"""ASCENDC_OPS_LOG_LEVEL: what the log says, and that it is quiet without."""

from __future__ import annotations

from pathlib import Path

from support.processes import error_of, output_of, run_python

PROGRAM = """
import torch, torchair, ascendc_ops
backend = torchair.get_npu_backend(compiler_config=torchair.CompilerConfig())
x = torch.ones(3).npu()
print(torch.compile(ascendc_ops.ascendc_add, backend=backend, fullgraph=True)(x, x).tolist())
"""


def test_a_compiled_call_can_be_followed(tmp_path: Path) -> None:
    result = run_python(PROGRAM, cwd=tmp_path, variables={"ASCENDC_OPS_LOG_LEVEL": "info"})
    assert "[2.0, 2.0, 2.0]" in output_of(result)
    assert "ascendc_ops loaded " in result.stderr
    assert "ascendc_ops FX ascendc_ops.ascendc_add.default -> GE AddCustom AddCustom" in result.stderr


def test_quiet_by_default(tmp_path: Path) -> None:
    result = run_python(PROGRAM, cwd=tmp_path, without=["ASCENDC_OPS_LOG_LEVEL"])
    assert "[2.0, 2.0, 2.0]" in output_of(result)
    assert "FX ascendc_ops" not in result.stderr


def test_an_unknown_level_is_refused(tmp_path: Path) -> None:
    result = run_python("import ascendc_ops", cwd=tmp_path, variables={"ASCENDC_OPS_LOG_LEVEL": "loud"})
    assert "ASCENDC_OPS_LOG_LEVEL='loud': expected one of debug, info" in error_of(result)
