# SPDX-License-Identifier: Apache-2.0
"""Checks the cases whose lines ``<mode> <name>`` come on standard input; answers each with a line of JSON.

The mode is "compiled", "eager" or "database" (an operator of torch's database, in eager mode). An answer is
[what ``check`` or ``check_database`` gives, whether this process can go on].
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from pathlib import Path

import cann_emulator

cann_emulator.activate()
sys.path.append(str(Path(__file__).parents[1] / "ops"))  # npu_references

from conformance_cases import declared_cases  # noqa: E402
from conformance_check import check, npu_works  # noqa: E402
from conformance_database import check_database  # noqa: E402


def main() -> None:
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # what libraries print does not mix with the answers
    cases = {case.name: case for case in declared_cases()}
    for line in sys.stdin:
        mode, _, name = line.strip().partition(" ")
        with contextlib.redirect_stdout(sys.stderr):
            answer = check_database(name) if mode == "database" else check(cases[name], mode)
        # A failed task may stop torch_npu's queue for good.
        answers.write(json.dumps([answer, answer is None or npu_works()]) + "\n")


if __name__ == "__main__":
    main()
