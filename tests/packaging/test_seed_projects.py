# SPDX-License-Identifier: Apache-2.0
"""The projects in examples/ build by their README's commands and pass, copied elsewhere as they are."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from support.native import ROOT
from support.processes import output_of, run

PROJECTS = ("seed_ge_torchair", "seed_torch_library")


@pytest.mark.slow
@pytest.mark.parametrize("name", PROJECTS)
def test_builds_and_passes(name: str, tmp_path: Path) -> None:
    project = tmp_path / name
    shutil.copytree(ROOT / "examples" / name, project, ignore=shutil.ignore_patterns("build"))
    build = project / "build"
    build.mkdir()
    readme = (project / "README.md").read_text()
    for command in (
        "mkdir -p build && cd build",
        "cmake -DCMAKE_ASC_ARCHITECTURES=dav-2201 .. && make -j",
        "python3 ../add_custom_test.py",
    ):
        assert command in readme
    python = str(Path(sys.executable).parent)
    shell = f'PATH="{python}:$PATH"; cmake -DCMAKE_ASC_ARCHITECTURES=dav-2201 .. && make -j'
    output_of(run(["sh", "-c", shell], cwd=build))
    result = run([sys.executable, "../add_custom_test.py"], cwd=build, without=["ASCENDC_OPS_LIB"])
    assert "Ran 1 test" in result.stderr
    assert result.stderr.strip().endswith("OK"), result.stderr
    output_of(result)
