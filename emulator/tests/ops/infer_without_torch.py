# SPDX-License-Identifier: Apache-2.0
"""Infers the cases of a JSON file in a process without Python's torch; exits with 1 when one differs."""

from __future__ import annotations

import ctypes
import json
import sys
from pathlib import Path
from typing import Any

from library import Library, OpError, RawTensor


def _raw(entry: dict[str, Any], keep: list[Any]) -> RawTensor:
    address = 0
    if "values" in entry:
        keep.append((ctypes.c_int64 * len(entry["values"]))(*entry["values"]))
        address = ctypes.addressof(keep[-1])
    return RawTensor(entry["dtype"], entry["dims"], address)


def _infer(library: Library, case: dict[str, Any]) -> str | None:
    keep: list[Any] = []
    outputs: list[list[Any]] = []
    inputs: dict[str, RawTensor | list[RawTensor]] = {
        name: [_raw(item, keep) for item in value] if isinstance(value, list) else _raw(value, keep)
        for name, value in case["inputs"].items()
    }
    try:
        library.call(
            case["type"],
            inputs,
            case["attrs"],
            lambda _index, dtype, dims: outputs.append([dtype, dims]) or 0,
            infer=True,
            dynamic_outputs=case["dynamic_outputs"],
        )
    except OpError as error:
        return str(error)
    return None if outputs in ([], case["outputs"]) else f"inferred {outputs}, computed {case['outputs']}"


def main() -> int:
    """Prints what differs."""
    home, driver, cases = map(Path, sys.argv[1:])
    library = Library(home, driver)
    failures = 0
    for case in json.loads(cases.read_text()):
        failure = _infer(library, case)
        if failure:
            failures += 1
            print(f"{case['type']} {case['attrs']}: {failure.splitlines()[0]}")
    assert "torch" not in sys.modules
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
