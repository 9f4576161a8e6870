# SPDX-License-Identifier: Apache-2.0
"""The graph whose mutants are loaded."""

from __future__ import annotations

from ge_models import FLOAT, FLOAT16, INT32, INT64, ModelBuilder, floats


def small_model() -> ModelBuilder:
    """Of every kind of node and attribute a few; the reductions and shapes depend on constants."""
    model = ModelBuilder("small")
    x = model.data(FLOAT, [2, 3])
    weight = model.const(FLOAT, [3], floats(1, 2, 3))
    perm = model.const(INT64, [2], b"\1" + bytes(15))
    shape = model.const(INT64, [1], b"\6" + bytes(7))
    axes = model.const(INT32, [1], b"\1" + bytes(3))
    relu = model.node("Relu", [("x", x)])
    transposed = model.node("Transpose", [("x", relu), ("perm", perm)])
    flat = model.node("Reshape", [("x", transposed), ("shape", shape)])
    product = model.node("Mul", [("x1", relu), ("x2", weight)])
    total = model.node("ReduceSum", [("x", product), ("axes", axes)], keep_dims=True)
    half = model.node("SplitD", [("x", transposed)], ["y0", "y1"], split_dim=1, num_split=2)
    wide = model.node(
        "BroadcastTo", [("x", half), ("shape", model.const(INT64, [2], bytes([3, *[0] * 7] * 2)))]
    )
    squared = model.node("MatMul", [("x1", wide), ("x2", model.node("Neg", [("x", transposed)]))])
    return model.output(total, model.node("Cast", [("x", flat)], dst_type=FLOAT16), transposed, squared)
