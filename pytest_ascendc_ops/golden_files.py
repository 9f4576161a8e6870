# SPDX-License-Identifier: Apache-2.0
"""Which test uses which golden file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path


class GoldenFiles:
    """Those of one process."""

    def __init__(self) -> None:
        self._used: dict[Path, tuple[str, bool]] = {}

    def note(self, test: str, path: Path, *, written: bool) -> None:
        """``test`` compares with ``path``, or writes it.

        Raises AssertionError where another test does, whose graphs would be compared with its own.
        """
        __tracebackhide__ = True
        other, _ = self._used.get(path, (test, False))
        if other != test:
            raise AssertionError(
                f"the golden file {path} is that of {other}: give one of them another name=..."
            )
        self._used[path] = test, written

    def of(self, test: str) -> list[tuple[str, bool]]:
        """The files of ``test``, and whether it wrote them."""
        return [(str(path), written) for path, (user, written) in self._used.items() if user == test]

    @staticmethod
    def obsolete(used: Iterable[tuple[str, Path]]) -> Iterator[Path]:
        """Files beside those that tests (their ids) use, and that none uses.

        Only folders that have the name of the tests' file count: in others there may be files of other tests.
        """
        pairs = list(used)
        known = {path for _, path in pairs}
        own = {path.parent for test, path in pairs if path.parent.name == Path(test.partition("::")[0]).stem}
        for folder in sorted(own):
            yield from sorted(path for path in folder.glob("*.txt") if path not in known)
