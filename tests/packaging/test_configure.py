# SPDX-License-Identifier: Apache-2.0
"""The configure step says first what is missing; broken kernels fail the build."""

from __future__ import annotations

import os
import shutil
import sys
import venv
from pathlib import Path

import cmake
import pytest

from support.native import ROOT, compiler
from support.processes import Result, error_of, output_of, run

GENERATOR = "-GNinja"
# The program itself: the script of that name is Python, and there a start-up hook may set up the emulator.
CMAKE = Path(cmake.CMAKE_BIN_DIR, "cmake")


def configure(
    folder: Path, *options: str, variables: dict[str, str] | None = None, without: tuple[str, ...] = ()
) -> Result:
    command = [
        CMAKE,
        GENERATOR,
        "-S",
        ROOT,
        "-B",
        folder / "build",
        f"-DPython3_EXECUTABLE={sys.executable}",
        *options,
    ]
    return run(command, cwd=folder, variables=variables, without=without)


def said(error: str) -> str:
    """CMake's message in one line."""
    return " ".join(error.split())


def test_b08_an_unknown_architecture(tmp_path: Path) -> None:
    error = error_of(configure(tmp_path, "-DCMAKE_ASC_ARCHITECTURES=dav-1234"))
    assert "CMAKE_ASC_ARCHITECTURES is 'dav-1234', expected dav-2201" in said(error)
    assert "No NPU is needed to build" in said(error)


def test_v01_no_cann_is_sourced(tmp_path: Path) -> None:
    error = error_of(configure(tmp_path, without=("ASCEND_HOME_PATH",)))
    assert "ASCEND_HOME_PATH is not set. Run `source <cann>/set_env.sh`" in said(error)
    assert "python -m cann_emulator env" in said(error)


def test_b07_a_cann_that_lacks_headers(tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(
        os.environ["ASCEND_HOME_PATH"], home, symlinks=True, ignore=shutil.ignore_patterns("custom_op.h")
    )
    error = error_of(configure(tmp_path, variables={"ASCEND_HOME_PATH": str(home)}))
    assert f"{home}/include/graph/custom_op.h is missing: the CANN there is older than 9.1" in said(error)


def test_b07_a_python_without_torch(tmp_path: Path) -> None:
    venv.create(tmp_path / "bare", symlinks=True, with_pip=False)
    python = tmp_path / "bare" / "bin" / "python"
    error = error_of(configure(tmp_path, f"-DPython3_EXECUTABLE={python}", without=("PYTHONPATH",)))
    assert f"torch is not installed for {python}" in said(error)


@pytest.mark.skipif(
    "clang" in Path(compiler()).name, reason="the stand-in for an old compiler is made of g++"
)
def test_b07_a_compiler_that_is_too_old(tmp_path: Path) -> None:
    old = tmp_path / "g++"
    old.write_text(f'#!/bin/sh\nexec {compiler()} -U__GNUC__ -D__GNUC__=9 "$@"\n')
    old.chmod(0o755)
    error = error_of(configure(tmp_path, f"-DCMAKE_CXX_COMPILER={old}"))
    assert "11 or newer expected: set CXX to a newer compiler" in said(error)


@pytest.fixture(scope="module")
def configured(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("configured")
    output_of(configure(folder))
    return folder


@pytest.mark.parametrize("package", ["torch", "torch_npu"])
def test_b09_a_changed_torch_configures_again(configured: Path, package: str) -> None:
    rules = (configured / "build" / "build.ninja").read_text()
    depends = next(line for line in rules.splitlines() if line.startswith("build build.ninja"))
    assert f"/{package}/version.py" in depends


def test_b09_another_cann_is_refused(configured: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.symlink_to(os.environ["ASCEND_HOME_PATH"])
    error = error_of(configure(configured, variables={"ASCEND_HOME_PATH": str(other)}))
    assert f"ASCEND_HOME_PATH is now {other}" in said(error)
    assert "another build folder" in said(error)


@pytest.mark.parametrize("architecture", ["dav-2201", "dav-3510"])
def test_b02_a_kernel_that_does_not_compile_fails_the_build(tmp_path: Path, architecture: str) -> None:
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.20)\n"
        f"set(CMAKE_ASC_ARCHITECTURES {architecture})\n"
        "find_package(ASC REQUIRED)\n"
        "project(broken LANGUAGES ASC CXX)\n"
        "add_library(broken SHARED broken.asc)\n"
    )
    (tmp_path / "broken.asc").write_text(
        '#include "kernel_operator.h"\n\n'
        "__global__ __vector__ void broken(GM_ADDR x) {\n  no_such_name = x;\n}\n"
    )
    output_of(run([CMAKE, GENERATOR, "-S", tmp_path, "-B", tmp_path / "build"], cwd=tmp_path))
    result = run([CMAKE, "--build", tmp_path / "build"], cwd=tmp_path)
    error = result.stdout + error_of(result)
    assert "broken.asc:4" in error
    assert "no_such_name" in error
    assert not list(tmp_path.rglob("libbroken.so"))
