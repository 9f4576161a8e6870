# SPDX-License-Identifier: Apache-2.0
"""Transposed, reshaped, split and broadcast values are read in place; custom operators get dense ones."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest
from ge_driver import MADE_BY_GE, Driver, Session, Tensor
from ge_models import FLOAT, INT32, ModelBuilder


def constant(model: ModelBuilder, *values: int) -> str:
    return model.const(INT32, [len(values)], np.array(values, np.int32).tobytes())


def transposed(model: ModelBuilder, value: str) -> str:
    return model.node("Transpose", [("x", value), ("perm", constant(model, 1, 0))])


def run(session: Session, *inputs: np.ndarray, outputs: int = 1) -> list[np.ndarray]:
    tensors = [Tensor(FLOAT, list(x.shape), x.tobytes()) for x in inputs]
    results, _ = session.run(*tensors, outputs=[(MADE_BY_GE, 0)] * outputs)
    return [np.frombuffer(y.data, np.float32, int(np.prod(y.dims))).reshape(y.dims) for y in results]


def matrix(rows: int, columns: int) -> np.ndarray:
    return np.random.default_rng(rows).standard_normal((rows, columns)).astype(np.float32)


STATIC_AND_DYNAMIC = pytest.mark.parametrize("dims", [[4, 6], [-1, -1]], ids=["static", "dynamic"])


def shapes(dims: list[int]) -> list[tuple[int, int]]:
    return [(4, 6)] * 2 if dims[0] > 0 else [(4, 6), (3, 6), (4, 2), (4, 6)]


@STATIC_AND_DYNAMIC
def test_views_of_views(driver: Driver, dims: list[int]) -> None:
    """Two halves of x transposed: multiplied, broadcast, and flattened, which no view can be."""
    model = ModelBuilder()
    x = model.data(FLOAT, dims)
    left = model.node("SplitD", [("x", transposed(model, x))], ["y0", "y1"], split_dim=0, num_split=2)
    right = left.replace(":0", ":1")
    flat = model.node("Reshape", [("x", right), ("shape", constant(model, -1))])
    product = model.node("MatMul", [("x1", left), ("x2", x)])
    wide = model.node("BroadcastTo", [("x", right), ("shape", constant(model, 2, -1, -1))])
    total = model.node("Add", [("x1", wide), ("x2", model.node("Relu", [("x", left)]))])
    session = Session(driver, model.output(product, total, model.node("Neg", [("x", flat)])))
    for rows, columns in shapes(dims):
        a = matrix(rows, columns)
        half, other = np.split(a.T, 2)
        got = run(session, a, outputs=3)
        np.testing.assert_allclose(got[0], half @ a, rtol=1e-5, atol=1e-5)
        np.testing.assert_array_equal(got[1], np.stack([other, other]) + np.maximum(half, 0))
        np.testing.assert_array_equal(got[2], -other.reshape(-1))
    session.close()


@STATIC_AND_DYNAMIC
def test_a_view_keeps_the_memory_that_it_lies_in(driver: Driver, dims: list[int]) -> None:
    """What is made after the last other use of 2 x must not be made there while its transpose is needed."""
    model = ModelBuilder()
    x = model.data(FLOAT, dims)
    double = model.node("Add", [("x1", x), ("x2", x)])
    view = transposed(model, double)
    value = model.node("Neg", [("x", x)])
    for _ in range(3):
        value = model.node("Neg", [("x", value)])
    session = Session(driver, model.output(model.node("MatMul", [("x1", view), ("x2", value)])))
    for rows, columns in shapes(dims):
        a = matrix(rows, columns)
        np.testing.assert_allclose(run(session, a)[0], 2 * a.T @ a, rtol=1e-5, atol=1e-5)
    session.close()


@STATIC_AND_DYNAMIC
def test_custom_operators_and_outputs_of_the_graph_are_dense(
    driver: Driver, plugin: ctypes.CDLL, dims: list[int]
) -> None:
    model = ModelBuilder()
    view = transposed(model, model.data(FLOAT, dims))
    total = model.node("TestAdd", [("x", view), ("y", view)], ["z"])
    session = Session(driver, model.output(total, view, model.node("Relu", [("x", transposed(model, view))])))
    for rows, columns in shapes(dims):
        a = matrix(rows, columns)
        got = run(session, a, outputs=3)
        np.testing.assert_array_equal(got[0], a.T + a.T)
        np.testing.assert_array_equal(got[1], a.T)
        np.testing.assert_array_equal(got[2], np.maximum(a, 0))
    session.close()


def test_a_view_takes_no_memory(driver: Driver) -> None:
    model = ModelBuilder()
    x = model.data(FLOAT, [64, 64])
    session = Session(driver, model.output(model.node("MatMul", [("x1", transposed(model, x)), ("x2", x)])))
    assert driver.lib.FeatureMemorySize(session.handle, 1) == 0
    session.close()


def test_operators_that_address_memory_themselves_see_dense_inputs(driver: Driver) -> None:
    """AsStrided and Bitcast of a transposed value."""
    model = ModelBuilder()
    view = transposed(model, model.data(FLOAT, [4, 6]))
    where = [constant(model, 3), constant(model, 2), constant(model, 1)]
    strided = model.node(
        "AsStrided", [("x", view), *zip(["size", "stride", "storage_offset"], where, strict=True)]
    )
    bits = model.node("Bitcast", [("x", view)], type=INT32)
    back = model.node("Bitcast", [("x", bits)], type=FLOAT)
    session = Session(
        driver, model.output(model.node("Neg", [("x", strided)]), model.node("Neg", [("x", back)]))
    )
    a = matrix(4, 6)
    got = run(session, a, outputs=2)
    np.testing.assert_array_equal(got[0], -a.T.reshape(-1)[[1, 3, 5]])
    np.testing.assert_array_equal(got[1], -a.T)
    session.close()
