# SPDX-License-Identifier: Apache-2.0
"""How many broken kernels the hazard checker reports, and how many correct ones it reports by mistake.

The kernels are those of emulator/tests/ascendc/sources/mutants.asc, broken by hand, and those of kernel/ and
examples/, broken by rule (subjects.py and programs.py in emulator/tests/ascendc).
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from measure import report

import cann_emulator

TESTS = Path(__file__).parent.parent / "emulator" / "tests" / "ascendc"
sys.path.insert(0, str(TESTS))


def main() -> None:
    cann_emulator.activate()
    import mutation  # after activate(): it loads torch and the emulator's libraries
    import programs
    import subjects
    from asc_library import SOURCES, Compiler, Library

    compiler = Compiler(cann_emulator.home() / "bin" / "bisheng")
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "libmutants.so"
        built = compiler.run("-O1", "-shared", "-fPIC", SOURCES / "mutants.asc", "-o", library)
        built.check_returncode()
        by_hand = mutation.measure(Library(library))
        scores = [
            by_hand,
            subjects.measure(subjects.build(compiler, Path(folder))),
            programs.measure(compiler, Path(folder)),
        ]
    reported = sum(len(score.reports) for score in scores)
    mutants = sum(score.mutants for score in scores)
    report("checker_mutation_score", 100 * reported / mutants, "% of mutants", 99.0, at_least=True)
    false_reports = sum(len(score.false_reports) for score in scores)
    report("checker_false_reports", false_reports, "kernels", 0.0)


if __name__ == "__main__":
    main()
