# SPDX-License-Identifier: Apache-2.0
"""The stand-alone programs of examples/ascendc: each checks its own results."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

import pytest
from asc_project import EXAMPLES

if TYPE_CHECKING:
    from pathlib import Path

_LISTED = re.search(r"set\(PROGRAMS([^)]*)\)", (EXAMPLES / "CMakeLists.txt").read_text())
PROGRAMS = _LISTED[1].split() if _LISTED else []


def test_the_project_builds_every_program() -> None:
    assert sorted(PROGRAMS) == sorted(path.stem for path in EXAMPLES.glob("*.asc"))


@pytest.mark.parametrize("program", PROGRAMS)
def test_program(examples: Path, program: str) -> None:
    finished = subprocess.run([examples / program], check=False, capture_output=True, text=True)
    assert finished.returncode == 0, finished.stdout + finished.stderr
