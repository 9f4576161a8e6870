# SPDX-License-Identifier: Apache-2.0
"""Running compiled graphs: values, memory, order, errors."""

from __future__ import annotations

import ctypes
import threading

import pytest
from ge_driver import GIVEN, MADE_BY_GE, Driver, GeError, Session, Tensor, tensor
from ge_models import (
    FLOAT,
    INT32,
    INT64,
    LIST_BOOL,
    LIST_FLOAT,
    LIST_INT,
    LIST_STRING,
    ModelBuilder,
    floats,
    read_floats,
)


def chain(dims: list[int]) -> ModelBuilder:
    """2 * (x + y) + x, with a custom operator first and in between."""
    model = ModelBuilder()
    x, y = model.data(FLOAT, dims), model.data(FLOAT, dims)
    total = model.node("TestAdd", [("x", x), ("y", y)], ["z"])
    two = model.const(FLOAT, [], floats(2.0))
    double = model.node("Mul", [("x1", total), ("x2", two)])
    return model.output(model.node("TestAdd", [("x", double), ("y", x)], ["z"]))


@pytest.mark.parametrize("dims", [[3], [-1], [-2]])
def test_values(driver: Driver, plugin: ctypes.CDLL, dims: list[int]) -> None:
    session = Session(driver, chain(dims))
    assert session.is_static == (dims == [3])
    x, y = tensor(1, 2, 3), tensor(10, 20, 30)
    for place in (GIVEN, MADE_BY_GE):
        outputs, _ = session.run(x, y, outputs=[(place, 12)], repeat=5)
        assert read_floats(outputs[0].data[:12]) == [23, 46, 69]
        assert outputs[0].dims == [3] or place == GIVEN
    (result,) = session.run_on_host(Tensor(FLOAT, [3], x.data, True), Tensor(FLOAT, [3], y.data, True))
    assert read_floats(result.data) == [23, 46, 69]
    assert result.dims == [3]
    session.close()


def test_a_dynamic_graph_takes_other_shapes_each_time(driver: Driver, plugin: ctypes.CDLL) -> None:
    session = Session(driver, chain([-1]))
    for count in (4, 1, 0, 9, 4):
        x = tensor(*range(count))
        outputs, _ = session.run(x, x, outputs=[(MADE_BY_GE, 0)])
        assert read_floats(outputs[0].data) == [5 * i for i in range(count)]
        assert outputs[0].dims == [count]
    session.close()


@pytest.mark.parametrize("option", [None, ("ge.exec.outputReuseInputMemIndexes", "0,0")])
@pytest.mark.parametrize("dims", [[2], [-1]])
def test_an_output_may_be_an_input(
    driver: Driver, plugin: ctypes.CDLL, option: tuple[str, str] | None, dims: list[int]
) -> None:
    """x becomes x + x; the second output still sees the x that was given."""
    model = ModelBuilder()
    x = model.data(FLOAT, dims)
    total = model.node("TestAdd", [("x", x), ("y", x)], ["z"])
    two = model.const(FLOAT, [], floats(10.0))
    model.output(total, model.node("Mul", [("x1", x), ("x2", two)]))
    session = Session(driver, model, option)
    outputs, inputs = session.run(tensor(1, 2), outputs=[(0, 0), (GIVEN, 8)])
    assert read_floats(inputs[0].data) == [2, 4]
    assert read_floats(outputs[1].data) == [10, 20]
    session.close()


@pytest.mark.parametrize("dims", [[2], [-1]])
def test_outputs_that_are_each_others_inputs_are_swapped(driver: Driver, dims: list[int]) -> None:
    model = ModelBuilder()
    x, y = model.data(FLOAT, dims), model.data(FLOAT, dims)
    session = Session(driver, model.output(y, x))
    _, inputs = session.run(tensor(1, 2), tensor(3, 4), outputs=[(0, 0), (1, 0)])
    assert read_floats(inputs[0].data) == [3, 4]
    assert read_floats(inputs[1].data) == [1, 2]
    session.close()


@pytest.mark.parametrize("dims", [[2], [-1]])
def test_one_value_may_be_several_outputs(driver: Driver, plugin: ctypes.CDLL, dims: list[int]) -> None:
    model = ModelBuilder()
    x = model.data(FLOAT, dims)
    total = model.node("TestAdd", [("x", x), ("y", x)], ["z"])
    session = Session(driver, model.output(total, x, total, model.const(FLOAT, [2], floats(7, 8))))
    outputs, _ = session.run(tensor(1, 2), outputs=[(MADE_BY_GE, 0)] * 4)
    assert [read_floats(output.data) for output in outputs] == [[2, 4], [1, 2], [2, 4], [7, 8]]
    session.close()


