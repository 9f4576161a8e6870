# SPDX-License-Identifier: Apache-2.0
"""``python -m ascendc_ops compare``: an operator or a user's module, eager and compiled, against float64."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ascendc_ops.accuracy import compare, histogram_svg, table
from ascendc_ops.targets import add_arguments, find_target


def add_to(commands: Any) -> None:
    """Adds the command to argparse's ``commands``."""
    parser = commands.add_parser(
        "compare",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="examples:\n"
        "  python -m ascendc_ops compare dispersion_correction --dtype float16\n"
        "  python -m ascendc_ops compare model.py:Model --shapes 8x64 --picture errors.svg",
    )
    add_arguments(parser)
    parser.add_argument("--max-ulp", type=float, help="exit with status 1 when an error is larger")
    parser.add_argument("--picture", type=Path, help="write the histogram of errors there (SVG)")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    function, inputs = find_target(options)
    results = compare(function, *inputs, dynamic=options.dynamic)
    print(table(results))
    if options.picture is not None:
        options.picture.write_text(histogram_svg(results), encoding="utf-8")
        print(f"picture: {options.picture}")
    bad = any(each.nan_mismatches or each.inf_mismatches for each in results)
    if options.max_ulp is not None:
        bad = bad or any(each.max_ulp > options.max_ulp for each in results)
    return 1 if bad else 0
