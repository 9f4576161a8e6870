# SPDX-License-Identifier: Apache-2.0
"""Breaks the kernels of sources/mutants.asc one place at a time and counts what the checker reports.

``python mutation.py <library>`` prints the score; the library is sources/mutants.asc, compiled.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

import torch
from asc_library import SOURCES, KernelError, Library

BLOCKS = 2
TILE = 256
CORRECT = 0
# Elements per tensor: kernels of one tile a block, and those that loop.
ELEMENTS = {"flags": BLOCKS * 5 * TILE, "queues": BLOCKS * 5 * TILE + 13}


def places() -> dict[str, int]:
    """Kernel -> number of places to break, from the comment behind each kernel's head."""
    text = (SOURCES / "mutants.asc").read_text()
    return {
        name: int(last) for name, last in re.findall(r"^KERNEL\((\w+)\) \{  // places: 1-(\d+)", text, re.M)
    }


def run(library: Library, kernel: str, place: int) -> str | None:
    """The report, or None."""
    elements = ELEMENTS.get(kernel, BLOCKS * TILE)
    x, y = torch.rand(elements), torch.rand(elements)
    try:
        library.run(kernel, torch.zeros(elements), x, y, blocks=BLOCKS, number=place)
    except KernelError as error:
        return str(error)
    return None


@dataclass
class Score:
    mutants: int = 0
    reports: dict[tuple[str, int], str] = field(default_factory=dict)
    missed: list[tuple[str, int]] = field(default_factory=list)
    false_reports: list[str] = field(default_factory=list)

    @property
    def share(self) -> float:
        """Reported mutants in percent."""
        return 100 * len(self.reports) / self.mutants


def measure(library: Library) -> Score:
    score = Score()
    for kernel, last in places().items():
        report = run(library, kernel, CORRECT)
        if report is not None:
            score.false_reports.append(report)
        for place in range(1, last + 1):
            score.mutants += 1
            report = run(library, kernel, place)
            if report is None:
                score.missed.append((kernel, place))
            else:
                score.reports[kernel, place] = report
    return score


def main() -> None:
    score = measure(Library(Path(sys.argv[1])))
    for (kernel, place), report in score.reports.items():
        print(f"{kernel} {place}: {report}")
    print(f"missed: {score.missed}")
    print(f"false reports: {score.false_reports}")
    print(f"score: {len(score.reports)} of {score.mutants} mutants ({score.share:.1f} %)")


if __name__ == "__main__":
    main()
