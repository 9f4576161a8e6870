# SPDX-License-Identifier: Apache-2.0
"""Compare, Select and reductions against torch and numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch
from asc_library import KernelError
from asc_values import TYPES, same, values

if TYPE_CHECKING:
    from collections.abc import Callable

    from asc_library import Library

    Build = Callable[[str], Library]

MODES = [torch.lt, torch.gt, torch.eq, torch.le, torch.ge, torch.ne]
FLOATING = ["half", "float"]
COUNT = 1024


@pytest.fixture(scope="module")
def library_(library: Build) -> Library:
    return library("compare_reduce")


def bits(truth: torch.Tensor) -> torch.Tensor:
    return torch.from_numpy(np.packbits(truth.numpy(), bitorder="little"))


@pytest.mark.parametrize(
    ("name", "mode"), [*((name, mode) for name in FLOATING for mode in range(6)), ("int32_t", 2)]
)
@pytest.mark.parametrize("form", [0, 2])
def test_compare(library_: Library, name: str, mode: int, form: int) -> None:
    a, b = values(name, COUNT, 1), values(name, COUNT, 2)
    b[::3] = a[::3]
    lanes = 256 // a.itemsize
    result = library_.run(
        f"Compare uint8_t {name}",
        torch.zeros(COUNT // 8, dtype=torch.uint8),
        a,
        b,
        form=form,
        count=COUNT,
        mask=(lanes, 0),
        repeats=COUNT // lanes,
        number=mode,
    )
    same(result, bits(MODES[mode](a, b)))


@pytest.mark.parametrize("name", FLOATING)
@pytest.mark.parametrize("mode", range(6))
@pytest.mark.parametrize("form", [0, 2])
def test_compare_scalar(library_: Library, name: str, mode: int, form: int) -> None:
    a = values(name, COUNT)
    a[::5] = 1.5
    lanes = 256 // a.itemsize
    result = library_.run(
        f"CompareScalar uint8_t {name}",
        torch.zeros(COUNT // 8, dtype=torch.uint8),
        a,
        form=form,
        count=COUNT,
        mask=(lanes, 0),
        repeats=COUNT // lanes,
        number=mode,
        scalar=1.5,
    )
    same(result, bits(MODES[mode](a, torch.full_like(a, 1.5))))


def test_integers_have_equality_only(library_: Library) -> None:
    a = values("int32_t", 64)
    with pytest.raises(KernelError, match="int32_t has CMPMODE::EQ only"):
        library_.run("Compare uint8_t int32_t", torch.zeros(8, dtype=torch.uint8), a, a, count=64)


def test_comparisons_of_no_mode_are_refused(library_: Library) -> None:
    a = values("float", 64)
    with pytest.raises(KernelError, match=r"Compare at .*: there is no CMPMODE of number 6"):
        library_.run("Compare uint8_t float", torch.zeros(32, dtype=torch.uint8), a, a, count=64, number=6)


def test_part_of_a_repeat_is_refused(library_: Library) -> None:
    a = values("float", 128)
    with pytest.raises(KernelError, match="takes whole repeats of 64 lanes"):
        library_.run("Compare uint8_t float", torch.zeros(16, dtype=torch.uint8), a, a, count=65)


@pytest.mark.parametrize("name", FLOATING)
@pytest.mark.parametrize("mode", [0, 1, 2])
def test_select(library_: Library, name: str, mode: int) -> None:
    a, b = values(name, COUNT, 1), values(name, COUNT, 2)
    greater = a > b
    lanes = 256 // a.itemsize
    if mode == 0:
        greater = greater[:lanes].repeat(COUNT // lanes)
    other = torch.full_like(a, -2.0) if mode == 1 else b
    result = library_.run(f"Select {name}", torch.zeros_like(a), a, b, count=COUNT, number=mode, scalar=-2.0)
    same(result, torch.where(greater, a, other))


@pytest.mark.parametrize("name", FLOATING)
@pytest.mark.parametrize("form", [2, 3, 4, 5])
def test_select_by_repeats(library_: Library, name: str, form: int) -> None:
    a, b = values(name, COUNT, 1), values(name, COUNT, 2)
    lanes = 256 // a.itemsize
    greater = a > b
    active = torch.ones(COUNT, dtype=torch.bool)
    if form == 3:
        greater = greater[:lanes].repeat(COUNT // lanes)
    elif form == 2:
        active = torch.arange(COUNT) % lanes < lanes - 5
    other = torch.full_like(b, -2.5) if form == 4 else b
    result = library_.run(
        f"Select {name}",
        torch.zeros_like(a),
        a,
        b,
        count=COUNT,
        form=form,
        number=2,
        mask=(lanes - 5, 0),
        repeats=COUNT // lanes,
        scalar=-2.5,
    )
    same(result, torch.where(active, torch.where(greater, a, other), torch.zeros_like(a)))


def test_select_by_an_address_that_is_none(library_: Library) -> None:
    a = values("float", COUNT)
    with pytest.raises(KernelError, match=r"Select at .*: the compare register holds no address in UB; give"):
        library_.run("Select float", a, a, a, count=COUNT, form=5, number=1, repeats=1)


def tree(x: np.ndarray) -> np.ndarray:
    """Neighbours, then neighbours of the sums, along the last axis."""
    while x.shape[-1] > 1:
        if x.shape[-1] % 2:
            x = np.concatenate([x, np.zeros((*x.shape[:-1], 1), x.dtype)], -1)
        x = x[..., 0::2] + x[..., 1::2]
    return x[..., 0]


def finite(name: str, count: int) -> torch.Tensor:
    return torch.randn(count, generator=torch.Generator().manual_seed(3)).to(TYPES[name])


@pytest.mark.parametrize("name", FLOATING)
@pytest.mark.parametrize("number", [0, 3, 4, 7])
@pytest.mark.parametrize("missing", [0, 3])
def test_sums_of_repeats(library_: Library, name: str, number: int, missing: int) -> None:
    a = finite(name, COUNT)
    lanes = 256 // a.itemsize
    group = {0: lanes, 3: lanes, 4: 32 // a.itemsize, 7: 2}[number]
    rows = a.clone().reshape(-1, lanes)
    rows[:, lanes - missing :] = 0
    written = torch.arange(lanes).reshape(-1, group)[:, 0] < lanes - missing
    expected = torch.from_numpy(tree(rows.reshape(-1, lanes // group, group).numpy()))
    expected[:, ~written] = 0
    result = library_.run(
        f"Whole {name}",
        torch.zeros(expected.numel(), dtype=a.dtype),
        a,
        number=number,
        mask=(lanes - missing, 0),
        repeats=COUNT // lanes,
    )
    same(result, expected.flatten())


@pytest.mark.parametrize("name", FLOATING)
@pytest.mark.parametrize("number", [5, 6])
def test_extremes_of_blocks(library_: Library, name: str, number: int) -> None:
    a = finite(name, COUNT)
    blocks = a.reshape(-1, 32 // a.itemsize)
    expected = blocks.amax(1) if number == 5 else blocks.amin(1)
    lanes = 256 // a.itemsize
    result = library_.run(
        f"Whole {name}",
        torch.zeros_like(expected),
        a,
        number=number,
        mask=(lanes, 0),
        repeats=COUNT // lanes,
    )
    same(result, expected)


@pytest.mark.parametrize("name", FLOATING)
@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("order", [0, 1, 2, 3])
def test_extremes_of_repeats(library_: Library, name: str, number: int, order: int) -> None:
    a = finite(name, COUNT)
    lanes = 256 // a.itemsize
    rows = a.reshape(-1, lanes)
    value, index = rows.max(1) if number == 1 else rows.min(1)
    integers = torch.int16 if a.itemsize == 2 else torch.int32
    if order == 2:
        expected = value.view(integers)
    elif order == 3:
        expected = index.int().view(integers)
    else:
        pair = [value.view(integers), index.to(integers)]
        expected = torch.stack(pair if order == 0 else pair[::-1], 1).flatten()
    result = library_.run(
        f"Whole {name}",
        torch.zeros(expected.numel(), dtype=a.dtype),
        a,
        number=number,
        form=order,
        mask=(lanes, 0),
        repeats=COUNT // lanes,
    )
    same(result.view(integers), expected)


@pytest.mark.parametrize("name", FLOATING)
@pytest.mark.parametrize("count", [1, 7, 64, 1000])
def test_reduce_all(library_: Library, name: str, count: int) -> None:
    a = finite(name, COUNT)
    used = a[:count]
    integers = torch.int16 if a.itemsize == 2 else torch.int32
    total = library_.run(f"Reduce {name}", torch.zeros(2, dtype=a.dtype), a, a, number=0, count=count)
    torch.testing.assert_close(total[0], used.float().sum().to(a.dtype), rtol=4e-3, atol=4e-2)
    for number, (value, index) in ((1, used.max(0)), (2, used.min(0))):
        result = library_.run(
            f"Reduce {name}", torch.zeros(2, dtype=a.dtype), a, a, number=number, count=count
        )
        assert result[0] == value
        assert result.view(integers)[1] == index


@pytest.mark.parametrize("repeats", [2, 300])
def test_reduce_all_by_repeats(library_: Library, repeats: int) -> None:
    a = finite("float", repeats * 64)
    rows = a.reshape(repeats, 64)[:, :50]
    at = int(rows.flatten().argmax())
    result = library_.run("Reduce float", torch.zeros(2), a, a, number=3, mask=(50, 0), repeats=repeats)
    assert result[0] == rows.max()
    assert result.view(torch.int32)[1] == at // 50 * 64 + at % 50


@pytest.mark.parametrize("name", FLOATING)
@pytest.mark.parametrize("number", [8, 9])
def test_the_last_extreme_by_its_register(library_: Library, name: str, number: int) -> None:
    a = finite(name, COUNT)
    lanes = 256 // a.itemsize
    run = {"number": number, "mask": (lanes, 0)}
    result = library_.run(f"Whole {name}", torch.zeros_like(a), a, repeats=1, **run)
    place = int(a[:lanes].argmax() if number == 8 else a[:lanes].argmin())
    integers = {2: torch.int16, 4: torch.int32}[a.itemsize]
    assert (result[0], result[1].view(integers)) == (a[place], place)
    with pytest.raises(KernelError, match=r"GetReduce\w+ at .*of one repeat and of \w+; the last one had 2"):
        library_.run(f"Whole {name}", torch.zeros_like(a), a, repeats=2, **run)


@pytest.mark.parametrize("name", FLOATING)
def test_the_last_sum_by_its_register(library_: Library, name: str) -> None:
    a = finite(name, COUNT)
    run = {"count": COUNT}
    by_destination, by_register = (
        library_.run(f"Reduce {name}", torch.zeros_like(a), a, a, number=number, **run) for number in (0, 4)
    )
    assert by_register[0] == by_destination[0]
    other = "half" if name == "float" else "float"
    with pytest.raises(KernelError, match=rf"GetReduceRepeatSumSpr at .*elements of {other}; there was none"):
        library_.run(f"Reduce {other}", a, a, a, number=4, count=0)


@pytest.mark.parametrize("repeats", [256, -1])
@pytest.mark.parametrize("number", [0, 1, 3, 4, 7])
def test_reductions_of_repeats_take_255(library_: Library, number: int, repeats: int) -> None:
    a = finite("float", COUNT)
    with pytest.raises(KernelError, match=r"Reduce\w+ at .*: repeatTime is \d+; the limit is 255"):
        library_.run("Whole float", a, a, number=number, mask=(64, 0), repeats=repeats)
