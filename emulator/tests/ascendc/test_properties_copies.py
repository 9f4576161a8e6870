# SPDX-License-Identifier: Apache-2.0
"""Copies with random lengths, gaps, padding and atomic modes, against numpy on bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch
from asc_values import TYPES, values
from vector_forms import SIZE, agree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from asc_library import Library

    Build = Callable[[str], Library]

ROUNDS = 16
# `number` of sources/copies.asc
COUNT, BLOCKS, EXACT = range(3)
WAYS = {0: COUNT, 1: COUNT, 2: COUNT, 3: BLOCKS, 4: BLOCKS, 5: BLOCKS, 6: EXACT, 7: EXACT}
TO_DEVICE, FROM_DEVICE = (1, 4, 7), (0, 3, 6)


@pytest.fixture(scope="module")
def copies(library: Build) -> Library:
    return library("copies")


def bytes_of(tensor: torch.Tensor) -> np.ndarray:
    return tensor.view(torch.uint8).numpy()


def rounded(length: int) -> int:
    return -(-length // 32) * 32


def draw(random: Random, number: int, size: int) -> dict[str, int]:
    """Runs, their bytes and the gaps in the units of the form; what of it fits into SIZE elements."""
    runs, blocks = random.randint(0, 6), random.randint(0, 8)
    gaps = [random.randint(0, 6), random.randint(0, 6)]  # of the destination, of the source
    unit = [32, 32]
    length = blocks * 32
    if WAYS[number] == EXACT:
        length = random.randint(0, 200 // size) * size
        device = number == 7
        unit[0 if device else 1] = 1
        gaps[0 if device else 1] *= size
    return {
        "runs": runs,
        "length": length,
        "destination_gap": gaps[0],
        "source_gap": gaps[1],
        "destination_unit": unit[0],
        "source_unit": unit[1],
    }


def moved(number: int, drawn: dict[str, int], shift: int, row: int) -> Iterator[tuple[int, int]]:
    """The bytes where each run begins, in destination and source; ``row``: bytes that one takes in UB."""
    in_ub = [number not in TO_DEVICE, number not in FROM_DEVICE]
    step = [
        (row if in_ub[side] else drawn["length"]) + drawn[f"{name}_gap"] * drawn[f"{name}_unit"]
        for side, name in enumerate(("destination", "source"))
    ]
    for run in range(drawn["runs"]):
        yield run * step[0] + (0 if in_ub[0] else shift), run * step[1] + (0 if in_ub[1] else shift)


def fields(number: int, drawn: dict[str, int], size: int) -> dict[str, object]:
    length = drawn["length"]
    return {
        "number": number,
        "count": drawn["runs"],
        "repeats": {COUNT: length // size, BLOCKS: length // 32, EXACT: length}[WAYS[number]],
        "block_stride": (drawn["destination_gap"], drawn["source_gap"], 0),
    }


@pytest.mark.parametrize("number", WAYS)
@pytest.mark.parametrize("name", ["half", "float", "int8_t", "int64_t"])
def test_copies(copies: Library, random: Random, name: str, number: int) -> None:
    for seed in range(ROUNDS):
        d, a = values(name, SIZE, 2 * seed), values(name, SIZE, 2 * seed + 1)
        size = d.itemsize
        shift = random.randrange(33)
        drawn = draw(random, number, size)
        if WAYS[number] == COUNT:
            drawn.update(runs=1, length=random.randint(0, 200) * size)
        memory = bytes_of(d).copy()
        copied = drawn["length"] // 32 * 32 if WAYS[number] == COUNT else drawn["length"]
        row = rounded(drawn["length"])
        for to, source in moved(number, drawn, shift * size, row):
            memory[to : to + copied] = bytes_of(a)[source : source + copied]
            if number == 6:  # the rest of the last block gets the run's first element
                filler = np.tile(bytes_of(a)[source : source + size], (row - copied) // size)
                memory[to + copied : to + row] = filler
        arguments = fields(number, drawn, size)
        actual = copies.run(f"Transfer {name}", d, a, round_mode=shift, mask=(1, 1), **arguments)
        reference = torch.from_numpy(memory).view(d.dtype)
        agree(f"Transfer {name}", (drawn, shift, number), actual, reference)


@pytest.mark.parametrize("name", ["half", "float", "int8_t"])
def test_padding(copies: Library, random: Random, name: str) -> None:
    for seed in range(2 * ROUNDS):
        d, a = values(name, SIZE, 2 * seed), values(name, SIZE, 2 * seed + 1)
        size = d.itemsize
        drawn = draw(random, 6, size)
        left, right = random.randint(0, 32 // size), random.randint(0, 32 // size)
        value = torch.tensor([random.randint(-9, 9)]).to(d.dtype)
        row = rounded(left * size + drawn["length"] + right * size)
        memory, judged = bytes_of(d).copy(), np.ones(d.numel() * size, bool)
        filler = bytes_of(value)
        for to, source in moved(6, drawn, 0, row) if drawn["length"] else ():
            begin = to + left * size
            end = begin + drawn["length"]
            memory[to:begin] = np.tile(filler, left)
            memory[begin:end] = bytes_of(a)[source : source + drawn["length"]]
            memory[end : end + right * size] = np.tile(filler, right)
            judged[end + right * size : to + row] = False  # not documented
        arguments = fields(6, drawn, size)
        actual = copies.run(
            f"Transfer {name}", d, a, form=1, mask=(left, right), scalar=float(value), **arguments
        )
        shown = torch.from_numpy(np.where(judged, bytes_of(actual), memory)).view(d.dtype)
        reference = torch.from_numpy(memory).view(d.dtype)
        agree(f"padding {name}", (drawn, left, right, float(value)), shown, reference)


def _sum(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return (a.float() + b.float()).to(a.dtype) if a.dtype.is_floating_point else a + b


@pytest.mark.parametrize("mode", [1, 2, 3])
@pytest.mark.parametrize("name", ["half", "float", "bfloat16_t", "int8_t", "int16_t", "int32_t"])
def test_atomic_copies(copies: Library, random: Random, name: str, mode: int) -> None:
    combine = {1: _sum, 2: torch.maximum, 3: torch.minimum}[mode]
    for seed in range(ROUNDS // 2):
        d, a = values(name, SIZE, 2 * seed), values(name, SIZE, 2 * seed + 1)
        size = d.itemsize
        number = random.choice(TO_DEVICE)
        drawn = draw(random, number, size)
        if WAYS[number] == COUNT:
            drawn.update(runs=1)
        reference = d.clone()
        length = drawn["length"]
        for to, source in moved(number, drawn, 0, rounded(length)):
            here = slice(to // size, (to + length) // size)
            reference[here] = combine(reference[here], a[source // size : (source + length) // size])
        actual = copies.run(f"Combine {name}", d, a, form=mode, **fields(number, drawn, size))
        agree(f"Combine {name}", (drawn, number, mode), actual, reference)


@pytest.mark.parametrize("name", ["half", "float", "int8_t"])
def test_rows_to_fractals(copies: Library, random: Random, name: str) -> None:
    per_block = 32 // TYPES[name].itemsize
    for seed in range(ROUNDS):
        d, a = values(name, SIZE, 2 * seed), values(name, SIZE, 2 * seed + 1)
        matrices, rows, length = random.randint(0, 3), random.randint(1, 5), random.randint(1, 3 * per_block)
        pitch = length + random.randint(0, 5)
        between = rows * pitch + random.randint(0, 7)
        row_step = random.randint(1, 2)
        column_step = rows * row_step + random.randint(0, 3)
        columns = -(-length // per_block)
        matrix_step = columns * column_step * per_block
        reference = d.clone()
        for matrix in range(matrices):
            for row in range(rows):
                start = matrix * between + row * pitch
                padded = torch.zeros(columns * per_block, dtype=d.dtype)
                padded[:length] = a[start : start + length]
                for column in range(columns):
                    to = matrix * matrix_step + (column * column_step + row * row_step) * per_block
                    reference[to : to + per_block] = padded[column * per_block : (column + 1) * per_block]
        numbers = (matrices, rows, length, between, pitch, column_step, row_step, matrix_step)
        packed = sum(each << (16 * i) for i, each in enumerate(numbers))
        actual = copies.run(f"Fractals {name}", d, a, mask=(packed & (2**64 - 1), packed >> 64))
        agree(f"Fractals {name}", numbers, actual, reference)
