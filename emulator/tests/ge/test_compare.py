# SPDX-License-Identifier: Apache-2.0
"""CANN_EMULATOR_COMPARE=1 names the node of a compiled graph that is wrong, and none of a right one."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import Any

import pytest

from cann_emulator.compare_hook import install

MODELS = """
import json, sys
import cann_emulator
cann_emulator.activate()
import torch, torch_npu, torchair
from torch.nn.functional import dropout
from torchair._ge_concrete_graph import ge_apis as ge
from torchair._ge_concrete_graph.fx2ge_converter import register_fx_node_ge_converter
from cann_emulator.compare import reports

def compiled(function, dynamic=False):
    torch._dynamo.reset()
    return torch.compile(function, backend=torchair.get_npu_backend(), dynamic=dynamic, fullgraph=True)

class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = torch.nn.Linear(8, 16), torch.nn.Linear(16, 4)
    def forward(self, x):
        hidden = torch.tanh(self.first(x))
        return self.second(torch.relu(hidden).view(-1, 4, 4).flatten(1)).softmax(-1)

def training(dynamic):
    model = Model().npu()
    run = compiled(model, dynamic)
    for batch in (3, 5):
        run(torch.randn(batch if dynamic else 3, 8).npu()).square().sum().backward()

def in_place(x, y):
    x.mul_(2).add_(y)
    return torch.sin(x), x.max(-1).values

def random(x):
    return dropout(x, 0.5) * 2

def halves(x):
    return (x.half() @ x.half().t()).bfloat16().sum(0), x.to(torch.int32).cumsum(0), x > 0

torch.manual_seed(0)
training(False)
training(True)
x = torch.randn(4, 6)
given = x.npu()
sines, largest = compiled(in_place)(given, torch.ones(4, 6).npu())
torch.testing.assert_close(given.cpu(), x * 2 + 1)
compiled(random)(torch.randn(64).npu())
compiled(halves)(torch.randn(5, 6).npu())

@register_fx_node_ge_converter(torch.ops.aten.tanh.default)
def tanh(self, meta_outputs=None):
    return ge.Sigmoid(self)

training(False)
training(True)

def cause_of(report):
    cause = report.cause
    return cause and [cause.fx_node, cause.ge_node, cause.source]

print(json.dumps([
    {"compared": r.compared, "differ": [d.fx_node for d in r.differences], "failure": r.failure,
     "not_compared": dict(r.not_compared), "cause": cause_of(r)}
    for r in reports]))
"""

RIGHT = 2 * 4 + 3  # calls before tanh is converted wrongly


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[dict[str, Any]], str]:
    """The reports of a process, and what it wrote to stderr."""
    script = tmp_path_factory.mktemp("compare") / "models.py"
    script.write_text(MODELS)
    environment = {**os.environ, "CANN_EMULATOR_COMPARE": "1"}
    command = [sys.executable, str(script)]
    result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout.splitlines()[-1]), result.stderr


def test_right_graphs_agree(compared: tuple[list[dict[str, Any]], str]) -> None:
    """Static and dynamic, forward and backward, in place, random, of several dtypes."""
    reports, said = compared[0][:RIGHT], compared[1]
    assert len(reports) == RIGHT
    assert [report for report in reports if report["failure"] or report["differ"] or report["cause"]] == []
    assert all(report["compared"] > 0 for report in reports)
    assert reports[9]["not_compared"]["random"] == 1
    assert said.count("values compared with the CPU's, all agree") >= RIGHT


def test_a_wrong_node_in_the_middle_is_named(compared: tuple[list[dict[str, Any]], str]) -> None:
    """It and what follows from it differ; the gradients are right for the values they are given."""
    reports, said = compared[0][RIGHT:], compared[1]
    forward, backward = reports[0::2], reports[1::2]
    assert len(forward) == len(backward) == 4
    for report in forward:
        name, ge_node, source = report["cause"]
        assert name == "tanh"
        assert "(Sigmoid)" in ge_node
        assert source.endswith("hidden = torch.tanh(self.first(x))")
        assert {"tanh", "relu"} <= set(report["differ"])
    assert [report["cause"] for report in backward] == [None] * 4
    assert re.search(r"FX node +GE node +dtype +shape +max abs +max rel +first at", said)
    assert re.search(r"likely cause: FX node tanh \(aten.tanh.default, models.py:\d+: hidden", said)


def test_without_the_variable_nothing_is_hooked() -> None:
    assert not os.environ.get("CANN_EMULATOR_COMPARE")
    install()
    assert not any(type(finder).__module__ == install.__module__ for finder in sys.meta_path)
