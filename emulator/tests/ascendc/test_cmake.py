# SPDX-License-Identifier: Apache-2.0
"""ASC as a language of CMake."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
from asc_library import SOURCES
from asc_project import build, configure

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return shutil.copytree(SOURCES / "project", tmp_path / "project")


@pytest.mark.parametrize("generator", ["Ninja", "Unix Makefiles"])
def test_project(project: Path, cann_home: Path, generator: str) -> None:
    folder = project / "build"
    result = configure(project, folder, cann_home, "-DCMAKE_ASC_ARCHITECTURES=dav-3510", generator=generator)
    assert result.returncode == 0, result.stderr
    build(folder)
    program = folder / "cxx_app"
    environ = {**os.environ, "CANN_EMULATOR_SOC": "Ascend950PR_9599"}
    output = subprocess.run([program], check=True, capture_output=True, text=True, env=environ).stdout
    lines = output.splitlines()
    assert lines[0] == "mixed 5"
    assert sorted(lines[1:]) == ["in_library 0", "in_library 1"]

    (project / "helper.cpp").touch()
    assert "Building ASC" not in build(folder)
    (project / "include" / "shared.h").touch()
    assert build(folder).count("Building ASC object") == 3


def test_documented_project(tmp_path: Path, cann_home: Path) -> None:
    """As CANN's guide has it: targets name the architecture and the libraries of tiling functions."""
    project = shutil.copytree(SOURCES / "project_of_targets", tmp_path / "project")
    folder = project / "build"
    result = configure(project, folder, cann_home)
    assert result.returncode == 0, result.stderr
    build(folder)
    output = subprocess.run([folder / "softmax"], check=True, capture_output=True, text=True).stdout
    assert output == "320 rows of 64, 2201\n"


def test_architecture_that_nothing_names(project: Path, cann_home: Path) -> None:
    assert configure(project, project / "build", cann_home).returncode == 0
    with pytest.raises(AssertionError, match=r"no --npu-arch; .* CMAKE_ASC_ARCHITECTURES before project\(\)"):
        build(project / "build")


@pytest.mark.parametrize(
    ("home", "options", "message"),
    [
        (None, [], "the environment variable ASCEND_HOME_PATH is not set."),
        ("/no/such/folder", [], "ASCEND_HOME_PATH is '/no/such/folder', which is no folder."),
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
    sourced = cann_home if home == "real" else home
    result = configure(project, project / "build", sourced, f"-DASC_DIR={package}", *options)
    assert result.returncode != 0
    assert message in " ".join(result.stderr.split())
