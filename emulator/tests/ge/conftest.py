# SPDX-License-Identifier: Apache-2.0
"""Compiles the driver and the plugin once; one driver for the process."""

from __future__ import annotations

import ctypes
import importlib
import os
import subprocess
from pathlib import Path

import pytest
from ge_driver import Compiler, Driver, KernelCompiler


@pytest.fixture(scope="session")
def compile_library(cann_home: Path) -> Compiler:
    """Compiles a C++ file of this folder, or the given text, to a shared library, as a plugin is built."""

    def compile_one(source: str, output: Path, *headers: Path) -> Path:
        file = Path(__file__).parent / source
        if "\n" in source:
            file = output.with_suffix(".cpp")
            file.write_text(source)
        flags = [
            "-std=c++17",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-fPIC",
            "-shared",
            *[f"-I{folder}" for folder in (*headers, cann_home / "include")],
            f"-I{Path(__file__).parents[2]}",  # acl/runtime.h
        ]
        libraries = cann_home / "lib64"
        link = [
            f"-L{libraries}",
            f"-Wl,-rpath,{libraries}",
            "-Wl,--no-as-needed",
            "-lgert",
            "-lascendcl",
            "-lascendc_runtime",
        ]
        command = [os.environ.get("CXX", "c++"), *flags, str(file), "-o", str(output), *link]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        assert result.returncode == 0, result.stderr
        return output

    return compile_one


@pytest.fixture(scope="session")
def compile_kernel(cann_home: Path) -> KernelCompiler:
    """Compiles an Ascend C file of this folder with an operator of GE to a shared library."""

    def compile_one(source: str, output: Path) -> Path:
        bisheng = [str(cann_home / "bin" / "bisheng"), "--npu-arch=dav-2201", "-shared", "-fPIC"]
        files = [str(Path(__file__).with_name(source)), "-o", str(output)]
        link = [f"-L{cann_home / 'lib64'}", "-Wl,--no-as-needed", "-lgert", "-lascendcl"]
        result = subprocess.run([*bisheng, *files, *link], capture_output=True, text=True, check=False)
        assert result.returncode == 0, result.stderr
        return output

    return compile_one


@pytest.fixture(scope="session")
def headers_9_2() -> Path:
    """What CANN 9.2 adds to the headers of the home, which are those of 9.1."""
    return Path(__file__).parents[2] / "include-9.2"


@pytest.fixture(scope="session")
def driver(compile_library: Compiler, tmp_path_factory: pytest.TempPathFactory) -> Driver:
    importlib.import_module("torch")
    return Driver(compile_library("driver.cpp", tmp_path_factory.mktemp("ge") / "libge_driver.so"))


@pytest.fixture(scope="session")
def plugin(
    driver: Driver, compile_library: Compiler, tmp_path_factory: pytest.TempPathFactory
) -> ctypes.CDLL:
    """Test operators, loaded after GEInitialize as torch.ops.load_library does."""
    library = ctypes.CDLL(
        str(compile_library("plugin.cpp", tmp_path_factory.mktemp("ge") / "libge_plugin.so"))
    )
    library.Recorded.restype = ctypes.c_char_p
    return library
