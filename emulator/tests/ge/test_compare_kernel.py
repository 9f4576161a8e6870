# SPDX-License-Identifier: Apache-2.0
"""CANN_EMULATOR_COMPARE=1 names the node of a wrong Ascend C kernel: the operator's CPU function is right."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from ge_driver import KernelCompiler

MODEL = """
import ctypes, json, sys
import cann_emulator
cann_emulator.activate()
import torch, torch_npu, torchair
from cann_emulator.compare import reports
from torchair._ge_concrete_graph.fx2ge_converter import register_fx_node_ge_converter

ctypes.CDLL(sys.argv[1])

@torch.library.custom_op("wrong::double", mutates_args=(), device_types="cpu")
def double(x: torch.Tensor) -> torch.Tensor:
    return 2 * x

double.register_fake(torch.empty_like)

@register_fx_node_ge_converter(torch.ops.wrong.double.default)
def convert(x, meta_outputs=None):
    return torchair.ge.custom_op("TestWrongKernel", inputs={"x": x}, outputs=["y"])

def model(x):
    doubled = double(x.sigmoid())
    return (doubled + 1).tanh(), x.relu()

torch.manual_seed(0)
for dynamic, sizes in ((False, (16, 21)), (True, (16, 21))):
    torch._dynamo.reset()
    compiled = torch.compile(model, backend=torchair.get_npu_backend(), dynamic=dynamic, fullgraph=True)
    for size in sizes:
        compiled(torch.rand(size).npu())
print(json.dumps([[report.cause and report.cause.__dict__, [d.fx_node for d in report.differences]]
                  for report in reports], default=str))
"""


def test_the_node_is_the_first_that_differs(compile_kernel: KernelCompiler, tmp_path: Path) -> None:
    """Of 21 elements the last 5 are wrong; of 16 none."""
    script = tmp_path / "model.py"
    script.write_text(MODEL)
    library = compile_kernel("wrong_kernel.asc", tmp_path / "libwrong.so")
    result = subprocess.run(
        [sys.executable, str(script), str(library)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "CANN_EMULATOR_COMPARE": "1"},
    )
    assert result.returncode == 0, result.stderr
    reports = json.loads(result.stdout.splitlines()[-1])
    assert len(reports) == 4
    for cause, differ in reports[0::2]:
        assert (cause, differ) == (None, [])
    for cause, differ in reports[1::2]:
        assert cause["operator"] == "wrong.double.default"
        assert "(TestWrongKernel)" in cause["ge_node"]
        assert cause["first"] == [16]
        assert cause["note"] == ""
        assert cause["source"].endswith("doubled = double(x.sigmoid())")
        assert len(differ) == 3  # with the two nodes that follow from it; sigmoid and relu agree
    assert result.stderr.count("likely cause: FX node double (wrong.double.default, model.py:") == 2
