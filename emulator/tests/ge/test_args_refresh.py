# SPDX-License-Identifier: Apache-2.0
"""Operators of CANN 9.2 that refresh their launches' arguments, or declare what GE is to refresh.

Static graphs do not copy their tensors.
"""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest
from ge_driver import GIVEN, MADE_BY_GE, Compiler, Driver, GeError, Session, tensor
from ge_models import FLOAT, ModelBuilder, floats, read_floats

from cann_emulator.counters import GraphCounters, graph_counters

pytestmark = pytest.mark.usefixtures("refresh")
both_ways = pytest.mark.parametrize("way", ["Refresh", "Annotated"])


@pytest.fixture(scope="module")
def refresh(
    driver: Driver,
    plugin: ctypes.CDLL,
    compile_library: Compiler,
    headers_9_2: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> ctypes.CDLL:
    """RefreshAdd and AnnotatedAdd, the same in place, and BothWaysAdd."""
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
        ("AnnotatedAdd", "AnnotatedAdd", 0),
        ("AnnotatedAdd", "RefreshAdd", 0),
        ("TestAdd", "AnnotatedAdd", 2),
    ],
)
def test_what_is_refreshed_is_not_copied(driver: Driver, first: str, second: str, copies: int) -> None:
    model = ModelBuilder()
    x, y = model.data(FLOAT, [2]), model.data(FLOAT, [2])
    total = model.node(first, [("x", x), ("y", y)], ["z"])
    session = Session(driver, model.output(model.node(second, [("x", total), ("y", y)], ["z"])))
    counted = run_steps(session, 5)
    assert (counted.static_loads, counted.executes, counted.static_copies) == (1, 2, 5 * copies)
    assert (counted.args_updates > 0) == (copies < 3)
    session.close()


@both_ways
def test_steps_in_flight_keep_their_addresses(driver: Driver, way: str) -> None:
    """Many steps are queued before the first has run: each finds its own arguments."""
    model = ModelBuilder()
    x, y = model.data(FLOAT, [2]), model.data(FLOAT, [2])
    session = Session(driver, model.output(model.node(way + "Add", [("x", x), ("y", y)], ["z"])))
    before = graph_counters()
    outputs, _ = session.run(tensor(1, 2), tensor(10, 20), outputs=[(GIVEN, 8)], repeat=20)
    assert read_floats(outputs[0].data[:8]) == [11, 22]
    counted = since(before)
    assert (counted.static_steps, counted.static_copies) == (20, 0)
    assert counted.args_updates == 20
    session.close()


@both_ways
def test_values_between_operators_and_constants(driver: Driver, way: str) -> None:
    """A value of the graph's own memory, a constant, and an output that is read again."""
    model = ModelBuilder()
    x = model.data(FLOAT, [2])
    ten = model.const(FLOAT, [2], floats(10, 20))
    a = model.node(way + "Add", [("x", x), ("y", ten)], ["z"])
    b = model.node("Mul", [("x1", a), ("x2", model.const(FLOAT, [], floats(2.0)))])
    session = Session(driver, model.output(a, model.node(way + "Add", [("x", b), ("y", a)], ["z"])))
    before = graph_counters()
    for step in range(4):
        outputs, _ = session.run(tensor(step, 1), outputs=[(MADE_BY_GE, 8), (MADE_BY_GE, 8)])
        assert read_floats(outputs[0].data[:8]) == [step + 10, 21]
        assert read_floats(outputs[1].data[:8]) == [3 * (step + 10), 63]
    assert since(before).static_copies == 0
    session.close()


@both_ways
def test_an_output_that_is_its_input_stays_in_one_place(driver: Driver, way: str) -> None:
    """The graph's input is another tensor than the output, so it must not change."""
    model = ModelBuilder()
    x, y = model.data(FLOAT, [2]), model.data(FLOAT, [2])
    total = model.node(way + "AddInplace", [("x", x), ("y", y)], ["x"])
    session = Session(driver, model.output(total))
    before = graph_counters()
    for step in range(3):
        outputs, inputs = session.run(tensor(step, 2), tensor(1, step), outputs=[(MADE_BY_GE, 8)])
        assert read_floats(outputs[0].data[:8]) == [step + 1, 2 + step]
        assert read_floats(inputs[0].data[:8]) == [step, 2]
    assert since(before).static_copies == 3 * 2  # x and the output; y is refreshed
    session.close()


@both_ways
def test_an_output_in_the_memory_of_an_input(driver: Driver, way: str) -> None:
    model = ModelBuilder()
    x, y = model.data(FLOAT, [2]), model.data(FLOAT, [2])
    total = model.node(way + "Add", [("x", x), ("y", y)], ["z"])
    session = Session(
        driver,
        model.output(model.node(way + "Add", [("x", total), ("y", x)], ["z"])),
        ("ge.exec.outputReuseInputMemIndexes", "0,0"),
    )
    outputs, _ = session.run(tensor(1, 2), tensor(10, 20), outputs=[(GIVEN, 8)], repeat=3)
    assert read_floats(outputs[0].data[:8]) == [12, 24]
    session.close()