def test_host_inputs_may_change_after_the_call(driver: Driver, plugin: ctypes.CDLL) -> None:
    model = ModelBuilder()
    x, scale = model.data(FLOAT, [-1]), model.data(FLOAT, [], "CPU")
    session = Session(driver, model.output(model.node("Mul", [("x1", x), ("x2", scale)])))
    outputs, _ = session.run(
        tensor(1, 2), Tensor(FLOAT, [], floats(3.0), on_host=True), outputs=[(MADE_BY_GE, 0)]
    )
    assert read_floats(outputs[0].data) == [3, 6]
    session.close()


@pytest.mark.parametrize("on_host", [True, False])
def test_a_shape_may_come_from_a_value(driver: Driver, on_host: bool) -> None:
    model = ModelBuilder()
    x, shape = model.data(FLOAT, [6]), model.data(INT64, [2], "CPU" if on_host else "NPU")
    session = Session(driver, model.output(model.node("Reshape", [("x", x), ("shape", shape)])))
    assert not session.is_static
    for rows, columns in ((2, 3), (3, 2), (1, 6)):
        data = rows.to_bytes(8, "little") + columns.to_bytes(8, "little")
        outputs, _ = session.run(
            tensor(*range(6)), Tensor(INT64, [2], data, on_host), outputs=[(MADE_BY_GE, 0)]
        )
        assert outputs[0].dims == [rows, columns]
        assert read_floats(outputs[0].data) == list(range(6))
    session.close()


def test_an_operator_without_shape_inference_sizes_its_outputs(driver: Driver, plugin: ctypes.CDLL) -> None:
    model = ModelBuilder()
    x = model.data(FLOAT, [3])
    model.node("TestSplit", [("x", x)], ["y0", "y1", "y2"], name="split")
    session = Session(driver, model.output("split:2", "split:0"))
    assert not session.is_static
    outputs, _ = session.run(tensor(5, 6, 7), outputs=[(MADE_BY_GE, 0)] * 2)
    assert [read_floats(output.data) for output in outputs] == [[5, 6, 7], [5]]
    session.close()


def test_attributes_and_ports_reach_execute(driver: Driver, plugin: ctypes.CDLL) -> None:
    model = ModelBuilder()
    x = model.data(FLOAT, [2])
    given = model.node("TestRecord", [("x", x), ("bias", x), ("parts0", x), ("parts1", x)], name="given",
                       an_int=2**40, a_float=float("inf"), a_bool=False, a_string="täxt", a_type=3,
                       ints=(LIST_INT, []), floats=(LIST_FLOAT, [-0.5, float("inf")]),
                       bools=(LIST_BOOL, [False, True, True]), int_lists=[[1, 2**33], []],
                       float_lists=[[0.25], [1.0, 2.0]], strings=(LIST_STRING, [b"", b"x"]))  # fmt: skip
    session = Session(driver, model.output(given))
    session.run(tensor(1, 2), outputs=[(GIVEN, 8)])
    assert plugin.Recorded().decode() == (
        "TestRecord given 4 present 2;2;2 int=1099511627776 float=inf bool=0 str=täxt type=3 ints=[] "
        "floats=[-0.5,inf] bools=[0,1,1] intss=[[1,8589934592],[]] floatss=[[0.25],[1,2]] s= s=x beyond=null"
    )
    session.close()


def test_defaults_and_absent_ports_reach_execute(driver: Driver, plugin: ctypes.CDLL) -> None:
    model = ModelBuilder()
    x = model.data(FLOAT, [2])
    session = Session(driver, model.output(model.node("TestRecord", [("x", x), ("bias", "")], name="plain")))
    outputs, _ = session.run(tensor(1, 2), outputs=[(GIVEN, 8)])
    assert read_floats(outputs[0].data) == [1, 2]  # MakeOutputRefInput
    assert plugin.Recorded().decode() == (
        "TestRecord plain 1 absent 0 int=7 float=0.5 bool=1 str=default type=27 ints=[1,2] floats=[1.5] "
        "bools=[1,0] intss=[[1],[2,3]] floatss=[] s=a s=bc beyond=null"
    )
    session.close()


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("no_output", "Execute returned without making output 0"),
        ("throws", "Execute threw an exception: thrown by the test"),
        (
            "wrong_dtype",
            r"asks for DT_DOUBLE \[2\] \(16 bytes\), InferShape and InferDataType gave DT_FLOAT \[2\]",
        ),
        ("wrong_shape", r"asks for DT_FLOAT \[3,3\] \(36 bytes\).*gave DT_FLOAT \[2\]"),
        ("wrong_index", "output 4: the node has 1 outputs"),
        ("fails", "Execute failed with status 4294967295"),
    ],
)
@pytest.mark.parametrize("dims", [[2], [-1]])
def test_faults_of_execute_are_named(
    driver: Driver, plugin: ctypes.CDLL, kind: str, message: str, dims: list[int]
) -> None:
    model = ModelBuilder()
    session = Session(
        driver, model.output(model.node("TestFault", [("x", model.data(FLOAT, dims))], name="bad", kind=kind))
    )
    with pytest.raises(GeError, match=rf'node "bad" \(TestFault\): .*{message}'):
        session.run(tensor(1, 2), outputs=[(GIVEN, 8)])
    session.close()


