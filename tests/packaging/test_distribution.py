# SPDX-License-Identifier: Apache-2.0
"""The installed distribution: its files, what it records, and that it works from any directory."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path

import pytest

import ascendc_ops
from ascendc_ops._load import build_info
from support.processes import output_of, run_python


def installed_files() -> list[str]:
    try:
        files = distribution("ascendc-ops").files
    except PackageNotFoundError:
        pytest.skip("the plugin is in use without having been installed as a distribution")
    return [str(file) for file in files or []]


def test_wheel_has_library_module_converters_and_types() -> None:
    files = installed_files()
    if any(file.endswith("_ascendc_ops_editable.py") for file in files):
        pytest.skip("an editable installation leaves the Python files where they are")
    for name in (
        "lib/libascendc_ops.so",
        f"op_package/op_graph/lib/linux/{platform.machine()}/libascendc_ops_ge.so",
        "op_package/op_graph/include/ascendc_ops_proto.h",
        "py.typed",
        "converters/add_custom.py",
        "__main__.py",
        "nn.py",
        "scaffold/templates/operator/ge.cpp.j2",
    ):
        assert f"ascendc_ops/{name}" in files
    assert any(Path(file).name.startswith("ascendc_ops_pybind.") for file in files)
    sources = [file for file in files if file.endswith((".asc", ".h", ".cpp"))]
    folders = ("ascendc_ops/scaffold/shared/", "ascendc_ops/op_package/op_graph/include/")
    assert all(file.startswith(folders) for file in sources)


def test_wheel_records_what_it_was_built_against() -> None:
    info = build_info(ascendc_ops.library_path)
    assert (info["torch"], info["torch_npu"]) == (version("torch"), version("torch_npu"))
    assert info["architecture"] in ("dav-2201", "dav-3510")


def test_it_works_from_any_directory(tmp_path: Path) -> None:
    printed = output_of(
        run_python(
            """
            import torch
            import ascendc_ops
            import ascendc_ops_pybind
            x = torch.ones(3).npu()
            print(ascendc_ops.ascendc_add(x, x).tolist(), ascendc_ops_pybind.ascendc_add(x, x).tolist())
            """,
            cwd=tmp_path,
        )
    )
    assert "[2.0, 2.0, 2.0] [2.0, 2.0, 2.0]" in printed


def test_the_pybind11_module_alone_loads_the_library(tmp_path: Path) -> None:
    printed = output_of(
        run_python(
            """
            import torch
            import torch_npu
            import ascendc_ops_pybind
            x = torch.ones(3).npu()
            print(ascendc_ops_pybind.ascendc_add(x, x).tolist(), end=" ")
            print(torch.ops.ascendc_ops.ascendc_add(x, x).tolist())
            """,
            cwd=tmp_path,
        )
    )
    assert "[2.0, 2.0, 2.0] [2.0, 2.0, 2.0]" in printed
