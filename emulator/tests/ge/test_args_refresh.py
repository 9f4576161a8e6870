# SPDX-License-Identifier: Apache-2.0
"""Operators of CANN 9.2 that refresh their launches' arguments: static graphs do not copy their tensors."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest
from ge_driver import GIVEN, MADE_BY_GE, Compiler, Driver, GeError, Session, tensor
from ge_models import FLOAT, ModelBuilder, floats, read_floats

from cann_emulator.counters import GraphCounters, graph_counters

pytestmark = pytest.mark.usefixtures("refresh")


@pytest.fixture(scope="module")
def refresh(
    driver: Driver,
    plugin: ctypes.CDLL,
    compile_library: Compiler,
    headers_9_2: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> ctypes.CDLL:
    """RefreshAdd and RefreshAddInplace."""
    output = tmp_path_factory.mktemp("refresh") / "libge_refresh.so"
    return ctypes.CDLL(str(compile_library("refresh.cpp", output, headers_9_2)))


def since(before: GraphCounters) -> GraphCounters:
    return GraphCounters(*(b - a for a, b in zip(before, graph_counters(), strict=True)))


def run_steps(session: Session, steps: int) -> GraphCounters:
    """Steps with inputs and outputs at other addresses each; (x + y) + y of each."""
    before = graph_counters()
    kept = []  # so that no address comes twice
    for step in range(steps):
        kept.append(session.run(tensor(step, 2), tensor(1, step), outputs=[(MADE_BY_GE, 8)]))
        assert read_floats(kept[-1][0][0].data[:8]) == [step + 2, 2 + 2 * step]
    return since(before)


@pytest.mark.parametrize(
    ("first", "second", "copies"),
    [
        ("TestAdd", "TestAdd", 3),
        ("RefreshAdd", "RefreshAdd", 0),
        ("RefreshAdd", "TestAdd", 2),  # y for the second, and the output
        ("TestAdd", "RefreshAdd", 2),  # x and y for the first
    ],
)
def test_what_is_refreshed_is_not_copied(driver: Driver, first: str, second: str, copies: int) -> None:
    model = ModelBuilder()
    x, y = model.data(FLOAT, [2]), model.data(FLOAT, [2])
    total = model.node(first, [("x", x), ("y", y)], ["z"])
    session = Session(driver, model.output(model.node(second, [("x", total), ("y", y)], ["z"])))
    counted = run_steps(session, 5)
    assert (counted.static_loads, counted.executes, counted.static_copies) == (1, 2, 5 * copies)
    assert counted.args_updates > 0 or "RefreshAdd" not in (first, second)
    session.close()


def test_steps_in_flight_keep_their_addresses(driver: Driver) -> None:
    """Many steps are queued before the first has run: each finds its own arguments."""
    model = ModelBuilder()
    x, y = model.data(FLOAT, [2]), model.data(FLOAT, [2])
    session = Session(driver, model.output(model.node("RefreshAdd", [("x", x), ("y", y)], ["z"])))
    before = graph_counters()
    outputs, _ = session.run(tensor(1, 2), tensor(10, 20), outputs=[(GIVEN, 8)], repeat=20)
    assert read_floats(outputs[0].data[:8]) == [11, 22]
    counted = since(before)
    assert (counted.static_steps, counted.static_copies) == (20, 0)
    assert counted.args_updates == 20
    session.close()


def test_values_between_operators_and_constants(driver: Driver) -> None:
    """A value of the graph's own memory, a constant, and an output that is read again."""
    model = ModelBuilder()
    x = model.data(FLOAT, [2])
    ten = model.const(FLOAT, [2], floats(10, 20))
    a = model.node("RefreshAdd", [("x", x), ("y", ten)], ["z"])
    b = model.node("Mul", [("x1", a), ("x2", model.const(FLOAT, [], floats(2.0)))])
    session = Session(driver, model.output(a, model.node("RefreshAdd", [("x", b), ("y", a)], ["z"])))
    before = graph_counters()
    for step in range(4):
        outputs, _ = session.run(tensor(step, 1), outputs=[(MADE_BY_GE, 8), (MADE_BY_GE, 8)])
        assert read_floats(outputs[0].data[:8]) == [step + 10, 21]
        assert read_floats(outputs[1].data[:8]) == [3 * (step + 10), 63]
    assert since(before).static_copies == 0
    session.close()