@both_ways
def test_a_dynamic_graph_calls_execute(driver: Driver, way: str) -> None:
    model = ModelBuilder()
    x, y = model.data(FLOAT, [-1]), model.data(FLOAT, [-1])
    total = model.node(way + "Add", [("x", x), ("y", y)], ["z"])
    session = Session(driver, model.output(model.node(way + "Add", [("x", total), ("y", y)], ["z"])))
    counted = run_steps(session, 3)
    assert (counted.executes, counted.args_updates) == (6, 0)
    session.close()


def test_an_address_within_a_tensor_keeps_its_distance(driver: Driver) -> None:
    model = ModelBuilder()
    x, y = model.data(FLOAT, [3]), model.data(FLOAT, [3])
    node = model.node("AnnotatedAdd", [("x", x), ("y", y)], ["z"], kind="skips one")
    session = Session(driver, model.output(node))
    kept = []
    for step in range(3):
        kept.append(session.run(tensor(0, step, 2), tensor(0, 1, step), outputs=[(MADE_BY_GE, 12)]))
        assert read_floats(kept[-1][0][0].data[4:12]) == [step + 1, 2 + step]
    session.close()


IN_WHAT_WAY_WRONG = [
    ("Refresh", "fails", "UpdateHostArgs failed with status 4294967295: .*said by the operator"),
    ("Annotated", "fails", "DeclareLaunchArgs failed with status 4294967295: .*said by the operator"),
    (
        "Refresh",
        "wrong index",
        "UpdateHostArgs: GetKernelArgs asks for arguments 3; Execute placed 1 with MallocReadOnlyDevArgs",
    ),
    *[
        (way, kind, message)
        for way, base in [("Refresh", "ArgsUpdater"), ("Annotated", "AnnotatedArgsOp")]
        for kind, message in [
            ("places none", f"derives from {base}, but Execute placed no arguments with"),
            (
                "keeps one",
                r"launch 'aclrtMemcpyAsync' keeps one in argument 0 \(byte 0, an address of output 0",
            ),
            ("shares", r"MakeOutputRefInput\(0, 0\): an operator that refreshes .* input in its prototype"),
        ]
    ],
    ("BothWays", "", "derives from ArgsUpdater, but also from AnnotatedArgsOp"),
    *[
        ("Annotated", kind, "DeclareLaunchArgs.*: launch arguments " + message)
        for kind, message in [
            ("no such arguments", "1, slot 0: Execute placed 1 with MallocReadOnlyDevArgs"),
            ("no such slot", "0, slot 5: they have 5 slots of 8 bytes"),
            ("no such input", "0, slot 1: the operator has 2 inputs, no input 2"),
            ("no such output", "0, slot 2: the operator has 1 outputs, no output 1"),
            ("no such workspace", "0, slot 3: the operator has 1 workspaces, no workspace 1"),
            ("slot of another", "0, slot 0: Execute wrote an address of input 0 there, not one of input 1"),
            ("a value", "0, slot 4: Execute wrote no address of the operator's memory there, not one of"),
            ("forgets one", "0, slot 2: Execute wrote an address of output 0 there, which is not declared"),
            ("twice", "0, slot 0: it is declared as an address of input 0 already"),
        ]
    ],
]


@pytest.mark.parametrize(("way", "kind", "message"), IN_WHAT_WAY_WRONG)
def test_wrong_use_is_an_error(driver: Driver, way: str, kind: str, message: str) -> None:
    session = faulty(driver, way + "Add", kind)
    for _ in range(2):
        with pytest.raises(GeError, match=rf'node "wrong" \({way}Add\): .*{message}'):
            session.run(tensor(1, 2), tensor(3, 4), outputs=[(MADE_BY_GE, 8)])
    session.close()


def test_an_address_that_is_not_refreshed_is_an_error(driver: Driver) -> None:
    session = faulty(driver, "RefreshAdd", "forgets one")
    session.run(tensor(1, 2), tensor(3, 4), outputs=[(GIVEN, 8)])  # as Execute has written them
    for _ in range(2):
        with pytest.raises(
            GeError, match=r"write this step's address into arguments 0, byte \d+, an address of"
        ):
            session.run(tensor(1, 2), tensor(3, 4), outputs=[(GIVEN, 8)], repeat=2)
    session.close()


def faulty(driver: Driver, op_type: str, kind: str) -> Session:
    model = ModelBuilder()
    x, y = model.data(FLOAT, [2]), model.data(FLOAT, [2])
    node = model.node(op_type, [("x", x), ("y", y)], ["z"], name="wrong", kind=kind)
    return Session(driver, model.output(node))
