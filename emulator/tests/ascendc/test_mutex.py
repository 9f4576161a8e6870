# SPDX-License-Identifier: Apache-2.0
"""Mutex, of dav-3510: in a process of its own, because a process has one SoC."""

from __future__ import annotations

from typing import TYPE_CHECKING

from asc_library import SOURCES, Compiler
from asc_process import run_script

if TYPE_CHECKING:
    from pathlib import Path

SCRIPT = """
library = Library(sys.argv[1])
x = torch.rand(64)
for number in range(8):
    try:
        result = library.run("hand_over", torch.zeros(64), x, number=number)
        print("right" if torch.equal(result, x + 1) else "wrong")
    except KernelError as error:
        print(error)
"""
EXPECTED = (
    "right",
    "(read after write without a wait)",
    "mutex 27 is locked by pipe V",
    "mutex 27 is locked by pipe V, not locked by pipe MTE3; Lock and Unlock name one pipe and come in pairs",
    "mutex 27 is still locked when the kernel ends; add the Unlock",
    "mutex id 28 is out of range; ids are 0..27",
    "mutex id 27 was not given out by AllocMutexID",
    "right",
)


def test_mutex(compiler: Compiler, tmp_path: Path) -> None:
    library = tmp_path / "libmutex.so"
    other = Compiler(compiler.path, ("--npu-arch=dav-3510",))
    built = other.run("-O1", "-shared", "-fPIC", SOURCES / "mutex.asc", "-o", library)
    assert built.returncode == 0, built.stderr
    finished = run_script(SCRIPT, library, CANN_EMULATOR_SOC="Ascend950PR_9599")
    lines = finished.stdout.splitlines()
    assert len(lines) == len(EXPECTED), finished.stdout
    for line, expected in zip(lines, EXPECTED, strict=True):
        assert expected in line
