# SPDX-License-Identifier: Apache-2.0
"""The feature memory of static graphs: values share it by lifetime, the summary says how much there is."""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable

import pytest
from ge_driver import GIVEN, MADE_BY_GE, Driver, Session, Tensor
from ge_models import FLOAT, ModelBuilder, floats, read_floats

UNIT = 512  # bytes, what memory is rounded to
ELEMENTS = 300  # of a value: 3 units


class Graph:
    """Float vectors made by built-in operators; knows what memory it needs at least."""

    def __init__(self) -> None:
        self.model = ModelBuilder()
        self.x = self.model.data(FLOAT, [ELEMENTS])
        self.inputs: dict[str, list[str]] = {}  # of each value that an operator makes, in order

    def node(self, *inputs: str) -> str:
        if len(inputs) == 1:
            made = self.model.node("Neg", [("x", inputs[0])])
        else:
            made = self.model.node("Add", [("x1", inputs[0]), ("x2", inputs[1])])
        self.inputs[made] = list(inputs)
        return made

    def least_memory(self, outputs: list[str]) -> int:
        """Bytes of the values that are needed at once; outputs lie in the caller's memory."""
        last = {source: at for at, made in enumerate(self.inputs) for source in self.inputs[made]}
        most = 0
        for at in range(len(self.inputs)):
            alive = [
                made
                for number, made in enumerate(self.inputs)
                if made not in outputs and number <= at <= max(last.get(made, number), number)
            ]
            most = max(most, len(alive))
        return most * -(-ELEMENTS * 4 // UNIT) * UNIT


def chain(graph: Graph) -> str:
    value = graph.x
    for _ in range(50):
        value = graph.node(value)
    return value


def diamond(graph: Graph) -> str:
    top = graph.node(graph.x)
    return graph.node(graph.node(top), graph.node(top))


def residual_blocks(graph: Graph) -> str:
    value = graph.node(graph.x)
    for _ in range(16):
        inner = graph.node(graph.node(graph.node(value)))
        value = graph.node(graph.node(inner, value))
    return value


def random_graph(graph: Graph) -> str:
    draw = random.Random(5)
    values = [graph.x]
    for _ in range(120):
        recent = values[-6:]
        values.append(graph.node(*draw.choices(recent, k=draw.choice((1, 2)))))
    return values[-1]


@pytest.mark.parametrize(
    ("shape", "values"), [(chain, 2), (diamond, 3), (residual_blocks, 3), (random_graph, None)]
)
def test_values_share_memory_by_lifetime(
    driver: Driver, shape: Callable[[Graph], str], values: int | None
) -> None:
    graph = Graph()
    result = shape(graph)
    session = Session(driver, graph.model.output(result))
    size = driver.lib.FeatureMemorySize(session.handle, 1)
    assert size == graph.least_memory([result])
    assert values is None or size == values * 3 * UNIT
    x = Tensor(FLOAT, [ELEMENTS], floats(*range(ELEMENTS)))
    computed = {graph.x: [float(i) for i in range(ELEMENTS)]}
    for made, sources in graph.inputs.items():
        columns = zip(*(computed[source] for source in sources), strict=True)
        computed[made] = [sum(column) if len(column) > 1 else -column[0] for column in columns]
    outputs, _ = session.run(x, outputs=[(GIVEN, ELEMENTS * 4)], repeat=2)
    assert read_floats(outputs[0].data[: ELEMENTS * 4]) == pytest.approx(computed[result], rel=1e-5)
    session.close()


def test_a_lender_gives_feature_memory_and_outputs(driver: Driver) -> None:
    graph = Graph()
    session = Session(driver, graph.model.output(residual_blocks(graph)))
    driver.lib.UseCountingAllocator(session.handle)
    ones = Tensor(FLOAT, [ELEMENTS], floats(*[1.0] * ELEMENTS))
    expected = session.run(ones, outputs=[(MADE_BY_GE, 0)], repeat=3)[0][0].data
    assert driver.lib.TotalBlocks() == 1 + 3
    assert driver.lib.LiveBlocks() == 1  # the graph's, as long as it lives
    assert driver.lib.LiveBytes() == driver.lib.FeatureMemorySize(session.handle, 1)

    driver.lib.ForgetAllocator(session.handle)  # what it lent it has back when the graph is removed
    assert session.run(ones, outputs=[(MADE_BY_GE, 0)], repeat=2)[0][0].data == expected
    assert (driver.lib.TotalBlocks(), driver.lib.LiveBlocks()) == (4, 1)
    driver.check(driver.lib.RemoveGraph(session.handle, 1))
    assert driver.lib.LiveBlocks() == 0
    session.close()


def test_memory_of_the_caller_comes_before_a_lender(driver: Driver) -> None:
    graph = Graph()
    session = Session(driver, graph.model.output(diamond(graph)))
    driver.lib.UseCountingAllocator(session.handle)
    size = driver.lib.FeatureMemorySize(session.handle, 1)
    driver.check(driver.lib.GiveFeatureMemory(session.handle, 1, ctypes.c_size_t(size)))
    ones = Tensor(FLOAT, [ELEMENTS], floats(*[1.0] * ELEMENTS))
    outputs, _ = session.run(ones, outputs=[(GIVEN, ELEMENTS * 4)])
    assert read_floats(outputs[0].data[: ELEMENTS * 4]) == [2.0] * ELEMENTS
    assert driver.lib.TotalBlocks() == 0
    session.close()
