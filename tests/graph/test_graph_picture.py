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
from ascendc_ops.graph_picture import picture_html, picture_svg, picture_text
from ascendc_ops.graph_picture.grouping import Section, groups, sections
from ascendc_ops.graph_text import CapturedGraph, GraphRecorder, graph_text
from ascendc_ops.testing import CompiledModel

SVG = "{http://www.w3.org/2000/svg}"


class Branch(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(8, 8)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return ascendc_add(torch.relu(self.linear(x)), x)


class Model(torch.nn.Module):
    def __init__(self, branches: int = 2) -> None:
        super().__init__()
        self.branches = torch.nn.ModuleList(Branch() for _ in range(branches))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for branch in self.branches:
            x = branch(x)
        return x.sum()


def captured(model: torch.nn.Module, *, backward: bool = False) -> list[CapturedGraph]:
    compiled = CompiledModel(model.npu())
    with torch.set_grad_enabled(backward):
        result = compiled(torch.ones(2, 8).npu())
    if backward:
        result.backward()
    return compiled.captured


@pytest.fixture
def graph() -> CapturedGraph:
    (found,) = captured(Model())
    return found


def visible(root: ElementTree.Element, tag: str) -> list[ElementTree.Element]:
    return [each for each in root.iter(f"{SVG}{tag}") if "display:none" not in each.get("style", "")]


def test_every_ge_node_is_beside_its_fx_node(graph: CapturedGraph) -> None:
    found = groups(graph)
    by_target = {group.fx.target: [node.type for node in group.nodes] for group in found if group.fx}
    assert list(by_target) == [
        "aten.addmm.default", "aten.relu.default", "ascendc_ops.ascendc_add.default", "aten.sum.default"
    ]  # fmt: skip
    assert {"Transpose", "MatMulV2", "Add"} <= set(by_target["aten.addmm.default"])
    assert by_target["ascendc_ops.ascendc_add.default"] == ["AddCustom"]
    custom = [node.type for group in found for node in group.nodes if group.is_custom(node)]
    assert custom == ["AddCustom", "AddCustom"]
    names = [node.name for group in found for node in group.all_nodes if node.name]
    assert sorted(names) == sorted(re.findall(r"^  (%\d+) =", graph_text(graph.definition), re.M))


def test_fx_nodes_have_their_modules_and_lines(graph: CapturedGraph) -> None:
    adds = [group.fx for group in groups(graph) if group.custom and group.fx]
    assert [fx.modules for fx in adds] == [(("branches.0", "Branch"),), (("branches.1", "Branch"),)]
    line = r"test_graph_picture.py:\d+: return ascendc_add\(torch.relu\(self.linear\(x\)\), x\)"
    assert re.fullmatch(line, adds[0].source)
    outer = [part.title for part in sections(groups(graph)) if isinstance(part, Section)]
    assert outer == ["branches.0 · Branch", "branches.1 · Branch"]


def test_backward_nodes_are_in_the_modules_of_the_forward_pass() -> None:
    forward, backward = captured(Model(), backward=True)
    assert all(not node.backward for node in forward.fx.values())
    titles = [part.title for part in sections(groups(backward)) if isinstance(part, Section)]
    assert titles == ["backward of branches.1 · Branch", "backward of branches.0 · Branch"]


def test_text_has_a_line_for_each_node(graph: CapturedGraph) -> None:
    text = picture_text(graph)
    assert len(text.splitlines()) == len(graph_text(graph.definition).splitlines()) - 1
    assert re.search(
        r"^\* ascendc_add: ascendc_ops\.ascendc_add\.default +%\d+ = AddCustom\(x=%\d+", text, re.M
    )


def test_svg_shows_boxes_edges_and_shapes(graph: CapturedGraph) -> None:
    root = ElementTree.fromstring(picture_svg(graph))
    kinds = [rect.get("class") for rect in root.iter(f"{SVG}rect")]
    assert kinds.count("own") == 4  # two FX nodes, two GE nodes
    assert kinds.count("fx") == 5
    assert kinds.count("section") == 2
    edges = [path.findtext(f"{SVG}title") or "" for path in root.iter(f"{SVG}path") if path.get("data-from")]
    constants = {node.name for group in groups(graph) for node in group.nodes if node.type == "Const"}
    values = [v for group in groups(graph) for node in group.nodes for v in node.inputs.values()]
    assert len(edges) == len([value for value in values if value not in constants])
    assert any("(float32[2, 8]) is x of AddCustom" in edge for edge in edges)
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert "perm=[1, 0]" in texts
    assert "float32[2, 8]" in texts
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for row in visible(root, "g"):
        top = float(row.get("transform", "translate(0 0)").split()[-1].rstrip(")"))
        for rect in row.iter(f"{SVG}rect"):
            assert float(rect.attrib["x"]) + float(rect.attrib["width"]) <= width
            assert top + float(rect.attrib["y"]) + float(rect.attrib["height"]) <= height


def test_a_large_graph_is_folded_by_module() -> None:
    (large,) = captured(Model(branches=12))
    root = ElementTree.fromstring(picture_svg(large))
    rows = [row for row in visible(root, "g") if row.get("data-id")]
    assert len(rows) < 20 < len(groups(large))
    assert "3 FX, 9 GE nodes, 1 AddCustom" in [text.text for text in root.iter(f"{SVG}text")]
    assert float(root.attrib["height"]) < 1000


def test_html_loads_nothing_from_elsewhere(graph: CapturedGraph) -> None:
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
