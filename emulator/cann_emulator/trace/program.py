# SPDX-License-Identifier: Apache-2.0
"""Runs a program with modelled times on."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cann_emulator.trace.launches import Launch, read_launches

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def run_traced(
    command: Sequence[str | Path], environ: Mapping[str, str] | None = None, **options: Any
) -> tuple[subprocess.CompletedProcess[str], list[Launch]]:
    """Runs the command and returns how it ended with the launches of it and its children.

    ``environ``: its environment, by default this process's. ``options``: those of subprocess.run.
    """
    with tempfile.TemporaryDirectory(prefix="cann-trace-") as folder:
        variables = {**(os.environ if environ is None else environ), "CANN_EMULATOR_TRACE": folder}
        finished = subprocess.run(command, env=variables, check=False, **options)
        return finished, read_launches(Path(folder))
