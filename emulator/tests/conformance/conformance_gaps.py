# SPDX-License-Identifier: Apache-2.0
"""The known gaps: ``known_gaps.txt`` has a line ``<mode> <case>: <reason>`` for each."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

KNOWN_GAPS = Path(__file__).with_name("known_gaps.txt")


def known_gaps() -> dict[tuple[str, str], str]:
    """(mode, case) -> reason."""
    gaps = {}
    for line in KNOWN_GAPS.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        case, _, reason = line.partition(": ")
        mode, _, name = case.partition(" ")
        assert mode in {"compiled", "eager", "database"}, f"not compiled, eager or database: {line}"
        assert reason, f"without a reason: {line}"
        gaps[mode, name] = reason
    return gaps


def unexpected(results: Mapping[tuple[str, str], str | None]) -> list[str]:
    """A line for each case that neither equals the CPU nor is listed, or is listed and equals the CPU."""
    gaps = known_gaps()
    lines = []
    for (mode, name), reason in results.items():
        if reason is not None and (mode, name) not in gaps:
            lines.append(f"{mode} {name}: {reason}")
        if reason is None and (mode, name) in gaps:
            lines.append(f"{mode} {name}: equals the CPU now; remove it from {KNOWN_GAPS.name}")
    return lines
