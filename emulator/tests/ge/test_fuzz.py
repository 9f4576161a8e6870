# SPDX-License-Identifier: Apache-2.0
"""Mutants of exported graphs and offline models: errors, never crashes.

fuzz.cpp changes bytes and prints the seed; structural_mutants.py changes the graph.
"""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from fuzz_model import small_model
from ge_driver import Driver
from offline import atc

MUTANTS = 2000


@pytest.fixture(scope="module")
def fuzz(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program, beside small.air and small.om."""
    folder = tmp_path_factory.mktemp("fuzz")
    libraries = cann_home / "lib64"
    flags = ["-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{cann_home / 'include'}"]
    link = [f"-L{libraries}", f"-Wl,-rpath,{libraries}", "-lge_runner", "-lgraph", "-lascendcl"]
    source = Path(__file__).parent / "fuzz.cpp"
    command = [os.environ.get("CXX", "c++"), *flags, str(source), "-o", str(folder / "fuzz"), *link]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    (folder / "small.air").write_bytes(small_model().serialised())
    compiled = atc(cann_home, f"--model={folder / 'small.air'}", f"--output={folder / 'small'}")
    assert compiled.returncode == 0, compiled.stderr
    return folder / "fuzz"


@pytest.mark.parametrize("kind", ["air", "om"])
def test_mutants_are_loaded_or_refused(fuzz: Path, kind: str) -> None:
    command = [str(fuzz), str(fuzz.parent / f"small.{kind}"), str(MUTANTS), "1"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, f"exit code {result.returncode} after {result.stderr[-200:]}"
    mutants, accepted, refused = counted(result.stdout)
    assert mutants == MUTANTS
    assert accepted > 0
    assert refused > MUTANTS // 2


def test_structural_mutants_are_run_or_refused(driver: Driver, plugin: ctypes.CDLL) -> None:
    script = Path(__file__).with_name("structural_mutants.py")
    command = [sys.executable, str(script), driver.lib._name, plugin._name, str(MUTANTS), "1"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, f"exit code {result.returncode} after {result.stderr[-2000:]}"
    mutants, accepted, refused = counted(result.stdout)
    assert mutants == MUTANTS
    assert accepted > MUTANTS // 20  # deep enough to matter
    assert refused > MUTANTS // 4


def counted(text: str) -> tuple[int, int, int]:
    counts = re.fullmatch(r"(\d+) mutants, (\d+) accepted, (\d+) refused\n", text)
    assert counts is not None, text
    return int(counts[1]), int(counts[2]), int(counts[3])
