# SPDX-License-Identifier: Apache-2.0
"""`make conformance`: every call that TorchAir's converters declare, on npu against the CPU.

Writes ``build/conformance.json``:
``{"compiled": {"equal": n, "total": n, "others": {case: reason}}, "eager": {...}}``.
The status is 1 if a case fails that is not a known gap, or a known gap passes.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

import cann_emulator

cann_emulator.activate()

from conformance_cases import declared_cases  # noqa: E402
from conformance_gaps import unexpected  # noqa: E402
from conformance_workers import check_all  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "cases", nargs="*", help="beginnings of the names of cases, e.g. aten.add; default: all"
    )
    parser.add_argument("--mode", choices=["compiled", "eager"], help="default: both")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (default: %(default)s)")
    parser.add_argument("--output", type=Path, default=Path("build/conformance.json"))
    options = parser.parse_args()
    modes = [options.mode] if options.mode else ["compiled", "eager"]
    prefixes = tuple(options.cases) or ("",)
    names = [case.name for case in declared_cases() if case.name.startswith(prefixes)]

    results = check_all([(mode, name) for mode in modes for name in names], options.jobs)
    report = {}
    for mode in modes:
        others = {name: results[mode, name] for name in names if results[mode, name] is not None}
        report[mode] = {"equal": len(names) - len(others), "total": len(names), "others": others}
        print(f"{mode}: {len(names) - len(others)} of {len(names)} declared calls equal the CPU's")
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(report, indent=1) + "\n")

    lines = unexpected(results)
    print("\n".join(lines))
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
