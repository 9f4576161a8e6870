# SPDX-License-Identifier: Apache-2.0
"""Replacements in source text."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable


class Edit(NamedTuple):
    """Replace source[start:end] by ``text``."""

    start: int
    end: int
    text: str


def apply(source: str, edits: Iterable[Edit]) -> str:
    """``source`` with edits that do not overlap."""
    pieces: list[str] = []
    position = 0
    for edit in sorted(edits, key=lambda each: each.start):
        pieces += [source[position : edit.start], edit.text]
        position = edit.end
    pieces.append(source[position:])
    return "".join(pieces)
