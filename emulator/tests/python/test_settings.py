# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import re
from pathlib import Path

from cann_emulator.settings import SETTINGS, markdown_table

_EMULATOR = Path(__file__).parents[2]


def test_the_readme_shows_the_table() -> None:
    assert markdown_table() in (_EMULATOR / "README.md").read_text(encoding="utf-8")


def test_every_variable_that_is_read_is_documented() -> None:
    # Names of macros and CMake variables have the same prefix but are not in quotes.
    reads = re.compile(r'"(CANN_EMULATOR_[A-Z_]+)"')
    read = {
        name
        for path in _EMULATOR.rglob("*")
        if path.suffix in (".cc", ".cpp", ".h", ".py") and not {"tests", "build"}.intersection(path.parts)
        for name in reads.findall(path.read_text(encoding="utf-8"))
    }
    assert read <= {setting.name for setting in SETTINGS}
