# SPDX-License-Identifier: Apache-2.0
"""`make conformance`: every call that TorchAir's converters declare, and, in eager mode, every operator of
torch's own operator database ("database"): on npu against the CPU.

Writes ``build/conformance.json``:
``{"compiled": {"equal": n, "total": n, "others": {case: reason}}, "eager": {...}, "database": {...}}``.
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
from conformance_database import database  # noqa: E402
from conformance_gaps import unexpected  # noqa: E402
from conformance_workers import check_all  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "cases", nargs="*", help="beginnings of the names of cases, e.g. aten.add; default: all"
    )
    parser.add_argument("--mode", choices=["compiled", "eager", "database"], help="default: all")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (default: %(default)s)")
    parser.add_argument("--output", type=Path, default=Path("build/conformance.json"))
    options = parser.parse_args()
    modes = [options.mode] if options.mode else ["compiled", "eager", "database"]
    prefixes = tuple(options.cases) or ("",)
    declared = [case.name for case in declared_cases()]
    names = {
        mode: [name for name in (database() if mode == "database" else declared) if name.startswith(prefixes)]
        for mode in modes
    }

    results = check_all([(mode, name) for mode in modes for name in names[mode]], options.jobs)
    report = {}
    for mode in modes:
        total = len(names[mode])
        others = {name: results[mode, name] for name in names[mode] if results[mode, name] is not None}
        report[mode] = {"equal": total - len(others), "total": total, "others": others}
        calls = "operators of torch's database" if mode == "database" else "declared calls"
        print(f"{mode}: {total - len(others)} of {total} {calls} equal the CPU's")
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(report, indent=1) + "\n")

    lines = unexpected(results)
    print("\n".join(lines))
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
