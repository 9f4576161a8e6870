# SPDX-License-Identifier: Apache-2.0
"""Builds the test libraries of sources/ with the .asc compiler, each once per session."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from asc_library import SOURCES, Compiler, Library
from asc_project import build_examples

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture(scope="session")
def compiler(cann_home: Path) -> Compiler:
    return Compiler(cann_home / "bin" / "bisheng")


@pytest.fixture(scope="session")
def library(compiler: Compiler, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Library]:
    """``library("vector")``: the shared library of sources/vector.asc, ready to call."""
    folder = tmp_path_factory.mktemp("asc")
    built: dict[str, Library] = {}

    def build(name: str) -> Library:
        if name not in built:
            path = folder / f"lib{name}.so"
            result = compiler.run(
                "-O1", "-shared", "-fPIC", "-Wall", "-Wextra", SOURCES / f"{name}.asc", "-o", path
            )
            assert result.returncode == 0, result.stderr
            assert result.stderr == ""
            built[name] = Library(path)
        return built[name]

    return build


@pytest.fixture(scope="session")
def examples(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the programs of examples/ascendc."""
    return build_examples(tmp_path_factory.mktemp("examples"), cann_home)


@pytest.fixture
def random(request: pytest.FixtureRequest) -> Random:
    """Draws the same in every run of a test, and something else in every test."""
    return Random(request.node.name)
