# SPDX-License-Identifier: Apache-2.0
"""The hazard checker: its score on broken kernels, collisions of blocks, strict mode and the JSON report."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import mutation
import pytest
import torch
from asc_library import KernelError, Library
from asc_process import run_script

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Build = Callable[[str], Library]

SCRIPT = """
library = Library(sys.argv[1])
for case in sys.argv[2:]:
    try:
        library.run(case, torch.zeros(64), torch.zeros(64))
        print(case, "no report")
    except KernelError as error:
        print(case, error)
"""


def run(library: Library, *cases: str, **variables: str) -> list[str]:
    return run_script(SCRIPT, library.path, *cases, **variables).stdout.splitlines()


def test_mutants_are_reported_and_originals_are_not(library: Build) -> None:
    score = mutation.measure(library("mutants"))
    assert score.false_reports == []
    assert score.missed == []
    assert score.mutants >= 50


def test_results_of_the_originals(library: Build) -> None:
    x, y = torch.rand(512), torch.rand(512)
    result = library("mutants").run("barriers", torch.zeros(512), x, y, blocks=2, number=mutation.CORRECT)
    assert torch.equal(result, x + y)


def test_two_blocks_write_the_same_bytes(library: Build) -> None:
    with pytest.raises(
        KernelError, match=r"block 1 of 2: DataCopy .* block 0 writes too .* run in any order"
    ):
        library("mistakes").run("same_place", torch.zeros(64), torch.zeros(64), blocks=2)
    library("mistakes").run("same_place", torch.zeros(64), torch.zeros(64), blocks=1)


@pytest.mark.parametrize(
    ("first", "length", "report"),
    [(1, 4, None), (0, 4, "write after write without a wait"), (1, 8, "block 0 writes too")],
    ids=["apart", "pipes", "blocks"],
)
def test_only_bytes_that_both_touch_count(
    library: Build, first: int, length: int, report: str | None
) -> None:
    def run_it() -> None:
        library("mistakes").run(
            "side_by_side", torch.zeros(64), torch.zeros(64), blocks=4, number=first, count=length
        )

    if report is None:
        run_it()
    else:
        with pytest.raises(KernelError, match=report):
            run_it()


def test_strict(library: Build) -> None:
    case = "vector_after_vector"
    assert run(library("mistakes"), case, CANN_EMULATOR_CHECK="on") == [f"{case} no report"]
    (report,) = run(library("mistakes"), case, CANN_EMULATOR_CHECK="strict")
    assert "put PipeBarrier<PIPE_V>() between the two" in report


def test_report_collects_all(library: Build, tmp_path: Path) -> None:
    path = tmp_path / "findings.json"
    cases = ("read_before_copied", "read_of_nothing", "ub_index")
    lines = run(library("mistakes"), *cases, CANN_EMULATOR_CHECK_REPORT=str(path))
    assert lines[:2] == ["read_before_copied no report", "read_of_nothing no report"]
    first, second, third = json.loads(path.read_text())
    assert (first["kind"], first["kernel"], first["block"]) == ("read after write", "read_before_copied", 0)
    assert (first["later"]["instruction"], first["later"]["pipe"]) == ("Abs", "V")
    assert (first["earlier"]["instruction"], first["earlier"]["pipe"]) == ("DataCopy", "MTE2")
    assert first["later"]["line"] == first["earlier"]["line"] + 1
    assert (first["space"], first["begin"], first["end"]) == ("UB", 0, 256)
    assert "SetFlag<HardEvent::MTE2_V>" in first["fix"]
    assert (second["kind"], second["earlier"]) == ("uninitialised read", None)
    assert third["kind"] == "failed check"
    assert "GetValue" in third["message"]
