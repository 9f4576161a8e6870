# SPDX-License-Identifier: Apache-2.0
"""Kernels in a process of its own: what the environment decides is read once in a process."""

from __future__ import annotations

import os
import subprocess
import sys

_PROLOGUE = """
import sys
import cann_emulator
cann_emulator.activate()
import torch
from asc_library import KernelError, Library
"""


def run_script(script: str, *arguments: object, **variables: str) -> subprocess.CompletedProcess[str]:
    """Runs Python source with torch, Library and KernelError at hand; it must end with exit code 0."""
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **variables}
    command = [sys.executable, "-c", _PROLOGUE + script, *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environ)
