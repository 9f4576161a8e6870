# SPDX-License-Identifier: Apache-2.0
"""``ascendc_add`` broadcasts as torch does: values, shapes, gradients, memory; in-place add likewise."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from ascendc_ops import ascendc_add, ascendc_add_
from support.cases import DTYPES, assert_same, dtype_name, random_tensor

Shape = tuple[int, ...]

#: Scalars, rows, columns, outer sums, alternating patterns; lengths around a block (32 bytes), a repeat (256
#: bytes), 255 repeats and a tile.
PAIRS: list[tuple[Shape, Shape]] = [
    ((), (7,)),
    ((1,), (100_003,)),
    ((1, 1), (5,)),
    ((3, 1), (3, 33)),
    ((64, 1024), (1024,)),
    ((64, 1024), (64, 1)),
    ((64, 1), (1, 1024)),
    ((2000, 3), (3,)),
    ((2000, 3), (2000, 1)),
    ((5000, 2), (1, 2)),
    ((3, 20_000), (20_000,)),
    ((3, 20_000), (3, 1)),
    ((300, 65), (65,)),
    ((300, 65), (300, 1)),
    ((2, 3, 4, 5), (3, 1, 5)),
    ((2, 1, 4, 1), (3, 1, 5)),
    ((4, 1, 6, 1, 5), (1, 3, 1, 7, 1)),
    ((2, 1, 2, 1, 2, 1, 2, 1), (1, 3, 1, 3, 1, 3, 1, 3)),
    ((2, 1) * 6, (1, 2) * 6),
    ((17, 1, 4097), (1, 3, 1)),
    ((1, 1, 1), (2, 3, 4)),
    ((0, 3), (3,)),
    ((4, 1), (1, 0)),
    ((1,), ()),
]
ids = [f"{list(x)}+{list(y)}" for x, y in PAIRS]
dtypes = pytest.mark.parametrize("dtype", DTYPES, ids=dtype_name)


def pair(x: Shape, y: Shape, dtype: torch.dtype, seed: int = 0) -> tuple[torch.Tensor, torch.Tensor]:
    return random_tensor(x, dtype, seed), random_tensor(y, dtype, seed + 1)


@pytest.mark.parametrize(("x_shape", "y_shape"), PAIRS, ids=ids)
@dtypes
def test_values_equal_torch(dtype: torch.dtype, x_shape: Shape, y_shape: Shape) -> None:
    x, y = pair(x_shape, y_shape, dtype)
    assert_same(ascendc_add(x.npu(), y.npu()), x + y)
    assert_same(ascendc_add(y.npu(), x.npu()), y + x)
    meta = ascendc_add(x.to("meta"), y.to("meta"))
    assert (meta.shape, meta.stride()) == ((x + y).shape, (x + y).contiguous().stride())


# At most 67 * 257 * 5 ** 3 elements.
shapes = st.tuples(
    st.lists(st.integers(0, 5), max_size=3), st.lists(st.sampled_from([67, 257]), max_size=2, unique=True)
).flatmap(lambda sizes: st.permutations(sizes[0] + sizes[1]).map(tuple))


@settings(deadline=None, max_examples=200)
@given(shape=shapes, data=st.data(), dtype=st.sampled_from(DTYPES), seed=st.integers(0, 2**31))
def test_any_pair(shape: Shape, data: st.DataObject, dtype: torch.dtype, seed: int) -> None:
    """A shape, and two that come from it by putting ones and dropping leading dimensions."""
    operands = []
    for _ in range(2):
        dims = tuple(1 if data.draw(st.booleans()) else dim for dim in shape)
        operands.append(dims[data.draw(st.integers(0, len(dims))) :])
    x, y = pair(*operands, dtype, seed)
    assert_same(ascendc_add(x.npu(), y.npu()), x + y)


@pytest.mark.parametrize(("x_shape", "y_shape"), [((64, 1024), (64, 1)), ((3, 5000), (5000,)), ((7,), ())])
def test_nothing_is_materialised(x_shape: Shape, y_shape: Shape) -> None:
    x, y = (t.npu() for t in pair(x_shape, y_shape, torch.float32))
    torch.npu.synchronize()
    before = torch.npu.memory_stats()["allocation.all.allocated"]
    ascendc_add(x, y)
    torch.npu.synchronize()
    assert torch.npu.memory_stats()["allocation.all.allocated"] - before == 1  # the result


@pytest.mark.parametrize(
    ("x_shape", "y_shape"), [((3, 4), (4,)), ((3, 1), (1, 4)), ((), (2, 3)), ((2, 3), (2, 1))]
)
def test_a01_gradients_are_summed(x_shape: Shape, y_shape: Shape) -> None:
    gradients = []
    for place, add in (("cpu", torch.add), ("npu", ascendc_add)):
        leaves = [t.to(place).requires_grad_() for t in pair(x_shape, y_shape, torch.float32)]
        (
            add(*leaves) * torch.arange(12.0)[: add(*leaves).numel()].view(add(*leaves).shape).to(place)
        ).sum().backward()
        gradients.append([leaf.grad for leaf in leaves])
    for ours, theirs in zip(gradients[1], gradients[0], strict=True):
        assert ours is not None
        assert theirs is not None
        assert_same(ours, theirs)


@pytest.mark.parametrize("place", ["npu", "meta"])
@pytest.mark.parametrize(
    ("x_shape", "y_shape"), [((4,), (5,)), ((2, 3), (3, 2)), ((0,), (2,)), ((6,), (2, 3))]
)
def test_shapes_that_do_not_fit_are_refused(place: str, x_shape: Shape, y_shape: Shape) -> None:
    x, y = torch.zeros(x_shape).to(place), torch.zeros(y_shape).to(place)
    with pytest.raises(RuntimeError) as error:
        ascendc_add(x, y)
    message = "ascendc_add: x and y must have shapes that can be broadcast, "
    assert f"{message}got x {list(x_shape)} and y {list(y_shape)}" in str(error.value)


@pytest.mark.parametrize(("x_shape", "y_shape"), [p for p in PAIRS if len(p[0]) >= len(p[1])])
def test_in_place_add_broadcasts_y(x_shape: Shape, y_shape: Shape) -> None:
    x, y = pair(x_shape, y_shape, torch.float32)
    result = x.npu()
    if torch.broadcast_shapes(x_shape, y_shape) == x_shape:
        ascendc_add_(result, y.npu())
        assert_same(result, x + y)
    else:
        for place in ("npu", "meta"):
            with pytest.raises(
                RuntimeError, match="ascendc_add_: y must have a shape that can be broadcast to that of x"
            ):
                ascendc_add_(x.to(place), y.to(place))


def test_in_place_add_of_non_contiguous_tensors() -> None:
    x, y = pair((6, 8), (6,), torch.int32)
    result = x.npu()
    ascendc_add_(result.t(), y.npu())
    assert_same(result, x + y[:, None])


def test_in_place_gradients_are_summed() -> None:
    x, y = torch.ones(3, 4).npu().requires_grad_(), torch.ones(4).npu().requires_grad_()
    z = x * 1
    ascendc_add_(z, y)
    z.sum().backward()
    assert x.grad is not None
    assert y.grad is not None
    assert (x.grad.cpu().unique().tolist(), y.grad.cpu().tolist()) == ([1.0], [3.0] * 4)


@pytest.mark.parametrize(("x_shape", "y_shape"), [((5,), (5, 1)), ((5, 1), (5, 3)), ((), (5, 3)), ((3,), ())])
def test_vmap(x_shape: Shape, y_shape: Shape) -> None:
    x, y = pair((2, *x_shape), (2, *y_shape), torch.int32)
    for in_dims, arguments in (((0, 0), (x, y)), ((0, None), (x, y[0])), ((None, 0), (x[0], y))):
        expected = torch.func.vmap(torch.add, in_dims)(*arguments)
        assert_same(torch.func.vmap(ascendc_add, in_dims)(*(t.npu() for t in arguments)), expected)
