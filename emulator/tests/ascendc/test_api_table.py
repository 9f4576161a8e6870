# SPDX-License-Identifier: Apache-2.0
"""The table of the language in emulator/README.md is the one that the headers give."""

from __future__ import annotations

import re
from pathlib import Path

from cann_emulator.asc_compiler.api_table import MISSING, PARTLY, headers, names, with_table

ROOT = Path(__file__).resolve().parents[3]
INCLUDE = ROOT / "emulator" / "include"


def test_the_document_is_current() -> None:
    document = (ROOT / "emulator" / "README.md").read_text()
    command = "python -m cann_emulator.asc_compiler.api_table emulator/include emulator/README.md"
    assert document == with_table(document, INCLUDE), f"run: {command}"


def test_notes_agree_with_the_headers() -> None:
    declared = {name for path in headers(INCLUDE) for name in names(path.read_text())}
    assert len(declared) > 250
    assert set(PARTLY) <= declared
    missing = {name for group in MISSING.values() for name in re.findall(r"\w+", group)}
    assert not missing & declared
