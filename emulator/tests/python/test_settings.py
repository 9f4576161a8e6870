# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import re
from pathlib import Path

from cann_emulator.settings import SETTINGS, markdown_table

_EMULATOR = Path(__file__).parents[2]


def test_the_readme_shows_the_table() -> None:
    assert markdown_table() in (_EMULATOR / "README.md").read_text(encoding="utf-8")


def test_the_variables_are_those_that_the_sources_read() -> None:
    # C++ and Python pass the name to a function, shell scripts (*.in) write it after a dollar sign.
    reads = re.compile(r'(?:\("|\$)(CANN_EMULATOR_[A-Z_]+)')
    sources = [path for path in _EMULATOR.rglob("*") if path.suffix in (".cpp", ".h", ".py", ".in")]
    skipped = {"settings.py", "tests", "build"}
    read = {
        name
        for path in sources
        if not skipped.intersection(path.relative_to(_EMULATOR).parts)
        for name in reads.findall(path.read_text(encoding="utf-8"))
    }
    assert read == {setting.name for setting in SETTINGS}