def test_an_output_that_is_its_input_stays_in_one_place(driver: Driver) -> None:
    """The graph's input is another tensor than the output, so it must not change."""
    model = ModelBuilder()
    x, y = model.data(FLOAT, [2]), model.data(FLOAT, [2])
    total = model.node("RefreshAddInplace", [("x", x), ("y", y)], ["x"])
    session = Session(driver, model.output(total))
    before = graph_counters()
    for step in range(3):
        outputs, inputs = session.run(tensor(step, 2), tensor(1, step), outputs=[(MADE_BY_GE, 8)])
        assert read_floats(outputs[0].data[:8]) == [step + 1, 2 + step]
        assert read_floats(inputs[0].data[:8]) == [step, 2]
    assert since(before).static_copies == 3 * 2  # x and the output; y is refreshed
    session.close()


def test_an_output_in_the_memory_of_an_input(driver: Driver) -> None:
    model = ModelBuilder()
    x, y = model.data(FLOAT, [2]), model.data(FLOAT, [2])
    total = model.node("RefreshAdd", [("x", x), ("y", y)], ["z"])
    session = Session(
        driver,
        model.output(model.node("RefreshAdd", [("x", total), ("y", x)], ["z"])),
        ("ge.exec.outputReuseInputMemIndexes", "0,0"),
    )
    outputs, _ = session.run(tensor(1, 2), tensor(10, 20), outputs=[(GIVEN, 8)], repeat=3)
    assert read_floats(outputs[0].data[:8]) == [12, 24]
    session.close()


def test_a_dynamic_graph_calls_execute(driver: Driver) -> None:
    model = ModelBuilder()
    x, y = model.data(FLOAT, [-1]), model.data(FLOAT, [-1])
    total = model.node("RefreshAdd", [("x", x), ("y", y)], ["z"])
    session = Session(driver, model.output(model.node("RefreshAdd", [("x", total), ("y", y)], ["z"])))
    counted = run_steps(session, 3)
    assert (counted.executes, counted.args_updates) == (6, 0)
    session.close()


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("fails", "UpdateHostArgs failed with status 4294967295: .*said by the operator"),
        ("wrong index", "UpdateHostArgs: GetKernelArgs asks for arguments 3; Execute placed 1 with"),
        (
            "places none",
            "derives from ArgsUpdater, but Execute placed no arguments with MallocReadOnlyDevArgs",
        ),
        (
            "keeps one",
            r"launch 'aclrtMemcpyAsync' keeps one in argument 0 \(byte 0, an address of output 0\)",
        ),
        (
            "shares",
            r"MakeOutputRefInput\(0, 0\): an operator that refreshes .* as the input in its prototype",
        ),
    ],
)
def test_wrong_use_is_an_error(driver: Driver, kind: str, message: str) -> None:
    session = faulty(driver, kind)
    for _ in range(2):
        with pytest.raises(GeError, match=rf'node "wrong" \(RefreshAdd\): .*{message}'):
            session.run(tensor(1, 2), tensor(3, 4), outputs=[(MADE_BY_GE, 8)])
    session.close()


def test_an_address_that_is_not_refreshed_is_an_error(driver: Driver) -> None:
    session = faulty(driver, "forgets one")
    session.run(tensor(1, 2), tensor(3, 4), outputs=[(GIVEN, 8)])  # as Execute has written them
    for _ in range(2):
        with pytest.raises(
            GeError, match=r"write this step's address into arguments 0, byte \d+, an address of"
        ):
            session.run(tensor(1, 2), tensor(3, 4), outputs=[(GIVEN, 8)], repeat=2)
    session.close()


def faulty(driver: Driver, kind: str) -> Session:
    model = ModelBuilder()
    x, y = model.data(FLOAT, [2]), model.data(FLOAT, [2])
    node = model.node("RefreshAdd", [("x", x), ("y", y)], ["z"], name="wrong", kind=kind)
    return Session(driver, model.output(node))
