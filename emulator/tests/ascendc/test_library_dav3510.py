# SPDX-License-Identifier: Apache-2.0
"""Library functions that dav-3510 alone has: in a process of its own, because a process has one SoC."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from asc_library import SOURCES, Compiler

SOURCE = SOURCES / "dav3510.asc"
CASES = Path(__file__).with_name("dav3510_cases.py")


def test_dav_3510_has_them(compiler: Compiler, tmp_path: Path) -> None:
    library = tmp_path / "libdav3510.so"
    other = Compiler(compiler.path, ("--npu-arch=dav-3510",))
    built = other.run("-O1", "-shared", "-fPIC", "-Wall", "-Wextra", SOURCE, "-o", library)
    assert (built.returncode, built.stderr) == (0, "")
    environ = {**os.environ, "CANN_EMULATOR_SOC": "Ascend950PR_9599", "ASCENDC_LIBRARY": str(library)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", CASES]
    finished = subprocess.run(command, check=False, capture_output=True, text=True, env=environ, cwd=tmp_path)
    assert finished.returncode == 0, finished.stdout + finished.stderr


def test_dav_2201_does_not_have_them(compiler: Compiler) -> None:
    built = compiler.run("-fsyntax-only", "-fmax-errors=0", SOURCE)
    names = [f"{kind}{name}" for kind in ("Logical", "Bitwise") for name in ("And", "Or", "Xor", "Not")]
    for name in (*names, "IsFinite", "Interleave", "DeInterleave", "PhiloxRandom"):
        assert f"{name}: dav-2201 does not have it" in built.stderr
