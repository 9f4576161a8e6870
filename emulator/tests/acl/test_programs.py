# SPDX-License-Identifier: Apache-2.0
"""C++ programs against the headers and libascendcl.so: threads, and the end of the process."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

PROGRAMS = Path(__file__).parent / "programs"
COMPILER = os.environ.get("CXX", "g++")


@pytest.fixture(scope="module")
def build(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Compiles a program; a second call for the same one returns the first result."""
    folder = tmp_path_factory.mktemp("programs")
    library = cann_home / "lib64"

    def compile_program(name: str) -> Path:
        program = folder / name
        if not program.exists():
            flags = ["-std=c++17", "-O1", "-Wall", "-Wextra", f"-I{cann_home}/include", f"-L{library}"]
            link = ["-lascendcl", f"-Wl,-rpath,{library}", "-pthread"]
            command = [COMPILER, *flags, str(PROGRAMS / f"{name}.cpp"), "-o", str(program), *link]
            subprocess.run(command, check=True)
        return program

    return compile_program


def run(program: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    variables = {**os.environ, **environment}
    command = [str(program), *arguments]
    return subprocess.run(command, env=variables, text=True, capture_output=True, timeout=60, check=False)


@pytest.mark.parametrize("devices", ["1", "2"])
def test_many_streams_from_many_threads(build: Callable[[str], Path], devices: str) -> None:
    result = run(build("many_streams"), CANN_EMULATOR_DEVICES=devices)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize("mode", ["idle", "running", "default stream", "callback", "event", "threads"])
def test_a_process_with_work_in_flight_ends_with_its_own_status(
    build: Callable[[str], Path], mode: str
) -> None:
    begin = time.monotonic()
    result = run(build("exit_with_work"), mode)
    assert (result.returncode, result.stderr) == (7, "")
    assert time.monotonic() - begin < 5, "queued work must be dropped"


@pytest.mark.slow
def test_a_task_that_never_ends_is_named_and_left_behind(build: Callable[[str], Path]) -> None:
    result = run(build("exit_with_work"), "forever")
    assert result.returncode == 7
    assert "still runs 'aclrtLaunchHostFunc' 10 s after the process began to exit" in result.stderr
