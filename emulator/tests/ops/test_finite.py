# SPDX-License-Identifier: Apache-2.0
"""CANN_EMULATOR_FINITE=on names the first node that makes inf or nan."""

from __future__ import annotations

import os
import subprocess
import sys

PROGRAM = """
import torch, torch_npu, torchair

backend = torchair.get_npu_backend(compiler_config=torchair.CompilerConfig())

@torch.compile(backend=backend, fullgraph=True, dynamic=False)
def program(x):
    return torch.exp(torch.log(torch.relu(x))) + 1

print(program(torch.tensor([-1.0, 2.0]).npu()).tolist())
"""


def _run(finite: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cann_emulator", "run", "-c", PROGRAM],
        env={**os.environ, "CANN_EMULATOR_FINITE": finite},
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_the_first_node_is_named() -> None:
    process = _run("on")
    assert process.returncode != 0
    assert 'node "Log"' in process.stderr
    assert "output 0 holds inf or nan, and all inputs are finite" in process.stderr


def test_off() -> None:
    process = _run("off")
    assert process.stdout.splitlines()[-1] == "[1.0, 3.0]", process.stderr
