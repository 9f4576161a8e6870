# SPDX-License-Identifier: Apache-2.0
"""``python -m ascendc_ops graph``: which FX node became which GE nodes, as text, SVG and HTML."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path

import pytest
import torch
import torchair

from ascendc_ops import ascendc_add
from ascendc_ops.__main__ import main
from ascendc_ops.graph_picture import groups, picture_html, picture_svg, picture_text
from ascendc_ops.graph_text import GraphRecorder, graph_text
from ascendc_ops.testing import CompiledModel

SVG = "{http://www.w3.org/2000/svg}"


class Small(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(8, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = torch.relu(self.linear(x))
        return ascendc_add(y, y).sum()


@pytest.fixture
def graph() -> object:
    compiled = CompiledModel(Small().npu())
    with torch.no_grad():
        compiled(torch.ones(2, 8).npu())
    (definition,) = compiled.definitions
    return definition


def test_every_ge_node_is_beside_its_fx_node(graph: object) -> None:
    found = groups(graph)
    by_target = {group.target: [node.type for node in group.nodes] for group in found if group.name}
    assert list(by_target) == [
        "aten.addmm.default", "aten.relu.default", "ascendc_ops.ascendc_add.default", "aten.sum.default"
    ]  # fmt: skip
    assert {"Transpose", "MatMulV2", "Add"} <= set(by_target["aten.addmm.default"])
    assert by_target["ascendc_ops.ascendc_add.default"] == ["AddCustom"]
    assert [group.target for group in found if group.custom] == ["ascendc_ops.ascendc_add.default"]
    names = [node.name for group in found for node in group.nodes if node.name]
    assert sorted(names) == sorted(re.findall(r"^  (%\d+) =", graph_text(graph), re.M))


def test_text_has_a_line_for_each_node(graph: object) -> None:
    text = picture_text(graph)
    assert len(text.splitlines()) == len(graph_text(graph).splitlines()) - 1
    assert re.search(
        r"^\* ascendc_add: ascendc_ops\.ascendc_add\.default +%\d+ = AddCustom\(x=%\d+", text, re.M
    )


def test_svg_shows_boxes_edges_and_shapes(graph: object) -> None:
    root = ElementTree.fromstring(picture_svg(graph))
    kinds = [rect.get("class") for rect in root.iter(f"{SVG}rect")]
    assert kinds.count("own") == 2
    assert kinds.count("fx") == 3
    edges = [
        path.findtext(f"{SVG}title") or "" for path in root.iter(f"{SVG}path") if path.get("class") == "edge"
    ]
    inputs = sum(len(node.inputs) for group in groups(graph) for node in group.nodes)
    assert len(edges) == inputs
    assert any("(float32[2, 4]) is x of AddCustom" in edge for edge in edges)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for rect in root.iter(f"{SVG}rect"):
        assert float(rect.attrib["x"]) + float(rect.attrib["width"]) <= width
        assert float(rect.attrib["y"]) + float(rect.attrib["height"]) <= height


def test_html_loads_nothing_from_elsewhere(graph: object) -> None:
    page = picture_html([graph, graph])
    HTMLParser().feed(page)
    assert page.count("<svg") == 2
    assert not re.search(r'(src|href)="', page)


def test_notebooks_show_the_recorder() -> None:
    config = torchair.CompilerConfig()
    recorder = GraphRecorder(config)
    backend = torchair.get_npu_backend(compiler_config=config)
    torch.compile(torch.relu, backend=backend, dynamic=False)(torch.ones(3).npu())
    assert recorder._repr_html_().startswith("<svg")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["graph", "ascendc_add", "--shapes", "4,4"]) == 0
    assert "* ascendc_add: ascendc_ops.ascendc_add.default" in capsys.readouterr().out
    for name, start in (("g.svg", "<svg"), ("g.html", "<!DOCTYPE html>"), ("g.txt", " ")):
        torch._dynamo.reset()
        assert main(["graph", "ascendc_add", "--shapes", "4,4", "--out", str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_text().startswith(start)
    with pytest.raises(SystemExit, match=r"expected --out \*\.html"):
        main(["graph", "ascendc_add", "--shapes", "4,4", "--out", str(tmp_path / "g.pdf")])
    with pytest.raises(SystemExit, match="there is no file"):
        main(["graph", "nowhere.py:Model"])
