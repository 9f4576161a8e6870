# SPDX-License-Identifier: Apache-2.0
"""The table of functions in docs/emulator-ascendc.md is the one that the headers give."""

from __future__ import annotations

from pathlib import Path

from cann_emulator.asc_compiler.api_table import MISSING, PARTLY, functions, with_table

ROOT = Path(__file__).resolve().parents[3]
HEADERS = ROOT / "emulator" / "include" / "ascendc"


def test_the_document_is_current() -> None:
    document = (ROOT / "docs" / "emulator-ascendc.md").read_text()
    command = (
        "python -m cann_emulator.asc_compiler.api_table emulator/include/ascendc docs/emulator-ascendc.md"
    )
    assert document == with_table(document, HEADERS), f"run: {command}"


def test_notes_agree_with_the_headers() -> None:
    declared = {name for path in HEADERS.glob("*.h") for name in functions(path.read_text())}
    assert len(declared) > 100
    assert set(PARTLY) <= declared
    missing = {name for names in MISSING.values() for name in names.replace(",", " ").split()}
    assert not missing & declared
