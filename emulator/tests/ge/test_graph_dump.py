# SPDX-License-Identifier: Apache-2.0
"""DUMP_GE_GRAPH: the stages of a graph as files that viewers open, read back with ONNX's own schema."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from ge_driver import Driver, GeError, Session
from ge_models import FLOAT, LIST_INT, ModelBuilder, floats
from google.protobuf import text_format


def two_nodes() -> ModelBuilder:
    model = ModelBuilder()
    x = model.data(FLOAT, [-1, 2])
    scaled = model.node("Mul", [("x1", x), ("x2", model.const(FLOAT, [2], floats(2.0, -0.5)))], name="scale")
    return model.output(model.node("ReduceSumD", [("x", scaled)], name="sum", axes=(LIST_INT, [1])))


def dumped(folder: Path, stage: str) -> Any:
    (file,) = folder.glob(f"ge_onnx_*_graph_test_{stage}.pbtxt")
    return text_format.Parse(file.read_text(), onnx.ModelProto()).graph


@pytest.mark.parametrize("level", ["1", "2", "3"])
def test_stages_before_and_after_inference(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    monkeypatch.setenv("DUMP_GE_GRAPH", level)
    monkeypatch.setenv("DUMP_GRAPH_PATH", str(tmp_path / "new"))
    Session(driver, two_nodes()).close()
    before, after = dumped(tmp_path / "new", "BeforeInfer"), dumped(tmp_path / "new", "AfterInfer")
    assert [node.op_type for node in after.node] == ["Data", "Const", "Mul", "ReduceSumD", "NetOutput"]
    nodes = {node.name: node for node in after.node}
    assert list(nodes["sum"].input) == list(nodes["scale"].output) == ["scale:0"]
    assert not before.value_info
    shapes = {
        info.name: [dim.dim_value or dim.dim_param for dim in info.type.tensor_type.shape.dim]
        for info in after.value_info
    }
    if level == "3":
        assert not shapes
        assert not any(node.attribute for node in after.node)
        return
    assert shapes["scale:0"] == ["?", 2]
    assert shapes["sum:0"] == ["?"]
    (axes,) = (attribute for attribute in nodes["sum"].attribute if attribute.name == "axes")
    assert list(axes.ints) == [1]
    values = [attribute.t for node in after.node for attribute in node.attribute if attribute.name == "value"]
    assert [onnx.numpy_helper.to_array(value).tolist() for value in values] == (
        [np.array([2.0, -0.5]).tolist()] if level == "1" else []
    )


def test_a_graph_that_cannot_be_inferred_is_there_to_look_at(
    driver: Driver, plugin: ctypes.CDLL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DUMP_GE_GRAPH", "2")
    monkeypatch.setenv("DUMP_GRAPH_PATH", str(tmp_path))
    monkeypatch.setenv("DUMP_GRAPH_FORMAT", "onnx|readable")
    model = ModelBuilder()
    model.output(model.node("TestFault", [("x", model.data(FLOAT, [2]))], name="bad", kind="infer"))
    with pytest.raises(GeError, match="bad"):
        Session(driver, model)
    assert [node.name for node in dumped(tmp_path, "BeforeInfer").node][1] == "bad"
    (readable,) = tmp_path.glob("ge_readable_*.txt")
    assert "TestFault_0 = TestFault(x=Data_0:0, kind=" in readable.read_text()


@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [("DUMP_GE_GRAPH", "yes", 'DUMP_GE_GRAPH is "yes"'), ("DUMP_GRAPH_PATH", "/dev/null/x", "cannot write")],
)
def test_unusable_settings_are_errors(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, variable: str, value: str, message: str
) -> None:
    monkeypatch.setenv("DUMP_GE_GRAPH", "1")
    monkeypatch.setenv(variable, value)
    with pytest.raises(GeError, match=message):
        Session(driver, two_nodes())


def test_control_edges_order_nodes(driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The node that stands first waits for the other; if both wait, the graph is refused."""
    monkeypatch.setenv("DUMP_GE_GRAPH", "2")
    for cycle in (False, True):
        monkeypatch.setenv("DUMP_GRAPH_PATH", str(tmp_path / str(cycle)))
        model = ModelBuilder()
        x = model.data(FLOAT, [2])
        first = model.node("Neg", [("x", x), ("", "second:-1")], name="first")
        waits = [("", "first:-1")] if cycle else []
        model.output(first, model.node("Abs", [("x", x), *waits], name="second"))
        if cycle:
            with pytest.raises(GeError, match=r"cycle.*first"):
                Session(driver, model)
            continue
        Session(driver, model).close()
        names = [node.name for node in dumped(tmp_path / str(cycle), "AfterInfer").node]
        assert names.index("second") < names.index("first")
