# SPDX-License-Identifier: Apache-2.0
"""How far a long test is, in a terminal; nothing in continuous integration and where there is no terminal."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TextIO, TypeVar

from tqdm import tqdm

T = TypeVar("T")


def _terminal() -> TextIO | None:
    """The terminal itself: pytest captures what is written to stderr."""
    if os.environ.get("CI"):
        return None
    try:
        return open("/dev/tty", "w", encoding="utf-8")
    except OSError:
        return None


def shown(items: Iterable[T], total: int, what: str) -> Iterator[T]:
    """``items``, counted up to ``total`` in the terminal as they are taken."""
    terminal = _terminal()
    yield from tqdm(items, what, total, file=terminal, disable=terminal is None, leave=False)
    if terminal is not None:
        terminal.close()
