# SPDX-License-Identifier: Apache-2.0
"""SetSaturationFlag and the control register: what becomes of results that do not fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch
from asc_library import Library
from asc_values import TYPES, same, values

if TYPE_CHECKING:
    from collections.abc import Callable

    Build = Callable[[str], Library]

NONE, RINT, FLOOR, TRUNC = 0, 1, 2, 5
DEFAULT, FLOATS, LOW_BITS, FLOATS_BY_REGISTER, DEFAULT_BY_REGISTER = range(5)
COUNT = 256


@pytest.fixture(scope="module")
def saturation(library: Build) -> Library:
    return library("saturation")


def finite(x: torch.Tensor) -> torch.Tensor:
    limits = torch.finfo(x.dtype)
    return x.nan_to_num(nan=0.0, posinf=limits.max, neginf=limits.min)


@pytest.mark.parametrize("mode", [DEFAULT, FLOATS, FLOATS_BY_REGISTER, DEFAULT_BY_REGISTER])
@pytest.mark.parametrize("name", ["half", "float"])
def test_arithmetic(saturation: Library, name: str, mode: int) -> None:
    a, b = values(name, COUNT), values(name, COUNT, 1)
    saturates = name == "half" and mode in (FLOATS, FLOATS_BY_REGISTER)  # float never does

    def run(number: int) -> torch.Tensor:
        return saturation.run(
            f"Arithmetic {name}", torch.zeros_like(a), a, b, count=COUNT, number=number, form=mode
        )

    def expected(exact: torch.Tensor) -> torch.Tensor:
        return finite(exact) if saturates else exact

    same(run(0), expected(a + 1))
    lanes = torch.arange(COUNT) % (256 // a.element_size()) < 64  # of the two repeats
    lanes &= torch.arange(COUNT) < 512 // a.element_size()
    same(run(1)[lanes], expected(a / b)[lanes])
    blocks = a[: 512 // a.element_size()].view(16, -1)
    same(run(3)[:16], expected(blocks.amax(dim=1)))
    assert run(4).isposinf().all()  # nothing was computed


def test_sums_saturate_on_their_way(saturation: Library) -> None:
    a = torch.zeros(COUNT, dtype=torch.half)
    a[:4] = torch.tensor([60000.0, 60000.0, -30000.0, 100.0])
    run = {"count": COUNT, "number": 2}
    kept = saturation.run("Arithmetic half", torch.zeros_like(a), a, a, form=FLOATS, **run)
    limit = torch.tensor(65504.0, dtype=torch.half)
    assert kept[0] == limit + torch.tensor(-29900.0, dtype=torch.half)
    assert saturation.run("Arithmetic half", torch.zeros_like(a), a, a, form=DEFAULT, **run)[0].isposinf()


@pytest.mark.parametrize("name", ["half", "bfloat16_t"])
def test_cast_to_narrower_floats(saturation: Library, name: str) -> None:
    a = values("float", COUNT)
    zeros = torch.zeros(COUNT, dtype=TYPES[name])
    for mode in (DEFAULT, FLOATS):
        result = saturation.run(f"Cast {name} float", zeros, a, count=COUNT, form=mode, round_mode=RINT)
        same(result, finite(a.to(zeros.dtype)) if mode == FLOATS else a.to(zeros.dtype))


INTEGERS = [
    *((to, "float", mode) for to in ("int16_t", "int32_t", "int64_t") for mode in (RINT, FLOOR)),
    *((to, "half", TRUNC) for to in ("int8_t", "uint8_t")),
    ("int16_t", "half", FLOOR), ("int32_t", "bfloat16_t", RINT),
    ("int16_t", "int32_t", NONE), ("int32_t", "int64_t", NONE),
]  # fmt: skip
ROUND = {NONE: lambda x: x, RINT: np.rint, FLOOR: np.floor, TRUNC: np.trunc}


@pytest.mark.parametrize(("to", "source", "mode"), INTEGERS)
def test_cast_to_integers(saturation: Library, to: str, source: str, mode: int) -> None:
    a = values(source, COUNT)
    if a.dtype.is_floating_point:
        a[1::2] *= 1000
    dtype = TYPES[to]
    info = torch.iinfo(dtype)
    bits = info.bits

    def exact(x: float) -> int:
        if isinstance(x, float) and not np.isfinite(x):
            return 0 if np.isnan(x) else info.max if x > 0 else info.min
        low = int(ROUND[mode](x)) & (1 << bits) - 1
        return low - (1 << bits) if info.min < 0 and low >> (bits - 1) else low

    expected = torch.tensor([exact(x) for x in a.tolist()], dtype=torch.int64).to(dtype)
    zeros = torch.zeros(COUNT, dtype=dtype)
    fields = {"count": COUNT, "form": LOW_BITS, "round_mode": mode}
    same(saturation.run(f"Cast {to} {source}", zeros, a, **fields), expected)
    if dtype.itemsize <= a.element_size():
        same(saturation.run(f"Cast {to} {source}", zeros, a, **fields, number=1), expected)
    saturated = saturation.run(f"Cast {to} {source}", zeros, a, count=COUNT, round_mode=mode)
    assert not torch.equal(saturated, expected)
