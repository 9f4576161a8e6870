# SPDX-License-Identifier: Apache-2.0
"""Every row of stubs/symbols.csv against the built libraries."""

from __future__ import annotations

import csv
import ctypes
import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from acl_runtime import FEATURE_UNSUPPORTED, Acl

TABLE = Path(__file__).parents[2] / "stubs" / "symbols.csv"
ROWS = list(csv.DictReader(TABLE.open(encoding="utf-8")))


@pytest.fixture(scope="module")
def definitions(cann_home: Path) -> Counter[tuple[str, str]]:
    """(library, symbol) of every function that a library of the home defines for others."""
    found: Counter[tuple[str, str]] = Counter()
    for library in (cann_home / "lib64").glob("lib*.so"):
        command = ["nm", "-D", "--defined-only", str(library)]
        for line in subprocess.run(command, text=True, capture_output=True, check=True).stdout.splitlines():
            _, kind, name = line.split()
            if kind == "T":
                found[library.name, name] += 1
    return found


def test_names_are_unique() -> None:
    assert [name for name, count in Counter(row["symbol"] for row in ROWS).items() if count > 1] == []
    assert {row["state"] for row in ROWS} == {"emulated", "fails", "absent"}


def test_every_symbol_is_in_its_library_and_nowhere_else(definitions: Counter[tuple[str, str]]) -> None:
    libraries: dict[str, list[str]] = {}
    for library, name in definitions:
        libraries.setdefault(name, []).append(library)
    expected = {row["symbol"]: [] if row["state"] == "absent" else [row["library"]] for row in ROWS}
    wrong = {name: libraries.get(name, []) for name in expected if libraries.get(name, []) != expected[name]}
    assert wrong == {}


def test_nothing_is_defined_twice(definitions: Counter[tuple[str, str]]) -> None:
    owners = Counter(name for library, name in definitions if not name.startswith("_Z"))
    assert [name for name, count in owners.items() if count > 1 and name not in ("_init", "_fini")] == []


def test_every_function_of_the_headers_exists(cann_home: Path, definitions: Counter[tuple[str, str]]) -> None:
    text = "".join(path.read_text() for path in (cann_home / "include/acl").glob("*.h"))
    declared = re.findall(r"^(?:const )?\w+\*? (acl\w+)\(", text, re.MULTILINE)
    assert len(declared) > 150
    defined = {name for _, name in definitions}
    assert [name for name in declared if name not in defined] == []


FAILING = [row for row in ROWS if row["state"] == "fails"]


@pytest.mark.parametrize("row", FAILING, ids=lambda row: row["symbol"])
def test_what_is_not_emulated_fails_by_name(acl: Acl, cann_home: Path, row: dict[str, str]) -> None:
    function = getattr(ctypes.CDLL(str(cann_home / "lib64" / row["library"])), row["symbol"])
    function.restype = ctypes.c_int64
    result = function() & 0xFFFFFFFF
    assert acl.message() == f"{row['symbol']} is not implemented by the CANN emulator: {row['note']}"
    creates = "Create" in row["symbol"] and not row["symbol"].startswith("aclmdl")
    assert result == (5 if row["symbol"].startswith("Hccl") else 0 if creates else FEATURE_UNSUPPORTED)


NAMED_LIBRARIES = [
    "acl_op_compiler",
    "acl_tdt_channel",
    "ascend_protobuf",
    "ascendcl",
    "atb",
    "fmk_parser",
    "ge_runner",
    "gert",
    "graph",
    "hccl",
]


@pytest.mark.parametrize("library", NAMED_LIBRARIES)
def test_every_library_that_others_name_loads(cann_home: Path, library: str) -> None:
    ctypes.CDLL(str(cann_home / "lib64" / f"lib{library}.so"))
