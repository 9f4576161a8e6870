# SPDX-License-Identifier: Apache-2.0
"""Environment variables that the kernels' runtime reads, each in a process of its own."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
from asc_process import run_script

if TYPE_CHECKING:
    from collections.abc import Callable

    from asc_library import Library

    Build = Callable[[str], Library]

SCRIPT = """
kernels, mistakes = map(Library, sys.argv[1:])
x, y = torch.randn(48 * 5 * 1024), torch.randn(48 * 5 * 1024)
result = kernels.run("add_double_buffered", torch.zeros_like(x), x, y, blocks=48)
print("equal" if torch.equal(result, x + y) else "different")
try:
    mistakes.run("set_leaked", torch.zeros(1))
    print("no report")
except KernelError:
    print("report")
"""


def run(library: Build, **variables: str) -> subprocess.CompletedProcess[str]:
    paths = [library(name).path for name in ("kernels", "mistakes")]
    return run_script(SCRIPT, *paths, **variables)


@pytest.mark.parametrize(("check", "report"), [("on", "report"), ("off", "no report")])
def test_check(library: Build, check: str, report: str) -> None:
    assert run(library, CANN_EMULATOR_CHECK=check).stdout.split("\n") == ["equal", report, ""]


@pytest.mark.parametrize("threads", ["1"])
def test_threads(library: Build, threads: str) -> None:
    result = run(library, CANN_EMULATOR_THREADS=threads)
    assert result.stdout.startswith("equal")
    assert "CANN_EMULATOR_THREADS" not in result.stderr


@pytest.mark.parametrize("threads", ["many"])
def test_threads_that_are_no_number(library: Build, threads: str) -> None:
    result = run(library, CANN_EMULATOR_THREADS=threads)
    assert result.stdout.startswith("equal")
    assert f"CANN_EMULATOR_THREADS={threads} is no number in 1..1024; using " in result.stderr


STRICT = """
kernels = Library(sys.argv[1])
x = torch.ones(2048)
try:
    kernels.run("copy_in float", torch.zeros(196608 // 4), x, form=0, count=int(sys.argv[2]))
    print("no report")
except KernelError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("check", "count", "reported"), [("strict", 16, False), ("strict", 9, True), ("on", 9, False)]
)
def test_copies_that_are_cut(library: Build, check: str, count: int, reported: bool) -> None:
    output = run_script(STRICT, library("kernels").path, count, CANN_EMULATOR_CHECK=check).stdout
    report = "of 36 bytes it copies whole blocks of 32, and leaves the last 4; use DataCopyPad"
    assert (report in output) == reported
