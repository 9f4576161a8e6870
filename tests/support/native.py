# SPDX-License-Identifier: Apache-2.0
"""Small C++ helpers that tests compile: against the plugin's kernel headers, CANN's or torch's."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import torch
import torch_npu

ROOT = Path(__file__).parents[2]
_TORCH = Path(torch.__file__).parent
_TORCH_NPU = Path(torch_npu.__file__).parent

TORCH_INCLUDES = (
    _TORCH / "include",
    _TORCH / "include" / "torch" / "csrc" / "api" / "include",
    _TORCH_NPU / "include",
    _TORCH_NPU / "include" / "third_party" / "acl" / "inc",
)
TORCH_LIBRARIES = (
    *(_TORCH / "lib" / f"lib{name}.so" for name in ("torch", "torch_cpu", "c10")),
    _TORCH_NPU / "lib" / "libtorch_npu.so",
)


def cann_includes() -> tuple[Path, ...]:
    include = Path(os.environ["ASCEND_HOME_PATH"]) / "include"
    return include, include / "external"


def cann_library(name: str) -> Path:
    return Path(os.environ["ASCEND_HOME_PATH"]) / "lib64" / f"lib{name}.so"


def compiler() -> str:
    found = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    assert found, "no C++ compiler; set CXX"
    return found


def compile_library(
    source: Path, output: Path, *, includes: Sequence[Path] = (), libraries: Sequence[Path] = ()
) -> Path:
    """Compiles ``source`` into the shared library ``output``, linked with every one of ``libraries``."""
    return _compile(source, output, ["-fPIC", "-shared"], includes, libraries)


def compile_program(
    source: Path, output: Path, *, includes: Sequence[Path] = (), libraries: Sequence[Path] = ()
) -> Path:
    """Compiles ``source`` into the program ``output``, which finds ``libraries`` where they are."""
    folders = {library.parent for library in libraries}
    return _compile(source, output, [f"-Wl,-rpath,{folder}" for folder in folders], includes, libraries)


def _compile(
    source: Path, output: Path, options: Sequence[str], includes: Sequence[Path], libraries: Sequence[Path]
) -> Path:
    command = [
        *(compiler(), "-std=c++17", "-Wall", "-Wextra", *options),
        *(option for folder in includes for option in ("-isystem", str(folder))),
        *(str(source), "-o", str(output), "-Wl,--no-as-needed"),
        *(str(library) for library in libraries),
    ]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return output
