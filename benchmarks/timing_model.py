# SPDX-License-Identifier: Apache-2.0
"""How far the timing model is from published results, over every figure of them.

The programs are those of examples/ascendc, the figures those of emulator/tests/ascendc/published_timing.py.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from measure import report

import cann_emulator

sys.path.insert(0, str(Path(__file__).parent.parent / "emulator" / "tests" / "ascendc"))

from asc_project import build_examples
from published_timing import compare_conflicts, compare_steps


def main() -> None:
    cann_emulator.activate()
    with tempfile.TemporaryDirectory() as folder:
        programs = build_examples(Path(folder), cann_emulator.home())
        compared = [*compare_steps(programs, tiles=(8, 16)), *compare_conflicts(programs)]
    for one in compared:
        line = f"{one.name:<50} {one.modelled:14.3f} {one.published:14.3f} {one.relative_error:8.2%}"
        print(line, file=sys.stderr)
    worst = max(one.relative_error for one in compared)
    report("timing_max_relative_error", worst, "of published", 0.05)


if __name__ == "__main__":
    main()
