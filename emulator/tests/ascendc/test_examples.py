# SPDX-License-Identifier: Apache-2.0
"""The stand-alone programs of examples/ascendc: each checks its own results."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

import pytest
from asc_project import EXAMPLES

from cann_emulator.asc_compiler.api_table import headers, names

if TYPE_CHECKING:
    from pathlib import Path

_PROJECT = (EXAMPLES / "CMakeLists.txt").read_text()


def _listed(name: str) -> list[str]:
    listed = re.search(rf"set\({name}([^)]*)\)", _PROJECT)
    return listed[1].split() if listed else []


INCLUDE = EXAMPLES.parents[1] / "emulator" / "include"
# dav-2201 has no Scatter; a program of its own has no workspace of the system; print.h and utility.h hold no
# instructions; what tensor_operators.h names is not written out (dst = src0 + src1).
WITHOUT_A_PROGRAM = {"vector_scatter.h", "workspace.h", "print.h", "utility.h", "tensor_operators.h"}
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
    root = EXAMPLES.parents[1]
    assert f" {len(PROGRAMS)} stand-alone Ascend C programs" in (root / "README.md").read_text()
    assert f"、{len(PROGRAMS)} 个独立的 Ascend C 程序" in (root / "README.zh.md").read_text()


def test_the_programs_use_every_family_of_the_basic_api() -> None:
    """A family of instructions is a header; the C API, which has the same ones, is one."""
    text = "".join(path.read_text() for suffix in ("asc", "h") for path in EXAMPLES.rglob(f"*.{suffix}"))
    words = set(re.findall(r"\w+", text))
    families: dict[str, set[str]] = {}
    for path in headers(INCLUDE):
        family = "c_api" if "c_api" in path.parts else path.name
        families.setdefault(family, set()).update(names(path.read_text()))
    unused = {name for name, family in families.items() if family and not family & words}
    assert {name for name in unused if not name.startswith("library_")} == WITHOUT_A_PROGRAM


@pytest.mark.parametrize("program", PROGRAMS + LIBRARY_PROGRAMS)
def test_program(examples: Path, program: str) -> None:
    finished = subprocess.run([examples / program], check=False, capture_output=True, text=True)
    assert finished.returncode == 0, finished.stdout + finished.stderr
