# SPDX-License-Identifier: Apache-2.0
"""The commands of docs/how-to.md run as written, beside a model and a test."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from support.native import ROOT
from support.processes import output_of, run

MODEL = """
import torch
import torch_npu
import torchair

import ascendc_ops


class Model(torch.nn.Module):
    def forward(self, x):
        return ascendc_ops.ascendc_add(x, x).relu()


if __name__ == "__main__":
    backend = torchair.get_npu_backend(compiler_config=torchair.CompilerConfig())
    model = torch.compile(Model(), backend=backend, fullgraph=True)
    assert model(torch.ones(8, 64).npu()).cpu().eq(2).all()
"""
TEST = """
import torch

from model import Model


def test_model():
    assert Model()(torch.ones(8, 64).npu()).cpu().eq(2).all()
"""


@pytest.mark.slow
def test_commands(tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text(MODEL)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_model.py").write_text(TEST)
    page = (ROOT / "docs" / "how-to.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```", page, re.M | re.S)
    assert len(blocks) >= 4
    variables = {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(tmp_path),
    }
    for block in blocks:
        output_of(run(["bash", "-e", "-c", block], cwd=tmp_path, variables=variables))
    html = (tmp_path / "model.html").read_text(encoding="utf-8")
    assert "AddCustom" in html
    assert "cann-trace" in html  # the timeline of the kernel
