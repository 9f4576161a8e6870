# SPDX-License-Identifier: Apache-2.0
"""Vector instructions against torch, bit for bit where torch's own result is the correctly rounded one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch
from asc_library import KernelError, Library

if TYPE_CHECKING:
    from collections.abc import Callable

    Build = Callable[[str], Library]

TYPES = {
    "half": torch.float16,
    "bfloat16_t": torch.bfloat16,
    "float": torch.float32,
    "int8_t": torch.int8,
    "uint8_t": torch.uint8,
    "int16_t": torch.int16,
    "uint16_t": torch.uint16,
    "int32_t": torch.int32,
    "uint32_t": torch.uint32,
    "int64_t": torch.int64,
}
COUNT = 2049  # whole repeats and a tail


@pytest.fixture(scope="module")
def vector(library: Build) -> Library:
    return library("vector")


def values(name: str, count: int = COUNT, seed: int = 0) -> torch.Tensor:
    """Ordinary values, every kind of extreme value, and for half every bit pattern there is room for."""
    generator = torch.Generator().manual_seed(seed)
    dtype = TYPES[name]
    if not dtype.is_floating_point:
        info = torch.iinfo(dtype)
        bits = torch.randint(0, 256, (count * dtype.itemsize,), generator=generator, dtype=torch.uint8)
        result = bits.view(dtype)
        result[:4] = torch.tensor([info.min, info.max, 0, 1]).to(dtype)
        return result
    result = (torch.randn(count, generator=generator) * 10).to(dtype)
    special = [
        0.0,
        -0.0,
        float("inf"),
        -float("inf"),
        float("nan"),
        torch.finfo(dtype).max,
        torch.finfo(dtype).tiny,
    ]
    picked = torch.randint(0, len(special), (count // 8,), generator=generator)
    result[torch.randperm(count, generator=generator)[: count // 8]] = torch.tensor(special)[picked].to(dtype)
    return result


def same(actual: torch.Tensor, expected: torch.Tensor) -> None:
    """Equal bit for bit, except that any NaN equals any NaN."""
    assert actual.dtype == expected.dtype
    if actual.dtype.is_floating_point:
        both_nan = actual.isnan() & expected.isnan()
        integers = {2: torch.int16, 4: torch.int32}[actual.dtype.itemsize]
        differs = (actual.view(integers) != expected.view(integers)) & ~both_nan
    else:
        signed = {1: torch.int8, 2: torch.int16, 4: torch.int32, 8: torch.int64}[actual.dtype.itemsize]
        differs = actual.view(signed) != expected.view(signed)
    at = differs.nonzero().flatten()[:5].tolist()
    assert not at, [(index, actual[index].item(), expected[index].item()) for index in at]


BINARY = {
    "Add": torch.add,
    "Sub": torch.sub,
    "Mul": torch.mul,
    "Div": torch.div,
    "Max": torch.maximum,
    "Min": torch.minimum,
}
ARITHMETIC = ["half", "float", "int16_t", "int32_t"]
FLOATING = ["half", "float"]


def _binary_cases() -> list[tuple[str, str]]:
    return [(op, name) for op in BINARY for name in (FLOATING if op == "Div" else ARITHMETIC)]


@pytest.mark.parametrize(("op", "name"), _binary_cases())
def test_binary(vector: Library, op: str, name: str) -> None:
    a, b = values(name, seed=1), values(name, seed=2)
    result = vector.run(f"{op} {name}", torch.zeros_like(a), a, b, count=COUNT)
    same(result, BINARY[op](a, b))


@pytest.mark.parametrize("op", ["And", "Or", "Not"])
@pytest.mark.parametrize("name", ["int16_t", "uint16_t"])
def test_bitwise(vector: Library, op: str, name: str) -> None:
    a, b = values(name, seed=1).view(torch.int16), values(name, seed=2).view(torch.int16)
    expected = {"And": a & b, "Or": a | b, "Not": ~a}[op]
    same(vector.run(f"{op} {name}", torch.zeros_like(a), a, b, count=COUNT), expected)


# Exp, Ln, Rsqrt: the float result of one library function differs from another's in the last bit.
UNARY = {
    "Abs": torch.abs,
    "Reciprocal": torch.reciprocal,
    "Relu": torch.relu,
    "Sqrt": lambda x: x.double().sqrt().to(x.dtype),  # torch's own float result is off by a bit now and then
    "Exp": torch.exp,
    "Ln": torch.log,
    "Rsqrt": torch.rsqrt,
}


@pytest.mark.parametrize("op", UNARY)
@pytest.mark.parametrize("name", FLOATING)
def test_unary(vector: Library, op: str, name: str) -> None:
    a = values(name)
    result = vector.run(f"{op} {name}", torch.ones_like(a), a, count=COUNT)
    expected = UNARY[op](a)
    if op in ("Exp", "Ln", "Rsqrt") and name == "float":
        torch.testing.assert_close(result, expected, rtol=3e-7, atol=0, equal_nan=True)
    else:
        same(result, expected)


def test_relu_of_integers(vector: Library) -> None:
    a = values("int32_t")
    same(vector.run("Relu int32_t", torch.zeros_like(a), a, count=COUNT), torch.relu(a))


@pytest.mark.parametrize("op", ["Adds", "Muls", "Maxs", "Mins"])
@pytest.mark.parametrize("name", ARITHMETIC)
@pytest.mark.parametrize("scalar", [3.0, -7.0])
def test_scalar(vector: Library, op: str, name: str, scalar: float) -> None:
    a = values(name)
    other = torch.full_like(a, scalar)
    expected = {"Adds": torch.add, "Muls": torch.mul, "Maxs": torch.maximum, "Mins": torch.minimum}[op](
        a, other
    )
    same(vector.run(f"{op} {name}", torch.zeros_like(a), a, count=COUNT, scalar=scalar), expected)


@pytest.mark.parametrize(("to", "source"), [("half", "half"), ("float", "float"), ("float", "half")])
def test_axpy(vector: Library, to: str, source: str) -> None:
    d, a = values(to, seed=1), values(source, seed=2)
    product = a.float() * 0.5
    same(vector.run(f"Axpy {to} {source}", d, a, count=COUNT, scalar=0.5), (product + d.float()).to(d.dtype))


@pytest.mark.parametrize(
    "name", ["half", "float", "bfloat16_t", "int16_t", "uint16_t", "int32_t", "uint32_t"]
)
def test_duplicate(vector: Library, name: str) -> None:
    destination = torch.zeros(COUNT, dtype=TYPES[name])
    expected = torch.zeros(COUNT, dtype=TYPES[name])
    expected[: COUNT - 9] = 5
    same(vector.run(f"Duplicate {name}", destination, count=COUNT - 9, scalar=5.0), expected)


# ---- masks and repeats: an element loop in numpy is the reference ----------------------------------------


def lanes_of(repeat: int, size: int, lanes: int, block_stride: int, repeat_stride: int) -> np.ndarray:
    """Element indices of one repeat's lanes."""
    per_block = 32 // size
    lane = np.arange(lanes)
    return (repeat * repeat_stride + lane // per_block * block_stride) * per_block + lane % per_block


@pytest.mark.parametrize("form", [1, 2])
@pytest.mark.parametrize("name", ARITHMETIC)
@pytest.mark.parametrize(
    ("block_stride", "repeat_stride", "repeats"),
    [
        ((1, 1, 1), (8, 8, 8), 4),
        ((2, 1, 3), (16, 8, 24), 3),
        ((1, 0, 1), (8, 0, 9), 3),
        ((1, 1, 1), (4, 8, 8), 3),
    ],
)
def test_repeats(
    vector: Library,
    form: int,
    name: str,
    block_stride: tuple[int, int, int],
    repeat_stride: tuple[int, int, int],
    repeats: int,
) -> None:
    dtype = TYPES[name]
    lanes = 256 // dtype.itemsize
    a, b, destination = (values(name, count=4096, seed=seed) for seed in (1, 2, 3))
    bits = [0xF0F0_1234_8001_7FFF, 0x8000_0000_0000_0001] if form == 1 else [lanes - 3, 0]
    active = [lane for lane in range(lanes) if (bits[lane // 64] >> (lane % 64)) & 1]
    if form == 2:
        active = list(range(lanes - 3))
    if lanes == 64:
        bits[1] = 0
    expected = destination.clone()
    for repeat in range(repeats):
        at = [
            torch.from_numpy(lanes_of(repeat, dtype.itemsize, lanes, block, step)[active])
            for block, step in zip(block_stride, repeat_stride, strict=True)
        ]
        expected[at[0]] = a[at[1]] + b[at[2]]
    result = vector.run(
        f"Add {name}",
        destination,
        a,
        b,
        form=form,
        mask=(bits[0], bits[1]),
        repeats=repeats,
        block_stride=block_stride,
        repeat_stride=repeat_stride,
    )
    same(result, expected)


@pytest.mark.parametrize("repeats", [0, 1, 255])
def test_whole_repeats_are_the_count_form(vector: Library, repeats: int) -> None:
    a = values("float", count=64 * 40)
    used = min(repeats, 40)
    expected = torch.zeros_like(a)
    expected[: used * 64] = a[: used * 64].sqrt()
    if repeats > 40:
        with pytest.raises(KernelError, match="past the end of the tensor"):
            vector.run("Sqrt float", torch.zeros_like(a), a, form=2, mask=(64, 0), repeats=repeats)
        return
    same(vector.run("Sqrt float", torch.zeros_like(a), a, form=2, mask=(64, 0), repeats=repeats), expected)


def test_cast_repeats_count_lanes_of_the_wider_type(vector: Library) -> None:
    a = values("float", count=256)
    result = vector.run(
        "Cast half float",
        torch.zeros(256, dtype=torch.float16),
        a,
        form=2,
        mask=(64, 0),
        repeats=4,
        repeat_stride=(4, 8, 0),
    )
    same(result, a.half())


# ---- Cast ------------------------------------------------------------------------------------------------

NONE, RINT, FLOOR, CEIL, ROUND, TRUNC, ODD = range(7)
_ROUNDING = {
    RINT: np.rint,
    FLOOR: np.floor,
    CEIL: np.ceil,
    ROUND: lambda x: np.trunc(x + np.copysign(0.5, x)),  # exact in float64
    TRUNC: np.trunc,
}


def to_integers(source: torch.Tensor, dtype: torch.dtype, mode: int) -> torch.Tensor:
    """Rounds in float64, saturates, and turns NaN into 0."""
    info = torch.iinfo(dtype)
    rounded = _ROUNDING[mode](source.double().numpy())
    exact = [
        0 if np.isnan(x) else info.min if x <= info.min else info.max if x >= info.max else int(x)
        for x in rounded
    ]
    return torch.tensor(exact, dtype=torch.int64).to(dtype)


@pytest.mark.parametrize("mode", [RINT, FLOOR, CEIL, ROUND, TRUNC])
@pytest.mark.parametrize(
    ("to", "source"),
    [
        *((to, "half") for to in ("int32_t", "int16_t", "int8_t", "uint8_t")),
        *((to, "float") for to in ("int64_t", "int32_t", "int16_t")),
        ("int32_t", "bfloat16_t"),
    ],
)
def test_cast_to_integers(vector: Library, to: str, source: str, mode: int) -> None:
    a = values(source)
    halves = torch.arange(-40, 40) / 2
    a[:80] = halves.to(a.dtype)
    result = vector.run(
        f"Cast {to} {source}", torch.zeros(COUNT, dtype=TYPES[to]), a, count=COUNT, round_mode=mode
    )
    same(result, to_integers(a, TYPES[to], mode))


@pytest.mark.parametrize("mode", [RINT, FLOOR, CEIL, ROUND, TRUNC])
def test_cast_rounds_float_in_place(vector: Library, mode: int) -> None:
    a = values("float")
    expected = torch.from_numpy(_ROUNDING[mode](a.double().numpy())).float()
    same(vector.run("Cast float float", torch.zeros_like(a), a, count=COUNT, round_mode=mode), expected)


def narrowing_inputs(dtype: torch.dtype) -> torch.Tensor:
    """Floats around every value of the narrow type: the value, the ties, and their neighbours."""
    every = torch.arange(0, 65536, 7, dtype=torch.int32).to(torch.int16).view(dtype)
    exact = every[every.isfinite()].float()
    next_up = (exact.to(dtype).view(torch.int16) + 1).view(dtype).float()
    middle = ((exact.double() + next_up.double()) / 2).float()
    nearby = [torch.nextafter(middle, torch.full_like(middle, to)) for to in (float("inf"), -float("inf"))]
    special = torch.tensor(
        [float("nan"), float("inf"), -float("inf"), 65504.0, 65519.9, 65520.0, 1e30, -1e30, 1e-40]
    )
    return torch.cat([exact, middle, *nearby, special])


def narrow(source: torch.Tensor, dtype: torch.dtype, mode: int) -> torch.Tensor:
    """The narrow values around each float, and the mode's choice between them."""
    x = source.double()
    nearest = source.to(dtype)
    if mode in (NONE, RINT):
        return nearest
    bits = nearest.view(torch.int16)
    away = nearest.double().abs() > x.abs()
    below = torch.where(away, (bits - 1).view(dtype), nearest)  # towards zero
    above = (below.view(torch.int16) + 1).view(dtype)
    inexact = (nearest.double() != x) & ~x.isnan()
    tie = (x - below.double()).abs() == (above.double() - x).abs()
    choice = {
        FLOOR: torch.where(x < 0, above, below),
        CEIL: torch.where(x < 0, below, above),
        TRUNC: below,
        ROUND: torch.where(tie, above, nearest),
        ODD: torch.where((below.view(torch.int16) & 1).bool(), below, above),
    }[mode]
    return torch.where(inexact, choice, nearest)


@pytest.mark.parametrize(
    ("to", "mode"),
    [
        *(("half", mode) for mode in (NONE, RINT, FLOOR, CEIL, ROUND, TRUNC, ODD)),
        *(("bfloat16_t", mode) for mode in (RINT, FLOOR, CEIL, ROUND, TRUNC)),
    ],
)
def test_cast_narrows_float(vector: Library, to: str, mode: int) -> None:
    inputs = narrowing_inputs(TYPES[to])
    for part in inputs.split(8192):
        result = vector.run(
            f"Cast {to} float",
            torch.zeros(len(part), dtype=TYPES[to]),
            part,
            count=len(part),
            round_mode=mode,
        )
        same(result, narrow(part, TYPES[to], mode))


@pytest.mark.parametrize("source", ["half", "bfloat16_t"])
def test_cast_widens_every_value(vector: Library, source: str) -> None:
    every = torch.arange(65536, dtype=torch.int32).to(torch.int16).view(TYPES[source])
    for part in every.split(8192):
        result = vector.run(f"Cast float {source}", torch.zeros(8192), part, count=8192, round_mode=NONE)
        assert torch.equal(result.view(torch.int32), part.float().view(torch.int32))  # NaNs too


@pytest.mark.parametrize("source", ["int8_t", "uint8_t", "int16_t"])
def test_cast_integers_to_half(vector: Library, source: str) -> None:
    a = values(source)
    result = vector.run(f"Cast half {source}", torch.zeros(COUNT, dtype=torch.float16), a, count=COUNT)
    same(result, a.half())


@pytest.mark.parametrize("mode", [FLOOR, CEIL, ROUND, TRUNC])
def test_cast_int16_to_half_by_mode(vector: Library, mode: int) -> None:
    a = values("int16_t")
    result = vector.run("Cast half int16_t", torch.zeros(COUNT).half(), a, count=COUNT, round_mode=mode)
    same(result, narrow(a.float(), torch.float16, mode))


@pytest.mark.parametrize(
    ("to", "source"),
    [("float", "int16_t"), ("float", "int32_t"), ("int64_t", "int32_t")],
)
def test_cast_integers_exactly_or_to_nearest(vector: Library, to: str, source: str) -> None:
    a = values(source)
    result = vector.run(f"Cast {to} {source}", torch.zeros(COUNT, dtype=TYPES[to]), a, count=COUNT)
    same(result, a.to(TYPES[to]))


@pytest.mark.parametrize(("to", "source"), [("int16_t", "int32_t"), ("int32_t", "int64_t")])
def test_cast_integers_saturate(vector: Library, to: str, source: str) -> None:
    a = values(source)
    a[:100] = torch.arange(-50, 50).to(a.dtype)
    info = torch.iinfo(TYPES[to])
    result = vector.run(f"Cast {to} {source}", torch.zeros(COUNT, dtype=TYPES[to]), a, count=COUNT)
    same(result, a.clamp(info.min, info.max).to(TYPES[to]))


@pytest.mark.parametrize("source", ["int32_t", "int64_t"])
@pytest.mark.parametrize("mode", [RINT, FLOOR, CEIL, ROUND, TRUNC])
def test_cast_wide_integers_to_float(vector: Library, source: str, mode: int) -> None:
    a = values(source)
    a[:200] = torch.arange(2**24 - 100, 2**24 + 100).to(a.dtype)
    a[200:400] = -a[:200]
    result = vector.run(f"Cast float {source}", torch.zeros(COUNT), a, count=COUNT, round_mode=mode)
    for x, y in zip(a.tolist(), result.tolist(), strict=True):
        assert y == _float_of(x, mode), (x, y)


def _float_of(x: int, mode: int) -> float:
    """The float that the mode picks for an integer, by exact integer arithmetic."""
    nearest = np.float32(x)
    low = nearest if int(nearest) <= x else np.nextafter(nearest, np.float32(-np.inf))
    high = low if int(low) == x else np.nextafter(low, np.float32(np.inf))
    down, up = x - int(low), int(high) - x
    if mode == FLOOR or (mode == TRUNC and x > 0):
        return float(low)
    if mode in (CEIL, TRUNC):
        return float(high)
    if mode == ROUND and down == up:
        return float(high if x > 0 else low)
    return float(nearest)


def test_cast_refuses_modes_that_the_pair_lacks(vector: Library) -> None:
    a = values("half", count=64)
    with pytest.raises(KernelError, match="from half to float there is no CAST_FLOOR"):
        vector.run("Cast float half", torch.zeros(64), a, count=64, round_mode=FLOOR)
    with pytest.raises(KernelError, match="from float to bfloat16_t there is no CAST_NONE"):
        vector.run("Cast bfloat16_t float", torch.zeros(64).bfloat16(), a.float(), count=64, round_mode=NONE)
