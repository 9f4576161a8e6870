# SPDX-License-Identifier: Apache-2.0
"""Reductions, comparisons, selections and masked calls in random forms, against numpy."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch
from asc_values import TYPES, values
from vector_forms import SIZE, Form, agree, call, expected, places, positions, random_form

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from asc_library import Library

    Build = Callable[[str], Library]

ROUNDS = 12
FLOATING = ["half", "float"]
COMPARISONS = [np.less, np.greater, np.equal, np.less_equal, np.greater_equal, np.not_equal]
VALUE_INDEX, INDEX_VALUE, ONLY_VALUE, ONLY_INDEX = range(4)
_SUM, _MAX, _MIN = range(3)
# `number` of sources/families.asc -> what is computed and over how many bytes (None: over a pair).
REDUCTIONS: dict[int, tuple[int, int | None]] = {
    **{first + op: (op, 256) for first in (0, 10) for op in (_SUM, _MAX, _MIN)},
    **{first + op: (op, 32) for first in (3, 13) for op in (_SUM, _MAX, _MIN)},
    6: (_SUM, None),
    16: (_SUM, None),
    20: (_SUM, 256),
}


@pytest.fixture(scope="module")
def families(library: Build) -> Library:
    return library("families")


def ordinary(name: str, seed: int) -> torch.Tensor:
    """Values without NaN: sums and extremes with one are not documented. Every third time with infinities."""
    numbers = values(name, SIZE, seed)
    numbers = numbers.where(~numbers.isnan(), torch.ones_like(numbers))
    return numbers.clamp(-50, 50) if seed % 3 else numbers


def by_repeats(random: Random, size: int) -> Form:
    """A form with a mask; results of repeats up to 4 apart."""
    form = random_form(random, size)
    while form.form == 0:
        form = random_form(random, size)
    return replace(form, repeat_stride=(random.randrange(5), *form.repeat_stride[1:]))


def tree(x: np.ndarray) -> np.ndarray:
    """The sum of neighbours, then of neighbours of the sums, each rounded to the type."""
    while len(x) > 1:
        if len(x) % 2:
            x = np.append(x, x.dtype.type(0))
        x = x[0::2] + x[1::2]
    return x


def lanes_of(form: Form, a: np.ndarray, repeat: int) -> tuple[np.ndarray, np.ndarray]:
    """All lanes of a repeat, 0 where they are not active, and which are."""
    lanes = 256 // a.itemsize
    active = np.array(form.active(lanes), dtype=np.int64)
    row, is_active = np.zeros(lanes, a.dtype), np.zeros(lanes, bool)
    row[active] = a[positions(form, 1, a.itemsize, repeat, torch.from_numpy(active)).numpy()]
    is_active[active] = True
    return row, is_active


def extreme(row: np.ndarray, active: np.ndarray, op: int) -> int:
    """The first lane with the extreme."""
    worst = row.dtype.type(-np.inf if op == _MAX else np.inf)
    shown = np.where(active, row, worst)
    best = shown.max() if op == _MAX else shown.min()
    return int(np.flatnonzero(active & (shown == best))[0])


def outcome(row: np.ndarray, active: np.ndarray, op: int, order: int) -> bytes:
    if op == _SUM:
        return tree(row).tobytes()
    lane = extreme(row, active, op)
    value, index = row[lane].tobytes(), lane.to_bytes(row.itemsize, "little")
    return {
        VALUE_INDEX: value + index,
        INDEX_VALUE: index + value,
        ONLY_VALUE: value,
        ONLY_INDEX: lane.to_bytes(4, "little"),
    }[order]


@pytest.mark.parametrize("number", REDUCTIONS)
@pytest.mark.parametrize("name", FLOATING)
def test_reductions_of_repeats(families: Library, random: Random, name: str, number: int) -> None:
    op, group_bytes = REDUCTIONS[number]
    for seed in range(ROUNDS):
        d, a = ordinary(name, 2 * seed), ordinary(name, 2 * seed + 1)
        size = d.itemsize
        form = by_repeats(random, size)
        if number == 20:
            form = replace(form, form=2, mask=(random.randint(0, 256 // size), 0))
        order = random.randrange(4) if group_bytes == 256 and op != _SUM else ONLY_VALUE
        group = 2 if group_bytes is None else group_bytes // size
        unit = {None: 128, 32: 8 * size, 256: {ONLY_VALUE: size, ONLY_INDEX: 4}.get(order, 2 * size)}
        memory = bytearray(d.numpy().tobytes())
        with np.errstate(over="ignore", invalid="ignore"):
            for repeat in range(form.repeats):
                row, active = lanes_of(form, a.numpy(), repeat)
                for at in range(0, len(row), group):
                    if not active[at : at + group].any():
                        continue
                    result = outcome(row[at : at + group], active[at : at + group], op, order)
                    start = repeat * form.repeat_stride[0] * unit[group_bytes] + at // group * size
                    memory[start : start + len(result)] = result
        actual = call(families, f"Repeats {name}", form, d, a, number=number, round_mode=order)
        agree(f"{number} {name}", form, actual, torch.frombuffer(memory, dtype=d.dtype))


def total(form: Form, a: np.ndarray, op: int) -> tuple[np.generic, int] | None:
    """The result over all repeats and its index, None where no lane takes part."""
    lanes = 256 // a.itemsize
    if form.form == 0:
        padded = np.zeros(-(-form.count // lanes) * lanes, a.dtype)
        padded[: form.count] = a[: form.count]
        rows, active = padded.reshape(-1, lanes), (np.arange(len(padded)) < form.count).reshape(-1, lanes)
    else:
        pairs = [lanes_of(form, a, repeat) for repeat in range(form.repeats)]
        rows = np.array([row for row, _ in pairs]).reshape(-1, lanes)
        active = np.array([each for _, each in pairs], dtype=bool).reshape(-1, lanes)
    if not active.any():
        return None
    if op != _SUM:
        lane = extreme(rows.ravel(), active.ravel(), op)
        return rows.ravel()[lane], lane
    sums = np.concatenate([tree(row) for row in rows])
    if form.form != 0:
        return tree(sums)[0], 0
    result = sums[0]
    for each in sums[1:]:  # a count: the repeats one after another
        result = result + each
    return result, 0


@pytest.mark.parametrize("op", [_SUM, _MAX, _MIN])
@pytest.mark.parametrize("name", FLOATING)
def test_reductions_of_all(families: Library, random: Random, name: str, op: int) -> None:
    for seed in range(2 * ROUNDS):
        d, a, work = (ordinary(name, 3 * seed + i) for i in range(3))
        form = replace(random_form(random, d.itemsize), block_stride=(1, 1, 1))
        with_index = random.random() < 0.5 and op != _SUM
        with np.errstate(over="ignore", invalid="ignore"):
            best = total(form, a.numpy(), op)
        reference = d.clone()
        if best is not None:
            reference[0] = torch.tensor(best[0])
            if with_index:
                reference.view({2: torch.int16, 4: torch.int32}[d.itemsize])[1] = best[1]
        actual = call(families, f"Total {name}", form, d, a, work, number=op, scalar=with_index)
        agree(f"Total {op} {name}", form, actual, reference)


def put_bits(target: torch.Tensor, truth: np.ndarray) -> None:
    packed = torch.from_numpy(np.packbits(truth, bitorder="little"))
    target[: len(packed)] = packed


def whole_repeats(random: Random, size: int) -> Form:
    """A form with all lanes active: what a comparison into UB takes."""
    lanes = 256 // size
    form = random_form(random, size)
    mask = (lanes, 0) if form.form == 2 else (2**64 - 1, 2**64 - 1)
    return replace(form, mask=mask, count=random.randrange(SIZE // lanes + 1) * lanes)


def compared(form: Form, a: np.ndarray, b: np.ndarray, mode: int) -> np.ndarray:
    if form.form == 0:
        return COMPARISONS[mode](a[: form.count], b[: form.count])
    every = torch.arange(256 // a.itemsize)
    rows = [
        COMPARISONS[mode](
            a[positions(form, 1, a.itemsize, repeat, every).numpy()],
            b[positions(form, 2, a.itemsize, repeat, every).numpy()],
        )
        for repeat in range(form.repeats)
    ]
    return np.concatenate([*rows, np.zeros(0, bool)])


@pytest.mark.parametrize("mode", range(6))
@pytest.mark.parametrize("name", [*FLOATING, "int32_t"])
def test_comparisons(families: Library, random: Random, name: str, mode: int) -> None:
    if name == "int32_t" and mode != 2:
        return  # int32_t has EQ only
    for seed in range(ROUNDS):
        d = values("uint8_t", SIZE, seed)
        a, b = values(name, SIZE, 2 * seed), values(name, SIZE, 2 * seed + 1)
        b[::3] = a[::3]
        form = whole_repeats(random, a.itemsize)
        reference = d.clone()
        put_bits(reference, compared(form, a.numpy(), b.numpy(), mode))
        case = f"CompareAll uint8_t {name}"
        agree(case, form, call(families, case, form, d, a, b, number=mode), reference)
        if name == "int32_t":
            continue
        scalar = random.choice([1.5, 0.0, float("inf")])
        a[::4] = scalar
        reference = d.clone()
        put_bits(reference, compared(form, a.numpy(), np.full_like(a.numpy(), scalar), mode))
        case = f"CompareWith uint8_t {name}"
        agree(case, form, call(families, case, form, d, a, number=mode, scalar=scalar), reference)


@pytest.mark.parametrize("name", FLOATING)
def test_comparisons_into_the_register(families: Library, random: Random, name: str) -> None:
    for seed in range(2 * ROUNDS):
        d = values("uint8_t", SIZE, seed)
        a, b = values(name, SIZE, 2 * seed), values(name, SIZE, 2 * seed + 1)
        form = replace(by_repeats(random, a.itemsize), repeats=1)
        mode = random.randrange(6)
        truth = np.zeros(128, bool)
        active = form.active(256 // a.itemsize)
        whole = compared(replace(form, form=1), a.numpy(), b.numpy(), mode)
        truth[active] = whole[active]
        reference = d.clone()
        put_bits(reference, truth)
        register = replace(form, form=form.form + 2)
        case = f"CompareAll uint8_t {name}"
        agree(case, form, call(families, case, register, d, a, b, number=mode), reference)


@pytest.mark.parametrize("mode", range(3))
@pytest.mark.parametrize("name", FLOATING)
def test_selections(families: Library, random: Random, name: str, mode: int) -> None:
    lanes = 256 // TYPES[name].itemsize
    for seed in range(ROUNDS):
        d, a, b = (values(name, SIZE, 3 * seed + i) for i in range(3))
        bits = np.unpackbits(d.numpy().view(np.uint8), bitorder="little").astype(bool)
        form = random_form(random, d.itemsize)
        register = mode == 0 and random.random() < 0.5
        if register:
            form = replace(form, form=1)
        reference, other = d.clone(), torch.full_like(b, -2.5)
        for lane, at in places(form, d.itemsize):
            bit = torch.from_numpy(bits)[lane % lanes if mode == 0 else lane]
            reference[at[0]] = torch.where(bit, a[at[1]], (other if mode == 1 else b)[at[2]])
        shown = replace(form, form=3) if register else form
        actual = call(families, f"SelectAll {name}", shown, d, a, b, number=mode, scalar=-2.5)
        agree(f"Select {mode} {name}", shown, actual, reference)


@pytest.mark.parametrize("way", [3, 4, 5])
@pytest.mark.parametrize("name", [*FLOATING, "int16_t"])
def test_masks_in_registers(families: Library, random: Random, name: str, way: int) -> None:
    lanes = 256 // TYPES[name].itemsize
    for seed in range(ROUNDS):
        d, a, b = (values(name, SIZE, 3 * seed + i) for i in range(3))
        form = random_form(random, d.itemsize)
        if way == 3:
            bits = random.getrandbits(lanes)
            form = replace(form, form=1, mask=(bits & (2**64 - 1), bits >> 64))
            reference = expected(form, d, (a, b), lambda _, x, y: x + y)
        else:
            form = replace(form, form=1, count=random.randint(0, 6 * lanes))
            reference = d
            for repeat in range(-(-form.count // lanes)):
                active = min(lanes, form.count - repeat * lanes)
                at = [positions(form, i, d.itemsize, repeat, torch.arange(active)) for i in range(3)]
                reference = reference.clone()
                reference[at[0]] = a[at[1]] + b[at[2]]
        actual = call(families, f"AddMasked {name}", replace(form, form=way), d, a, b)
        agree(f"AddMasked {way} {name}", form, actual, reference)
