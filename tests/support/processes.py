# SPDX-License-Identifier: Apache-2.0
"""Running Python in a process of its own, where a test needs another environment or survives a crash."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path

TIMEOUT_S = 550

Result = subprocess.CompletedProcess[str]


def run(
    command: Sequence[str | Path],
    *,
    cwd: Path,
    variables: Mapping[str, str] | None = None,
    without: Sequence[str] = (),
    timeout: float = TIMEOUT_S,
) -> Result:
    """Runs ``command`` with this process's environment plus ``variables``, minus the names in ``without``."""
    environment = {name: value for name, value in os.environ.items() if name not in without}
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**environment, **(variables or {})},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


def run_python(
    code: str, *, cwd: Path, variables: Mapping[str, str] | None = None, without: Sequence[str] = ()
) -> Result:
    """Runs ``code`` (indented as in the test) in a new interpreter."""
    return run([sys.executable, "-c", textwrap.dedent(code)], cwd=cwd, variables=variables, without=without)


def installing_into(folder: Path) -> dict[str, str]:
    """Variables with which pip installs into ``folder`` and Python finds it there: this environment stays."""
    site = str(folder / "site")
    python = os.pathsep.join(filter(None, [site, os.environ.get("PYTHONPATH")]))
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return {"PIP_TARGET": site, "PIP_UPGRADE": "1", "PIP_NO_DEPS": "1", "PYTHONPATH": python, "PATH": path}


def output_of(result: Result) -> str:
    """What a process that must have succeeded printed."""
    assert result.returncode == 0, f"exit code {result.returncode}\n{result.stdout}\n{result.stderr}"
    return result.stdout


def error_of(result: Result) -> str:
    """What a process that must have failed by an exception, not by a crash, wrote to stderr."""
    assert result.returncode > 0, f"exit code {result.returncode}\n{result.stdout}\n{result.stderr}"
    return result.stderr
