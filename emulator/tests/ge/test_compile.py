# SPDX-License-Identifier: Apache-2.0
"""What GE accepts, infers and refuses when a graph is compiled."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest
from ge_driver import Driver, GeError, Session
from ge_models import BF16, FLOAT, FLOAT16, INT64, ModelBuilder, floats


def compiled_text(
    driver: Driver, model: ModelBuilder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> str:
    monkeypatch.setenv("CANN_EMULATOR_GRAPH_DUMP", str(tmp_path))
    Session(driver, model).close()
    return (tmp_path / "test.txt").read_text()


def add_model(x_dims: list[int], y_dims: list[int], dtype: int = FLOAT) -> ModelBuilder:
    model = ModelBuilder()
    x, y = model.data(dtype, x_dims), model.data(dtype, y_dims)
    return model.output(model.node("TestAdd", [("x", x), ("y", y)], ["z"], name="sum"))


def test_static_graph_is_described(
    driver: Driver, plugin: ctypes.CDLL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = ModelBuilder()
    x = model.data(FLOAT, [2, 3])
    two = model.const(FLOAT, [], floats(2.0))
    product = model.node("Mul", [("x1", x), ("x2", two)])
    model.output(model.node("TestAdd", [("y", x), ("x", product)], ["z"]))
    text = compiled_text(driver, model, tmp_path, monkeypatch)
    assert text == (
        "static graph\n"
        "Data_0 = Data(index=0) -> DT_FLOAT[2,3]\n"
        "Const_0 = Const(value={2}) -> DT_FLOAT[]\n"
        "Mul_0 = Mul(x1=Data_0:0, x2=Const_0:0) -> DT_FLOAT[2,3]\n"
        "TestAdd_0 = TestAdd(x=Mul_0:0, y=Data_0:0) -> DT_FLOAT[2,3]\n"
        "NetOutput_0 = NetOutput(TestAdd_0:0) -> DT_FLOAT[2,3]\n"
    )


def test_unknown_dimensions_pass_through(
    driver: Driver, plugin: ctypes.CDLL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = ModelBuilder()
    x, y = model.data(FLOAT, [-1, 3]), model.data(FLOAT, [-2])
    record = model.node("TestRecord", [("x", x)], name="record")
    relu = model.node("Relu", [("x", record)])
    model.output(relu, model.node("TestRecord", [("x", y)]))
    text = compiled_text(driver, model, tmp_path, monkeypatch)
    assert "dynamic graph" in text
    assert "Relu_0 = Relu(x=TestRecord_0:0) -> DT_FLOAT[?,3]" in text
    assert "NetOutput(Relu_0:0, TestRecord_1:0) -> DT_FLOAT[?,3], DT_FLOAT[...]" in text
    assert plugin.Recorded() == b"-2"


@pytest.mark.parametrize("dims", [[], [0], [4, 0], [2, 3, 4, 5, 6, 7, 8, 9]])
def test_every_rank_is_inferred(driver: Driver, plugin: ctypes.CDLL, dims: list[int]) -> None:
    session = Session(driver, add_model(dims, dims))
    assert session.is_static
    session.close()


def test_shape_arithmetic_is_known_at_compile_time(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = ModelBuilder()
    x = model.data(FLOAT, [4, 6])
    shape = model.node("Shape", [("x", x)], dtype=INT64)
    model.output(model.node("Reshape", [("x", x), ("shape", shape)]))
    assert "static graph" in compiled_text(driver, model, tmp_path, monkeypatch)


def test_all_unknown_types_are_listed_with_their_origin(driver: Driver, plugin: ctypes.CDLL) -> None:
    model = ModelBuilder()
    x = model.data(FLOAT, [2])
    first = model.node("NoSuchOp", [("x", x)], name="first")
    model.graph.op[-1].output_desc[0].attr["_fx_tensor_name"].s = b"det-aten.det.OUTPUT.0"
    second = model.node("NorThisOne", [("x", first)], name="second")
    model.output(model.node("TestPrototypeOnly", [("x", second)], name="third"))
    with pytest.raises(GeError) as failure:
        Session(driver, model)
    message = str(failure.value)
    assert 'node "first" (NoSuchOp, from fx node det-aten.det)' in message
    assert 'node "second" (NorThisOne)' in message
    assert 'node "third" (TestPrototypeOnly)' in message
    assert "REG_AUTO_MAPPING_OP" in message


@pytest.mark.parametrize("dtype", [FLOAT16, BF16, INT64])
def test_a_dtype_outside_the_prototype_is_refused_with_the_list(
    driver: Driver, plugin: ctypes.CDLL, dtype: int
) -> None:
    with pytest.raises(
        GeError,
        match=r'node "sum" \(TestAdd\): input x has dtype DT_\w+; the prototype allows DT_FLOAT, DT_INT32',
    ):
        Session(driver, add_model([2], [2], dtype))


def test_an_output_unlike_the_traced_one_is_reported_at_its_node(driver: Driver, plugin: ctypes.CDLL) -> None:
    model = ModelBuilder()
    x = model.data(FLOAT, [2, 3])
    z = model.node("TestAdd", [("x", x), ("y", x)], ["z"], name="sum")
    model.output(z, traced=[(FLOAT, [3, 2])])
    with pytest.raises(
        GeError, match=r'node "sum" .*inferred as DT_FLOAT \[2,3\].*traced as DT_FLOAT \[3,2\].*Meta'
    ):
        Session(driver, model)


@pytest.mark.parametrize(
    ("defect", "message"),
    [
        ("cycle", "cycle through"),
        ("dangling", 'input "nowhere:0" comes from a node that the graph does not have'),
        ("output", "has 1 outputs"),
        ("count", 'required input "y" of the prototype has 0 inputs, expected 1'),
        ("extra", 'input 2 ("w") is no input of the prototype'),
        ("outputs", "the node has 2 outputs, the prototype declares 1 (z)"),
        ("form", 'input "arg0:x" has not the form node:output'),
        ("duplicate", 'two nodes of the graph are named "sum"'),
        ("no_output", "a graph needs one NetOutput node, this one has 0"),
        ("index", "the same index 0"),
        ("misspelt", "DT_FLOTA"),
        ("constant", "the constant holds 3 bytes, its type DT_FLOAT [2] needs 8"),
        ("required", 'required attribute "kind" (VT_STRING) is missing'),
        ("attribute", 'attribute "kind" is VT_INT 5, the prototype declares VT_STRING'),
        ("infer", "InferShape failed with status 4294967295"),
    ],
)
def test_defects_are_named(driver: Driver, plugin: ctypes.CDLL, defect: str, message: str) -> None:
    model = ModelBuilder()
    x = model.data(FLOAT, [2])
    inputs = [("x", x), ("y", x)]
    if defect == "cycle":
        inputs[1] = ("y", "sum:0")
    elif defect == "dangling":
        inputs[1] = ("y", "nowhere:0")
    elif defect == "output":
        inputs[1] = ("y", "arg0:1")
    elif defect == "form":
        inputs[1] = ("y", "arg0:x")
    elif defect == "count":
        inputs.pop()
    elif defect == "extra":
        inputs.append(("w", x))
    outputs = ["z", "w"] if defect == "outputs" else ["z"]
    value = model.node("TestAdd", inputs, outputs, name="sum")
    if defect == "duplicate":
        model.node("TestAdd", inputs, outputs, name="sum")
    elif defect == "index":
        model._inputs = 0
        model.data(FLOAT, [2])
        model.graph.op[-1].name = "other"
    elif defect == "misspelt":
        value = model.node("TestMisspelt", [("x", x)])
    elif defect == "constant":
        value = model.const(FLOAT, [2], b"abc")
    elif defect == "required":
        value = model.node("TestFault", [("x", x)])
    elif defect == "attribute":
        value = model.node("TestFault", [("x", x)], kind=5)
    elif defect == "infer":
        value = model.node("TestFault", [("x", x)], kind="infer")
    if defect != "no_output":
        model.output(value)
    with pytest.raises(GeError) as failure:
        Session(driver, model)
    assert message in str(failure.value)


def test_a_malformed_option_is_refused(driver: Driver, plugin: ctypes.CDLL) -> None:
    with pytest.raises(GeError, match="outputReuseInputMemIndexes"):
        Session(driver, add_model([2], [2]), ("ge.exec.outputReuseInputMemIndexes", "0;0"))
    with pytest.raises(GeError, match="input 7 and output 0"):
        Session(driver, add_model([2], [2]), ("ge.exec.outputReuseInputMemIndexes", "7,0"))
