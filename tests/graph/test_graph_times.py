# SPDX-License-Identifier: Apache-2.0
"""Times of kernels in pictures of graphs: a traced run, then a page that links each node to its timeline."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from ascendc_ops.graph_picture.timeline import KernelTime, read_times
from support.emulator import emulator_module
from support.processes import output_of, run

emulator_module("homes", "only the emulator models times")

MODEL = """
import torch, ascendc_ops

def twice(x):
    return ascendc_ops.ascendc_add(ascendc_ops.ascendc_add(torch.relu(x), x), x)
"""


def test_nodes_lead_to_their_timelines(tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text(MODEL)
    graph = [sys.executable, "-m", "ascendc_ops", "graph", "model.py:twice", "--shapes", "64x1024"]
    printed = output_of(run([sys.executable, "-m", "cann_emulator", "trace", *graph], cwd=tmp_path))
    assert "a picture for each of 2 nodes of graphs" in printed
    trace = tmp_path / "cann-trace" / "trace.json"
    output_of(run([*graph, "--out", "model.html", "--times", str(trace)], cwd=tmp_path))
    page = (tmp_path / "model.html").read_text()
    links = re.findall(r'<a href="(.*?)".*?>([\d.]+) us</text></a>', page)
    assert len(links) == 2
    for picture, time in links:
        drawn = (tmp_path / picture).read_text()
        assert re.search(rf"add_custom.* on Ascend910B1, core 0 of \d+: {time} us in all", drawn)
    launches = [e for e in json.loads(trace.read_text())["traceEvents"] if "node" in e.get("args", {})]
    assert [each["args"]["node"] for each in launches] == ["AddCustom", "AddCustom_1"]


def test_the_first_launch_of_a_node_counts(tmp_path: Path) -> None:
    events = [
        {"name": "other", "ph": "X", "dur": 1, "args": {}},
        *({"dur": time, "args": {"graph": "g", "node": "Add", "picture": "p.svg"}} for time in (2.5, 9)),
    ]
    trace = tmp_path / "deep" / "trace.json"
    trace.parent.mkdir()
    trace.write_text(json.dumps({"traceEvents": events}))
    assert read_times(trace, tmp_path) == {"g": {"Add": KernelTime(2.5, "deep/p.svg")}}
    trace.write_text("[]")
    with pytest.raises(ValueError, match="expected a file in the Trace Event Format"):
        read_times(trace, tmp_path)
