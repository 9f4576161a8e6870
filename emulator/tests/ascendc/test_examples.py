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

_PROJECT = (EXAMPLES / "CMakeLists.txt").read_text()


def _listed(name: str) -> list[str]:
    listed = re.search(rf"set\({name}([^)]*)\)", _PROJECT)
    return listed[1].split() if listed else []


PROGRAMS = _listed("PROGRAMS")
LIBRARY_PROGRAMS = _listed("LIBRARY_PROGRAMS")  # of one kernel in examples/ascendc/library


def test_the_project_builds_every_program() -> None:
    assert sorted(PROGRAMS) == sorted(path.stem for path in EXAMPLES.glob("*.asc"))
    assert len(PROGRAMS) >= 25
    assert len(LIBRARY_PROGRAMS) == 3


def test_the_readme_names_every_program() -> None:
    readme = (EXAMPLES / "README.md").read_text()
    named = {
        name
        for row in re.findall(r"^\| (`.*?) \|", readme, re.MULTILINE)
        for name in row.strip("`").split("`, `")
    }
    assert named == {*PROGRAMS, *LIBRARY_PROGRAMS}


@pytest.mark.parametrize("program", PROGRAMS + LIBRARY_PROGRAMS)
def test_program(examples: Path, program: str) -> None:
    finished = subprocess.run([examples / program], check=False, capture_output=True, text=True)
    assert finished.returncode == 0, finished.stdout + finished.stderr
