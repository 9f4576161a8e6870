# SPDX-License-Identifier: Apache-2.0
"""How many broken kernels the hazard checker reports, and how many correct ones it reports by mistake.

The kernels and the ways to break them are those of emulator/tests/ascendc/sources/mutants.asc.
"""

from __future__ import annotations

import subprocess
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
    from asc_library import Library

    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "libmutants.so"
        compiler = cann_emulator.home() / "bin" / "bisheng"
        source = TESTS / "sources" / "mutants.asc"
        options = ["--npu-arch=dav-2201", "-O1", "-shared", "-fPIC"]
        subprocess.run([compiler, *options, source, "-o", library], check=True)
        score = mutation.measure(Library(library))
    report("checker_mutation_score", score.share, "% of mutants", 99.0, at_least=True)
    report("checker_false_reports", len(score.false_reports), "kernels", 0.0)


if __name__ == "__main__":
    main()
