# SPDX-License-Identifier: Apache-2.0
"""``python -m ascendc_ops doctor``: what works in this environment, what does not, and what to do."""

from __future__ import annotations

import argparse
import io
import os
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ascendc_ops.doctor.environment import environment_checks
from ascendc_ops.doctor.failures import recognise
from ascendc_ops.doctor.imports import import_checks
from ascendc_ops.doctor.report import Check, as_json, as_text, overall


def add_to(commands: Any) -> None:
    """Adds the command to argparse's ``commands``."""
    parser = commands.add_parser(
        "doctor",
        description=__doc__,
        epilog="The status is 1 when there is a problem. Nothing is changed or installed.",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--error", type=Path, metavar="FILE", help="explain the error in this log instead (- for stdin)"
    )
    parser.set_defaults(run=_run)


def _explain(path: Path) -> list[Check]:
    if str(path) == "-" and sys.stdin is None:
        raise SystemExit("doctor: --error -: stdin is closed")
    try:
        text = sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise SystemExit(f"doctor: --error {path}: {error.strerror}") from None
    failure = recognise(text, os.environ)
    if failure is None:
        return [Check("error", "warning", "none of the usual failures", "run doctor without --error here")]
    return [Check("error", "problem", failure.meaning, failure.advice, failure.name)]


def _tried(checks: Callable[[Mapping[str, str]], Iterable[Check]]) -> Iterator[Check]:
    """What ``checks`` finds; where it fails itself, that is reported, and what it found before."""
    try:
        yield from checks(os.environ)
    except Exception:
        found = traceback.format_exc().strip().splitlines()
        yield Check("doctor", "problem", "\n".join(["a check failed itself:", *found]), "report it, please")


def _run(options: argparse.Namespace) -> int:
    if options.error is not None:
        report = _explain(options.error)
    else:
        if sys.stderr.isatty():
            print("trying the imports, then a compiled graph ...", file=sys.stderr)
        report = [*_tried(environment_checks), *_tried(import_checks)]
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # paths that the terminal's encoding lacks
    print(as_json(report) if options.json else as_text(report))
    return 1 if overall(report) == "problem" else 0
