# SPDX-License-Identifier: Apache-2.0
"""The binary interface: layouts, exported symbols, library names, both string ABIs."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path

import pytest
from ge_driver import Compiler

SYMBOLS = (Path(__file__).parent / "symbols.txt").read_text().split()
LIBRARIES = (
    "graph",
    "graph_base",
    "exe_graph",
    "lowering",
    "register",
    "gert",
    "eager_style_graph_builder_base",
)


def test_layouts(compile_library: Compiler, tmp_path: Path) -> None:
    library = ctypes.CDLL(str(compile_library("layout.cpp", tmp_path / "liblayout.so")))
    library.LayoutFailures.restype = ctypes.c_char_p
    assert library.LayoutFailures() == b""


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_symbols_of_torch_npu_and_plugins(cann_home: Path, symbol: str) -> None:
    ctypes.CDLL(str(cann_home / "lib64" / "libge_runner.so"))[symbol]


@pytest.mark.parametrize("name", LIBRARIES)
def test_every_library_name_leads_to_the_symbols(cann_home: Path, name: str) -> None:
    ctypes.CDLL(str(cann_home / "lib64" / f"lib{name}.so"))["GetRegisteredIrDef"]


def test_only_the_interface_is_exported(cann_home: Path) -> None:
    listing = subprocess.run(["nm", "-D", "--defined-only", str(cann_home / "lib64" / "libge_runner.so")],
                             capture_output=True, text=True, check=False)  # fmt: skip
    if listing.returncode != 0:
        pytest.skip("nm is not installed")
    names = [line.split()[-1] for line in listing.stdout.splitlines()]
    foreign = [name for name in names if "2ge" not in name and "4gert" not in name]
    own = ("captured_value", "capture_values", "graph_counters", "model_engine")
    expected = {"GetRegisteredIrDef", *(f"cann_emulator_{name}" for name in own)}
    assert {name for name in foreign if "LoadOpLibrary" not in name} <= expected


def test_headers_stand_alone_under_every_include_path(
    compile_library: Compiler, cann_home: Path, tmp_path: Path
) -> None:
    headers = [path.relative_to(cann_home / "include")
               for folder in ("graph", "ge", "exe_graph", "external")
               for path in sorted((cann_home / "include" / folder).rglob("*.h"))]  # fmt: skip
    assert headers
    for i, header in enumerate(headers):
        compile_library(f'#include "{header}"\n#include "{header}"\n', tmp_path / f"header{i}.so")


def test_a_plugin_of_the_older_string_abi_links(compile_library: Compiler, tmp_path: Path) -> None:
    text = "#define _GLIBCXX_USE_CXX11_ABI 0\n" + (Path(__file__).parent / "plugin.cpp").read_text()
    compile_library(text, tmp_path / "libold.so")