@pytest.mark.parametrize("dims", [[2], [-1]])
def test_memory_too_small_is_refused(driver: Driver, plugin: ctypes.CDLL, dims: list[int]) -> None:
    session = Session(driver, chain(dims))
    with pytest.raises(GeError, match=r"output 0 is DT_FLOAT \[2\] and needs 8 bytes; .* with 4 bytes"):
        session.run(tensor(1, 2), tensor(1, 2), outputs=[(GIVEN, 4)])
    with pytest.raises(GeError, match="input 1"):
        session.run(tensor(1, 2), Tensor(FLOAT, [2], floats(1)), outputs=[(GIVEN, 8)])
    with pytest.raises(GeError, match="has 2 inputs, 1 are given"):
        session.run(tensor(1, 2), outputs=[(GIVEN, 8)])
    with pytest.raises(GeError, match="has 1 outputs, 2 are given"):
        session.run(tensor(1, 2), tensor(1, 2), outputs=[(GIVEN, 8)] * 2)
    session.close()


def test_a_failing_kernel_names_its_node(driver: Driver) -> None:
    model = ModelBuilder()
    scores, target = model.data(FLOAT, [1, 3]), model.data(INT32, [1])
    model.node("NLLLoss", [("x", scores), ("target", target)], ["y", "total_weight"], name="loss")
    session = Session(driver, model.output("loss:0"))
    with pytest.raises(GeError, match='node "loss"'):
        session.run(
            Tensor(FLOAT, [1, 3], floats(1, 2, 3)),
            Tensor(INT32, [1], bytes([99, 0, 0, 0])),
            outputs=[(GIVEN, 4)],
        )
    session.close()


def test_given_memory_of_intermediate_values(driver: Driver, plugin: ctypes.CDLL) -> None:
    session = Session(driver, chain([3]))
    size = driver.lib.FeatureMemorySize(session.handle, 1)
    assert size == 3 * 512  # at a time: copies of x and y and their sum; x, double and result
    assert driver.lib.GiveFeatureMemory(session.handle, 1, ctypes.c_size_t(size - 1)) != 0
    assert f"needs {size} bytes" in driver.error()
    driver.check(driver.lib.GiveFeatureMemory(session.handle, 1, ctypes.c_size_t(size)))
    outputs, _ = session.run(tensor(1, 2, 3), tensor(0, 0, 0), outputs=[(GIVEN, 12)])
    assert read_floats(outputs[0].data) == [3, 6, 9]
    session.close()


def test_lent_memory_is_given_back(driver: Driver, plugin: ctypes.CDLL) -> None:
    session = Session(driver, chain([-1]))
    driver.lib.UseCountingAllocator(session.handle)
    session.run(tensor(1, 2, 3), tensor(0, 0, 0), outputs=[(MADE_BY_GE, 0)], repeat=3)
    assert driver.lib.TotalBlocks() == 9
    assert driver.lib.LiveBlocks() == 0
    session.close()


def test_two_threads_run_two_graphs(driver: Driver, plugin: ctypes.CDLL) -> None:
    failures: list[str] = []

    def work(dims: list[int], factor: int) -> None:
        driver.lib.UseDevice(0)
        session = Session(driver, chain(dims))
        for _ in range(50):
            outputs, _ = session.run(tensor(factor, 0), tensor(0, factor), outputs=[(GIVEN, 8)])
            if read_floats(outputs[0].data) != [3 * factor, 2 * factor]:
                failures.append(f"{dims}: {read_floats(outputs[0].data)}")
        session.close()

    threads = [threading.Thread(target=work, args=([2] if i % 2 else [-1], i)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_a_removed_graph_is_unknown(driver: Driver, plugin: ctypes.CDLL) -> None:
    session = Session(driver, chain([2]))
    driver.check(driver.lib.RemoveGraph(session.handle, 1))
    with pytest.raises(GeError, match="graph 1 is not in the session"):
        session.run(tensor(1, 2), tensor(1, 2), outputs=[(GIVEN, 8)])
    session.close()
