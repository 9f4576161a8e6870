# SPDX-License-Identifier: Apache-2.0
"""ASC as a language of CMake."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import cmake
import pytest
from asc_library import SOURCES

if TYPE_CHECKING:
    from pathlib import Path


# The program itself: the script of that name is Python, which sets up the emulator in an enabled environment.
CMAKE = os.path.join(cmake.CMAKE_BIN_DIR, "cmake")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return shutil.copytree(SOURCES / "project", tmp_path / "project")


def configure(
    project: Path, home: Path | str | None, *options: str, generator: str = "Ninja"
) -> subprocess.CompletedProcess[str]:
    environ = {
        name: value
        for name, value in os.environ.items()
        if name not in ("ASCEND_HOME_PATH", "CMAKE_PREFIX_PATH", "CMAKE_GENERATOR")
    }
    if home is not None:
        environ |= {"ASCEND_HOME_PATH": str(home), "CMAKE_PREFIX_PATH": str(home)}
    command = [CMAKE, "-G", generator, "-S", project, "-B", project / "build", *options]
    return subprocess.run(command, check=False, capture_output=True, text=True, env=environ)


def build(project: Path) -> str:
    result = subprocess.run(
        [CMAKE, "--build", project / "build"], check=False, capture_output=True, text=True
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.mark.parametrize("generator", ["Ninja", "Unix Makefiles"])
def test_project(project: Path, cann_home: Path, generator: str) -> None:
    result = configure(project, cann_home, "-DCMAKE_ASC_ARCHITECTURES=dav-3510", generator=generator)
    assert result.returncode == 0, result.stderr
    build(project)
    program = project / "build" / "cxx_app"
    environ = {**os.environ, "CANN_EMULATOR_SOC": "Ascend950PR_9599"}
    output = subprocess.run([program], check=True, capture_output=True, text=True, env=environ).stdout
    lines = output.splitlines()
    assert lines[0] == "mixed 5"
    assert sorted(lines[1:]) == ["in_library 0", "in_library 1"]

    (project / "helper.cpp").touch()
    assert "Building ASC" not in build(project)
    (project / "include" / "shared.h").touch()
    assert build(project).count("Building ASC object") == 3


@pytest.mark.parametrize(
    ("home", "options", "message"),
    [
        (None, [], "the environment variable ASCEND_HOME_PATH is not set."),
        ("/no/such/folder", [], "ASCEND_HOME_PATH is '/no/such/folder', which is no folder."),
        ("real", [], "CMAKE_ASC_ARCHITECTURES is not set."),
        (
            "real",
            ["-DCMAKE_ASC_ARCHITECTURES=dav-1"],
            "CMAKE_ASC_ARCHITECTURES is 'dav-1', expected dav-2201",
        ),
        (
            "real",
            ["-DCMAKE_ASC_ARCHITECTURES=dav-2201;dav-3510"],
            "CMAKE_ASC_ARCHITECTURES names more than one",
        ),
    ],
)
def test_what_is_missing(
    project: Path, cann_home: Path, home: str | None, options: list[str], message: str
) -> None:
    package = cann_home / "lib" / "cmake" / "ASC"
    result = configure(project, cann_home if home == "real" else home, f"-DASC_DIR={package}", *options)
    assert result.returncode != 0
    assert message in " ".join(result.stderr.split())
