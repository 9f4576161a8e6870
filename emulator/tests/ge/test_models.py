# SPDX-License-Identifier: Apache-2.0
"""Serialised models: what comes in goes out, and malformed bytes are an error, never a crash."""

from __future__ import annotations

import ctypes
import random
from pathlib import Path

import pytest
from ge_driver import Driver, GeError, Session
from ge_models import FLOAT, LIST_BOOL, LIST_FLOAT, LIST_INT, LIST_STRING, LIST_TYPE, ModelBuilder, floats


def rich_model() -> ModelBuilder:
    """Every kind of field that GE reads."""
    model = ModelBuilder()
    x = model.data(FLOAT, [2])
    constant = model.const(FLOAT, [2], floats(1, 2))
    record = model.node("TestRecord", [("x", x), ("bias", ""), ("parts0", constant)], name="record",
                        an_int=-1, a_float=1.5, a_bool=True, a_string="s", ints=(LIST_INT, [1, -1, 2**62]),
                        floats=(LIST_FLOAT, [1.0, 2.0]), bools=(LIST_BOOL, [True]), int_lists=[[1], [2, 3]],
                        float_lists=[[0.5]], strings=(LIST_STRING, [b"a"]),
                        other=(LIST_TYPE, [0, 1]))  # fmt: skip
    model.node("TestAdd", [("x", record), ("y", x), ("", "record:-1")], ["z"], name="sum")
    return model.output("sum:0")


def try_model(driver: Driver, data: bytes) -> None:
    """Loads and compiles; any outcome but an error with a text, or success, ends the process or fails."""
    try:
        Session(driver, data).close()
    except GeError as error:
        if not str(error):
            pytest.fail("an error without a text")


def test_a_model_is_saved_as_it_was_loaded(driver: Driver, tmp_path: Path) -> None:
    data = rich_model().serialised()
    graph = ctypes.c_void_p(driver.load(data))
    assert driver.lib.CountNodes(graph) == 5
    driver.check(driver.lib.SaveGraph(graph, str(tmp_path / "saved.air").encode()))
    assert (tmp_path / "saved.air").read_bytes() == data
    with pytest.raises(GeError, match='no/such" cannot be written'):
        driver.check(driver.lib.SaveGraph(graph, str(tmp_path / "no" / "such").encode()))
    driver.lib.FreeGraph(graph)


def test_unknown_fields_are_skipped(driver: Driver, plugin: ctypes.CDLL) -> None:
    Session(driver, rich_model().serialised() + b"\xf8\x07\x01").close()  # field 127, a varint


def test_repeated_numbers_need_not_be_packed(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CANN_EMULATOR_GRAPH_DUMP", str(tmp_path))
    description = _field(1, b"y") + b"\x10\x01" + _field(3, b"\x08\x02\x08\x03")  # DT_FLOAT, dims 2 and 3
    index = _field(10, _field(1, b"index") + _field(2, b"\x18\x00"))
    data = _field(6, _field(1, b"d") + _field(2, b"Data") + index + _field(34, description))
    output = _field(
        6, _field(1, b"o") + _field(2, b"NetOutput") + _field(5, b"d:0") + _field(33, description)
    )
    Session(driver, _field(7, _field(1, b"plain") + data + output)).close()
    assert "Data(index=0) -> DT_FLOAT[2,3]" in (tmp_path / "plain.txt").read_text()


def test_truncated_models(driver: Driver, plugin: ctypes.CDLL) -> None:
    data = rich_model().serialised()
    for end in range(len(data)):
        try_model(driver, data[:end])


def test_mutated_models(driver: Driver, plugin: ctypes.CDLL) -> None:
    generator = random.Random(0)
    original = rich_model().serialised()
    for _ in range(3000):
        data = bytearray(original)
        for _ in range(generator.randint(1, 4)):
            position = generator.randrange(len(data))
            action = generator.randrange(3)
            if action == 0:
                data[position] = generator.randrange(256)
            elif action == 1:
                del data[position : position + generator.randint(1, 8)]
            else:
                data[position:position] = generator.randbytes(generator.randint(1, 8))
        try_model(driver, bytes(data))


def test_random_bytes(driver: Driver) -> None:
    generator = random.Random(1)
    for _ in range(500):
        try_model(driver, generator.randbytes(generator.randint(0, 200)))


def test_deep_nesting_is_refused(driver: Driver) -> None:
    """Tensor description -> attribute -> tensor -> tensor description, over and over."""
    nested = _nest(2_000)
    graph = b"\x0a\x01g" + _field(6, b"\x0a\x01n\x12\x01t" + _field(33, nested))
    with pytest.raises(GeError, match=r"malformed in node number 0 \(\"n\", type \"t\"\)"):
        driver.load(_field(7, graph))


def _field(number: int, payload: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(payload)) + payload


def _varint(value: int) -> bytes:
    encoded = bytearray()
    while value > 0x7F:
        encoded.append(value & 0x7F | 0x80)
        value >>= 7
    encoded.append(value)
    return bytes(encoded)


def _nest(depth: int) -> bytes:
    data = b""
    for _ in range(depth):
        data = _field(5, b"\x0a\x01a" + _field(2, _field(12, _field(1, data))))
    return data


def test_no_graph_and_two_graphs(driver: Driver) -> None:
    with pytest.raises(GeError, match="exactly one graph, this one holds 0"):
        driver.load(b"")
    model = ModelBuilder()
    model.model.graph.add()
    with pytest.raises(GeError, match="exactly one graph, this one holds 2"):
        driver.load(model.serialised())
