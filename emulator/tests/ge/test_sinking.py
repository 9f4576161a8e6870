# SPDX-License-Identifier: Apache-2.0
"""Static graphs call Execute once and replay what it launched; dynamic graphs call it at every step."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from ge_driver import GIVEN, MADE_BY_GE, Driver, GeError, Session, tensor
from ge_models import FLOAT, ModelBuilder, floats, read_floats

from cann_emulator.counters import graph_counters


def two_adds(dims: list[int]) -> ModelBuilder:
    """(x + y) + y"""
    model = ModelBuilder()
    x, y = model.data(FLOAT, dims), model.data(FLOAT, dims)
    total = model.node("TestAdd", [("x", x), ("y", y)], ["z"])
    return model.output(model.node("TestAdd", [("x", total), ("y", y)], ["z"]))


@pytest.mark.parametrize(("dims", "executes"), [([2], 2), ([-1], 10)])
def test_execute_runs_once_in_a_static_graph(
    driver: Driver, plugin: ctypes.CDLL, dims: list[int], executes: int
) -> None:
    """Each step has inputs and outputs of its own, at other addresses."""
    session = Session(driver, two_adds(dims))
    executions, before = plugin.Executions(), graph_counters()
    for step in range(5):
        outputs, _ = session.run(tensor(step, 2), tensor(1, step), outputs=[(MADE_BY_GE, 8)])
        assert read_floats(outputs[0].data[:8]) == [step + 2, 2 + 2 * step]
    after = graph_counters()
    assert plugin.Executions() - executions == after.executes - before.executes == executes
    is_static = dims == [2]
    assert after.static_loads - before.static_loads == is_static
    assert after.static_steps - before.static_steps == 5 * is_static
    assert after.dynamic_steps - before.dynamic_steps == 5 * (not is_static)
    session.close()


def test_a_value_that_is_read_and_an_output_has_other_memory_each_time(
    driver: Driver, plugin: ctypes.CDLL
) -> None:
    model = ModelBuilder()
    x = model.data(FLOAT, [2])
    double = model.node("Mul", [("x1", x), ("x2", model.const(FLOAT, [], floats(2.0)))])
    session = Session(driver, model.output(double, model.node("TestAdd", [("x", double), ("y", x)], ["z"])))
    kept = []
    for step in range(4):
        outputs, _ = session.run(tensor(step, 1), outputs=[(MADE_BY_GE, 8), (MADE_BY_GE, 8)])
        kept.append(outputs)
        assert read_floats(outputs[0].data[:8]) == [2 * step, 2]
        assert read_floats(outputs[1].data[:8]) == [3 * step, 3]
    session.close()


def test_an_output_and_its_input_in_one_memory_load_once_more(driver: Driver, plugin: ctypes.CDLL) -> None:
    """The steps that are in flight at once use the memory of the input as output."""
    session = Session(driver, two_adds([2]), ("ge.exec.outputReuseInputMemIndexes", "0,0"))
    before = graph_counters()
    outputs, _ = session.run(tensor(1, 2), tensor(10, 20), outputs=[(GIVEN, 8)], repeat=3)
    assert read_floats(outputs[0].data[:8]) == [21, 42]
    assert graph_counters().executes - before.executes == 2
    session.close()


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("waits", "waiting for stream .* is not possible here"),
        ("reads_device", "aclrtMemcpy .*reading device memory is not possible here"),
        ("reads_host", "aclrtMemcpyAsync: reading host memory on the stream is not possible here"),
        ("other_stream", "'aclrtMemcpyAsync' on stream .* instead of the recorded stream is not possible"),
        ("records_event", "aclrtRecordEvent is not possible here"),
        ("host_function", "aclrtLaunchHostFunc is not possible here"),
    ],
)
def test_what_would_happen_once_only_is_refused(
    driver: Driver, plugin: ctypes.CDLL, kind: str, message: str
) -> None:
    def session(dims: list[int]) -> Session:
        model = ModelBuilder()
        return Session(
            driver,
            model.output(model.node("TestFault", [("x", model.data(FLOAT, dims))], name="once", kind=kind)),
        )

    static = session([2])
    for _ in range(2):
        with pytest.raises(GeError, match=rf'node "once" \(TestFault\): Execute: {message}'):
            static.run(tensor(1, 2), outputs=[(GIVEN, 8)])
    static.close()
    dynamic = session([-1])
    dynamic.run(tensor(1, 2), outputs=[(MADE_BY_GE, 0)])
    dynamic.close()


STRICT = """
import ctypes, json, sys
import torch
import cann_emulator
cann_emulator.activate()
sys.path.insert(0, {folder!r})
from ge_driver import GIVEN, Driver, GeError, Session, tensor
from ge_models import FLOAT, ModelBuilder

driver = Driver({driver!r})
ctypes.CDLL({plugin!r})
said = {{}}
for kind in {kinds!r}:
    model = ModelBuilder()
    node = model.node("TestFault", [("x", model.data(FLOAT, [2]))], name="once", kind=kind)
    session = Session(driver, model.output(node))
    try:
        session.run(tensor(1, 2), outputs=[(GIVEN, 8)], repeat=3)
        said[kind] = ""
    except GeError as error:
        said[kind] = str(error)
print(json.dumps(said))
"""

AGAIN = {
    "repeats": "",
    "counts_in_an_argument": "argument 1 of launch 0, 'aclrtMemsetAsync', differs at byte 0",
    "counts_in_launches": "it launches 2 times at first, then 1",
    "uses_memory_of_its_own": "argument 0 of launch 0, 'aclrtMemcpyAsync', differs at byte",
    "counts_in_a_tiling": "argument 1 of launch 0, 'fill', differs at byte 8",
    "counts_blocks": "the number of blocks of launch 0, 'fill', differs at byte 0",
}


def test_strict_checks_call_execute_twice_and_compare(driver: Driver, plugin: ctypes.CDLL) -> None:
    """State of the operator's own that goes into its launches is found at load, whatever the values."""
    folder = str(Path(__file__).parent)
    code = STRICT.format(folder=folder, driver=driver.lib._name, plugin=plugin._name, kinds=list(AGAIN))
    environment = {**os.environ, "CANN_EMULATOR_CHECK": "strict"}
    command = [sys.executable, "-c", code]
    result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert result.returncode == 0, result.stderr
    said = json.loads(result.stdout.splitlines()[-1])
    assert said.pop("repeats") == ""
    for kind, text in said.items():
        assert 'node "once" (TestFault): Execute does something else when it is called again' in text
        assert AGAIN[kind] in text
