# SPDX-License-Identifier: Apache-2.0
"""Graphs built in C++: op classes with set_input_..., OperatorFactory, Graph::SetInputs and SetOutputs."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest
from ge_driver import MADE_BY_GE, Compiler, Driver, Session, Tensor
from ge_models import FLOAT, floats, read_floats


@pytest.fixture(scope="module")
def native(
    plugin: ctypes.CDLL, compile_library: Compiler, tmp_path_factory: pytest.TempPathFactory
) -> ctypes.CDLL:
    library = ctypes.CDLL(str(compile_library("native.cpp", tmp_path_factory.mktemp("native") / "native.so")))
    library.BuildNative.restype = ctypes.c_void_p
    library.Reason.restype = ctypes.c_char_p
    return library


def build(native: ctypes.CDLL, kind: str) -> bytes:
    size = ctypes.c_size_t()
    data = native.BuildNative(kind.encode(), ctypes.byref(size))
    return ctypes.string_at(data, size.value)


def test_values(driver: Driver, native: ctypes.CDLL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANN_EMULATOR_GRAPH_DUMP", str(tmp_path))
    session = Session(driver, build(native, "good"))
    x, y = Tensor(FLOAT, [2], floats(1, -5)), Tensor(FLOAT, [2], floats(2, 3))
    outputs, _ = session.run(x, y, outputs=[(MADE_BY_GE, 8), (MADE_BY_GE, 8)])
    assert [read_floats(output.data[:8]) for output in outputs] == [[3, -2], [3, 0]]
    session.close()
    (text,) = tmp_path.glob("*.txt")
    assert "Relu_0 = Relu(x=TestAdd_0:0, after Data_0) -> DT_FLOAT[2]" in text.read_text()


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("data_not_given", 'Data "y" is not among the graph\'s inputs (SetInputs)'),
        ("input_is_no_data", '"relu" is Relu'),
        ("same_name", 'two operators of the graph are named "x"'),
        ("cycle", "lead back to it"),
        ("no_outputs", "a graph needs outputs (SetOutputs)"),
        ("empty_operator", "an operator without a type"),
    ],
)
def test_what_cannot_be_built_says_why(driver: Driver, native: ctypes.CDLL, kind: str, reason: str) -> None:
    assert build(native, kind) == b""
    assert reason in native.Reason().decode()


def test_a_link_to_an_output_that_is_not_there_is_reported(driver: Driver, native: ctypes.CDLL) -> None:
    build(native, "no_such_output")
    assert "SetInput: the operator, its input, or the output" in native.Reason().decode()
