# SPDX-License-Identifier: Apache-2.0
"""The README's program and commands run as written, in a copy of the source tree."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.native import ROOT
from support.processes import output_of, run

BUILD_TIMEOUT_S = 900

README = (ROOT / "README.md").read_text(encoding="utf-8")

# What the README's `your_test.py` stands for.
YOUR_TEST = """
import os
import torch
torch.ops.load_library(os.environ["ASCENDC_OPS_LIB"])
x = torch.ones(5).npu()
print(torch.ops.ascendc_ops.ascendc_add(x, x).cpu().tolist())
"""


def blocks(language: str = "") -> list[str]:
    """The fenced blocks with this language, in order."""
    return [
        body for name, body in re.findall(r"^```(\w*)\n(.*?)^```", README, re.S | re.M) if name == language
    ]


def test_program_prints_the_sum(tmp_path: Path) -> None:
    (program,) = blocks("python")
    script = tmp_path / "program.py"
    script.write_text(program)
    assert "tensor([[" in output_of(run([sys.executable, str(script)], cwd=tmp_path))


def test_make_targets_exist() -> None:
    targets = sorted(set(re.findall(r"^make (\w+)", "\n".join(blocks()), re.M)) | {"lint", "bench", "help"})
    assert {"demo", "test"} <= set(targets)
    for target in targets:
        dry_run = subprocess.run(
            ["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert dry_run.returncode == 0, dry_run.stderr


@pytest.mark.slow
@pytest.mark.timeout(BUILD_TIMEOUT_S)
def test_build_by_hand(tmp_path: Path) -> None:
    (commands,) = (block for block in blocks() if block.startswith("mkdir -p build"))
    tree = tmp_path / "tree"
    ignored = shutil.ignore_patterns(".git", ".venv", "build", "emulator", "__pycache__", ".*_cache")
    shutil.copytree(ROOT, tree, ignore=ignored)
    (tree / "build").mkdir()
    (tree / "build" / "your_test.py").write_text(YOUR_TEST)
    shell = f'set -e\nPATH="{Path(sys.executable).parent}:$PATH"\n{commands}'
    result = run(["sh", "-c", shell], cwd=tree, without=["ASCENDC_OPS_LIB"], timeout=BUILD_TIMEOUT_S)
    assert "[2.0, 2.0, 2.0, 2.0, 2.0]" in output_of(result)
