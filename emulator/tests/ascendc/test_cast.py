# SPDX-License-Identifier: Apache-2.0
"""Cast: every pair of types with every RoundMode that it has, against exact arithmetic."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch
from asc_library import KernelError, Library
from asc_values import COUNT, TYPES, same, values

if TYPE_CHECKING:
    from collections.abc import Callable

    Build = Callable[[str], Library]


@pytest.fixture(scope="module")
def vector(library: Build) -> Library:
    return library("vector")


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


_FIVE = (RINT, FLOOR, CEIL, ROUND, TRUNC)
# Which RoundModes a pair (source, destination) has on the Atlas A2 products: the table in the documentation
# of Cast in the Ascend C API reference of CANN 8.5.0; int4b_t: test_cast_int4.py.
DOCUMENTED_MODES = {
    ("half", "int32_t"): _FIVE,
    ("half", "int16_t"): _FIVE,
    ("half", "float"): (NONE,),
    ("half", "int8_t"): (*_FIVE, NONE),
    ("half", "uint8_t"): (*_FIVE, NONE),
    ("float", "float"): _FIVE,
    ("float", "int32_t"): _FIVE,
    ("float", "half"): (*_FIVE, ODD, NONE),
    ("float", "int64_t"): _FIVE,
    ("float", "int16_t"): _FIVE,
    ("float", "bfloat16_t"): _FIVE,
    ("bfloat16_t", "float"): (NONE,),
    ("bfloat16_t", "int32_t"): _FIVE,
    ("uint8_t", "half"): (NONE,),
    ("int8_t", "half"): (NONE,),
    ("int16_t", "half"): (*_FIVE, NONE),
    ("int16_t", "float"): (NONE,),
    ("int32_t", "float"): (*_FIVE, NONE),
    ("int32_t", "int16_t"): (NONE,),
    ("int32_t", "half"): tuple(range(7)),  # SetDeqScale; the mode has no effect
    ("int32_t", "int64_t"): (NONE,),
    ("int64_t", "int32_t"): (NONE,),
    ("int64_t", "float"): _FIVE,
}


@pytest.mark.parametrize(("source", "to"), DOCUMENTED_MODES)
def test_every_pair_has_the_documented_modes(vector: Library, source: str, to: str) -> None:
    a, destination = values(source, count=64), torch.zeros(64, dtype=TYPES[to])
    case = f"Cast {to} {source}" if (source, to) != ("int32_t", "half") else "Dequantize half int32_t"
    for mode in DOCUMENTED_MODES[source, to]:
        vector.run(case, destination, a, count=64, round_mode=mode, scalar=1)
    for mode in set(range(7)) - set(DOCUMENTED_MODES[source, to]):
        with pytest.raises(KernelError, match=f"from {source} to {to} there is no CAST_"):
            vector.run(case, destination, a, count=64, round_mode=mode)


def test_cast_refuses_modes_that_the_pair_lacks(vector: Library) -> None:
    a = values("half", count=64)
    with pytest.raises(KernelError, match="from half to float there is no CAST_FLOOR"):
        vector.run("Cast float half", torch.zeros(64), a, count=64, round_mode=FLOOR)
    with pytest.raises(KernelError, match="from float to bfloat16_t there is no CAST_NONE"):
        vector.run("Cast bfloat16_t float", torch.zeros(64).bfloat16(), a.float(), count=64, round_mode=NONE)
    with pytest.raises(KernelError, match="from half to float there is no RoundMode of that number"):
        vector.run("Cast float half", torch.zeros(64), a, count=64, round_mode=77)


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


def test_cast_dequantizes(vector: Library) -> None:
    a = values("int32_t")
    a[:2000] %= 1000
    for mode in (NONE, FLOOR):  # which has no effect
        result = vector.run(
            "Dequantize half int32_t", torch.zeros(COUNT).half(), a, count=COUNT, scalar=0.25, round_mode=mode
        )
        same(result, (a.float() * 0.25).half())


# (to, source, value, what each mode makes of it), by the documentation's rule for the bits that are left
# out; for float to float, half, int64_t and int32_t its own examples.
DOCUMENTED = [
    ("float", "float", 0.5, (0.0, 0.0, 1.0, 1.0, 0.0)),
    ("half", "float", 0.5 + 2**-12, (0.5, 0.5, 0.5 + 2**-11, 0.5 + 2**-11, 0.5)),
    ("int64_t", "float", 2**22 + 0.5, (2**22, 2**22, 2**22 + 1, 2**22 + 1, 2**22)),
    ("int32_t", "float", 2**22 + 0.5, (2**22, 2**22, 2**22 + 1, 2**22 + 1, 2**22)),
    ("int16_t", "float", 2**22 + 0.5, (2**15 - 1,) * 5),
    (
        "bfloat16_t",
        "float",
        0.5 + 2**-9 + 2**-10,
        (0.5 + 2**-8, 0.5, 0.5 + 2**-8, 0.5 + 2**-8, 0.5),
    ),
    ("int32_t", "half", -1.5, (-2, -2, -1, -2, -1)),
    ("int16_t", "half", 2**7 - 0.5, (2**7, 2**7 - 1, 2**7, 2**7, 2**7 - 1)),
    ("int8_t", "half", 2**7 - 0.5, (2**7 - 1,) * 5),
    ("uint8_t", "half", -1.5, (0,) * 5),
    ("uint8_t", "half", 1.75, (2, 1, 2, 2, 1)),
    ("int32_t", "bfloat16_t", 2**6 + 0.5, (2**6, 2**6, 2**6 + 1, 2**6 + 1, 2**6)),
    ("half", "int16_t", 2**12 + 2, (2**12, 2**12, 2**12 + 4, 2**12 + 4, 2**12)),
    ("float", "int32_t", 2**25 + 3, (2**25 + 4, 2**25, 2**25 + 4, 2**25 + 4, 2**25)),
    ("float", "int64_t", -(2**25) - 3, (-(2**25) - 4, -(2**25) - 4, -(2**25), -(2**25) - 4, -(2**25))),
]


@pytest.mark.parametrize(("to", "source", "value", "expected"), DOCUMENTED)
def test_documented_examples(
    vector: Library, to: str, source: str, value: float, expected: tuple[float, ...]
) -> None:
    a = torch.full((16,), value, dtype=TYPES[source])
    for mode, result in zip(_FIVE, expected, strict=True):
        destination = torch.zeros(16, dtype=TYPES[to])
        actual = vector.run(f"Cast {to} {source}", destination, a, count=16, round_mode=mode)
        assert actual.tolist() == [result] * 16, mode


def test_documented_example_of_odd(vector: Library) -> None:
    a = torch.full((16,), 0.5 + 2**-12)
    result = vector.run("Cast half float", torch.zeros(16).half(), a, count=16, round_mode=ODD)
    assert result.tolist() == [0.5 + 2**-11] * 16
