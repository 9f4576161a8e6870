# SPDX-License-Identifier: Apache-2.0
"""Stand-alone programs of examples/ascendc, broken by source_mutants.py: which mutants are reported?

A program checks its own data: exit code 0 means right. What counts as a mutant is as in subjects.py.
"""

from __future__ import annotations

import os
import re
import subprocess
from typing import TYPE_CHECKING

from source_mutants import PRELUDE, mutate
from subjects import ROOT, Score

if TYPE_CHECKING:
    from pathlib import Path

    from asc_library import Compiler

EXAMPLES = ROOT / "examples" / "ascendc"
# Programs without a mutant to judge: one breaks a rule on purpose, the other has neither copies nor waits.
LEFT_OUT = ("reported_mistake", "hello_world")
# Broken as well: how the one-tile programs copy.
HEADER = "kernel_io.h"
# Elements for blocks of several tiles, of which programs need one for their result.
ARGUMENTS = {"add_half_double_buffer": 48 * 16384 * 4 + 256, "add_half_large_copies": 48 * 16384 * 2 + 256}
_SECONDS = 5  # a mutant that takes longer hangs: the programs take a tenth of one
_REPORT = re.compile(r"kernel .+, block \d+ of \d+: .*")


def sources() -> list[Path]:
    return sorted(path for path in EXAMPLES.glob("*.asc") if path.stem not in LEFT_OUT)


def _outcome(program: Path, number: int, arguments: tuple[str, ...]) -> str | bool:
    """The report, or whether the program found its data right. Raises TimeoutExpired after _SECONDS."""
    environ = {**os.environ, "ASCENDC_MUTANT": str(number)}
    finished = subprocess.run(
        [program, *arguments], check=False, capture_output=True, text=True, env=environ, timeout=_SECONDS
    )
    report = _REPORT.search(finished.stdout + finished.stderr)
    return report[0] if report else finished.returncode == 0


def measure(compiler: Compiler, folder: Path) -> Score:
    """Builds the programs in ``folder`` and runs the original and each mutant."""
    score = Score()
    prelude = folder / "prelude.h"
    prelude.write_text(PRELUDE)
    for source in sources():
        text = source.read_text()
        mutants = mutate(text)
        changes = dict(mutants.changes)
        place = folder / source.stem
        place.mkdir()
        (place / source.name).write_text(mutants.text)
        if HEADER in text:
            header = mutate((EXAMPLES / HEADER).read_text(), first=len(changes) + 1)
            (place / HEADER).write_text(header.text)
            changes |= {number: f"{HEADER}, {change}" for number, change in header.changes.items()}
        program = place / "program"
        options = ("-O1", "-include", prelude, f"-I{EXAMPLES}", "-lplatform", "-o", program)
        built = compiler.run(place / source.name, *options)
        assert built.returncode == 0, built.stderr
        elements = (str(ARGUMENTS[source.stem]),) if source.stem in ARGUMENTS else ()
        original = _outcome(program, 0, elements)
        assert original is not False, f"{source.name} gives a wrong result"
        if isinstance(original, str):
            score.false_reports.append(original)
        for number, change in changes.items():
            try:
                outcome = _outcome(program, number, elements)
            except subprocess.TimeoutExpired:
                outcome = False
            name = f"{source.name}, {change}"
            if isinstance(outcome, str):
                score.reports[name] = outcome
            else:
                (score.unseen if outcome else score.missed).append(name)
    return score
