# SPDX-License-Identifier: Apache-2.0
"""What only the process that has the trouble can tell: call ``check_process()`` in it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from ascendc_ops.doctor.failures import FAILURES
from ascendc_ops.doctor.report import Check

_READ_EARLY = "ASCEND_CUSTOM_OPP_PATH"  # CANN reads it when its libraries are loaded


def _set_at_start(name: str) -> bool:
    """Whether the process was started with the variable, whatever it has become since."""
    try:
        entries = Path("/proc/self/environ").read_bytes().split(b"\0")
    except OSError:  # no /proc: nobody knows
        return True
    return any(entry.startswith(f"{name}=".encode()) for entry in entries)


def check_process() -> list[Check]:
    """Checks of the running process; empty when nothing is wrong. Imports nothing, changes nothing."""
    npu = sys.modules.get("torch_npu.npu")
    if npu is None:
        return []
    checks = []
    if _READ_EARLY in os.environ and not _set_at_start(_READ_EARLY):
        failure = FAILURES["op-package-late"]
        found = f"{_READ_EARLY}={os.environ[_READ_EARLY]} was set after this process started"
        checks.append(Check("operator packages", "warning", found, failure.advice, failure.name))
    initialised_in = getattr(npu, "_original_pid", False)
    if initialised_in and initialised_in != os.getpid():
        failure = FAILURES["fork-after-init"]
        checks.append(Check("fork", "problem", failure.meaning, failure.advice, failure.name))
    return checks
