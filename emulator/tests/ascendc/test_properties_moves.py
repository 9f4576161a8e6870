# SPDX-License-Identifier: Apache-2.0
"""Gathering, scattering, sequences, transposition and sorting in random forms, against numpy and torch."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch
from asc_process import run_script
from asc_values import TYPES, values
from vector_forms import SIZE, Form, agree, call, expected, places, positions, random_form

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from random import Random

    from asc_library import Compiler, Library

    Build = Callable[[str], Library]

ROUNDS = 12
FLOATING = ["half", "float"]


@pytest.fixture(scope="module")
def families(library: Build) -> Library:
    return library("families")


def with_words(tensor: torch.Tensor, words: torch.Tensor) -> torch.Tensor:
    """The tensor whose first bytes are these 32-bit integers."""
    result = tensor.clone()
    result.view(torch.int32)[: len(words)] = words.int()
    return result


@pytest.mark.parametrize("name", [*FLOATING, "int16_t", "int32_t"])
def test_gather(families: Library, random: Random, name: str) -> None:
    for seed in range(ROUNDS):
        d, a, b = (values(name, SIZE, 3 * seed + i) for i in range(3))
        form = replace(random_form(random, d.itemsize), block_stride=(1, 1, 1))
        form = replace(form, count=min(form.count, SIZE * d.itemsize // 4))
        base = random.randrange(64)
        index = torch.tensor([random.randrange(SIZE - base) for _ in range(SIZE * d.itemsize // 4)])
        offsets = with_words(b, index * d.itemsize)
        reference = d.clone()
        for lane, at in places(form, d.itemsize):
            reference[at[0]] = a[index[lane] + base]
        case = f"GatherAll {name}"
        actual = call(families, case, form, d, a, offsets, number=base * d.itemsize)
        agree(case, form, actual, reference)


@pytest.mark.parametrize("name", [*FLOATING, "int32_t"])
def test_gather_of_blocks(families: Library, random: Random, name: str) -> None:
    for seed in range(ROUNDS):
        d, a, b = (values(name, SIZE, 3 * seed + i) for i in range(3))
        form = random_form(random, d.itemsize)
        elements = 32 // d.itemsize
        block = torch.tensor([random.randrange(SIZE // elements) for _ in range(8 * form.repeats)]).long()
        reference = d.clone().view(-1, elements)
        for number, source in enumerate(block.tolist()):
            at = number // 8 * form.repeat_stride[0] + number % 8 * form.block_stride[0]
            reference[at] = a.view(-1, elements)[source]
        case = f"GatherBlocks {name}"
        actual = call(families, case, form, d, a, with_words(b, block * 32))
        agree(case, form, actual, reference.flatten())


def pattern_bits(pattern: int, count: int) -> np.ndarray:
    place = np.arange(count)
    if pattern == 7:
        return place >= 0
    return place % 2 == pattern - 1 if pattern < 3 else place % 4 == pattern - 3


@pytest.mark.parametrize("pattern", range(8))
@pytest.mark.parametrize("name", [*FLOATING, "int16_t", "int32_t"])
def test_gather_of_kept(families: Library, random: Random, name: str, pattern: int) -> None:
    for seed in range(ROUNDS):
        d, a, b = (values(name, SIZE, 3 * seed + i) for i in range(3))
        size = d.itemsize
        form = random_form(random, size)
        form = replace(
            form,
            repeats=random.randrange(4),
            count=random.choice([0, 0, random.randint(1, 300)]),
            repeat_stride=(8, form.repeat_stride[1], random.randrange(3)),
        )
        count = form.count or 256 // size
        bits = np.unpackbits(b.view(torch.uint8).numpy(), bitorder="little").astype(bool)
        kept = []
        for repeat in range(form.repeats):
            start = repeat * form.repeat_stride[2] * 256
            chosen = bits[start : start + count] if pattern == 0 else pattern_bits(pattern, count)
            at = positions(form, 1, size, repeat, torch.arange(count))
            kept.append(a[at][torch.from_numpy(chosen)])
        gathered = torch.cat([a[:0], *kept])
        reference = d.clone()
        reference[: len(gathered)] = gathered
        reference.view(torch.int32)[-1] = len(gathered)
        case = f"GatherKept {name}"
        agree(f"{case} {pattern}", form, call(families, case, form, d, a, b, number=pattern), reference)


@pytest.mark.parametrize("name", [*FLOATING, "int16_t", "int32_t"])
def test_blocks_of_one_element(families: Library, random: Random, name: str) -> None:
    for seed in range(ROUNDS):
        d, a = values(name, SIZE, 2 * seed), values(name, SIZE, 2 * seed + 1)
        form = random_form(random, d.itemsize)
        reference = d.clone().view(-1, 32 // d.itemsize)
        for number in range(8 * form.repeats):
            at = number // 8 * form.repeat_stride[0] + number % 8 * form.block_stride[0]
            reference[at] = a[number]
        case = f"Blocks {name}"
        agree(case, form, call(families, case, form, d, a), reference.flatten())


@pytest.mark.parametrize("name", [*FLOATING, "int16_t", "int32_t"])
def test_sequences(families: Library, random: Random, name: str) -> None:
    for seed in range(2 * ROUNDS):
        d = values(name, SIZE, seed)
        form = random_form(random, d.itemsize)
        first, step = random.randint(-100, 100), 1
        shown = form
        if form.form == 0 and random.random() < 0.6:
            step = random.randint(-5, 5)
            shown = replace(form, form=random.choice([3, 4]))
        reference = d.clone()
        wide = torch.float32 if d.dtype.is_floating_point else torch.int32
        for lane, at in places(form, d.itemsize):
            reference[at[0]] = (first + lane.to(wide) * step).to(d.dtype)
        case = f"Indices {name}"
        agree(case, shown, call(families, case, shown, d, scalar=first, number=step), reference)


@pytest.mark.parametrize("name", [*FLOATING, "int16_t", "int32_t"])
def test_copies_of_lanes(families: Library, random: Random, name: str) -> None:
    for seed in range(ROUNDS):
        d, a = values(name, SIZE, 2 * seed), values(name, SIZE, 2 * seed + 1)
        form = random_form(random, d.itemsize)
        if form.form == 0:
            form = replace(form, form=1)
        case = f"CopyLanes {name}"
        agree(case, form, call(families, case, form, d, a), expected(form, d, (a,), lambda _, x: x))


@pytest.mark.parametrize("name", ["half", "int16_t", "uint16_t"])
def test_squares(families: Library, name: str) -> None:
    a = values(name, 256)
    result = families.run(f"Square {name}", torch.zeros_like(a), a)
    assert torch.equal(result.view(torch.int16), a.view(torch.int16).view(16, 16).T.flatten())


@pytest.mark.parametrize("name", [*FLOATING, "int8_t", "int32_t"])
def test_rows_to_columns(families: Library, random: Random, name: str) -> None:
    for seed in range(ROUNDS):
        d, a = values(name, SIZE, 2 * seed), values(name, SIZE, 2 * seed + 1)
        size = d.itemsize
        pitch = 32 * random.randint(1, 4)
        form = replace(random_form(random, size), count=pitch, repeats=random.randrange(4))
        form = replace(form, repeat_stride=(random.randrange(4), random.randrange(4), 0), form=seed % 2)
        halves = random.randrange(4) if size == 1 else 0
        shift = [16 * (halves & 1), 16 * (halves >> 1)]
        columns = min(16, 32 // size)
        reference = d.clone()
        for repeat in range(form.repeats):
            begin = [repeat * form.repeat_stride[side] * 32 // size + shift[side] for side in (0, 1)]
            for column in range(columns):
                for row in range(16):
                    target = 2 * column + row // 8 if size == 4 else column
                    place = row % 8 if size == 4 else row
                    value = a[row * pitch // size + begin[1] + column]
                    reference[target * pitch // size + begin[0] + place] = value
        case = f"Rows {name}"
        agree(case, form, call(families, case, form, d, a, number=halves), reference)


def pairs(value: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    """Values and 32-bit indices as 8-byte pairs, as 32-bit integers."""
    wide = value.view(torch.int16).int() & 0xFFFF if value.itemsize == 2 else value.view(torch.int32)
    return torch.stack([wide, index.int()], -1).flatten()


def few(name: str, count: int, seed: int) -> torch.Tensor:
    """Values with many equal ones, zeros of both signs and infinities."""
    generator = torch.Generator().manual_seed(seed)
    numbers = torch.randint(-9, 10, (count,), generator=generator).to(TYPES[name])
    numbers[torch.randint(0, count, (count // 8,), generator=generator)] = -0.0
    numbers[torch.randint(0, count, (2,), generator=generator)] = float("inf")
    return numbers


@pytest.mark.parametrize("name", FLOATING)
@pytest.mark.parametrize("way", [0, 1, 2])
def test_sorting(families: Library, random: Random, name: str, way: int) -> None:
    for seed in range(ROUNDS):
        d, a, b = values(name, SIZE, seed), few(name, SIZE, seed), values(name, SIZE, seed + 99)
        repeats = random.randint(way == 1, 6)
        index = torch.randperm(SIZE, generator=torch.Generator().manual_seed(seed))[: 32 * repeats]
        runs = a[: 32 * repeats].view(1 if way == 1 else repeats, -1) if repeats else a[:0].view(0, 32)
        value, order = runs.sort(stable=True, descending=True)
        reference = with_words(d, pairs(value.flatten(), index.view(runs.shape).gather(1, order).flatten()))
        form = replace(random_form(random, d.itemsize), form=way, repeats=repeats)
        case = f"Sort32s {name}"
        agree(case, form, call(families, case, form, d, a, with_words(b, index)), reference)


def merged(lists: list[tuple[torch.Tensor, int]], stop: bool) -> tuple[list[tuple[int, int]], list[int]]:
    """(list, place) of every element in the order of the result, and how many each list gave."""
    taken = [0] * len(lists)
    order = []
    while any(taken[i] < length for i, (_, length) in enumerate(lists)):
        heads = [(float(v[taken[i]]), -i) for i, (v, length) in enumerate(lists) if taken[i] < length]
        best = -max(heads)[1]
        order.append((best, taken[best]))
        taken[best] += 1
        if stop and taken[best] == lists[best][1]:
            break
    return order, taken


@pytest.mark.parametrize("name", FLOATING)
@pytest.mark.parametrize("way", [0, 1, 2])
def test_merging(families: Library, random: Random, name: str, way: int) -> None:
    for seed in range(2 * ROUNDS):
        d = values(name, SIZE, seed)
        contiguous = way == 0 and random.random() < 0.3
        length = random.randint(1, 32)
        repeats = 2 if contiguous else 1
        used = 4 if contiguous else random.randint(2, 4)
        pitch = length if contiguous else 32
        lengths = [length if contiguous else random.randint(1, 32) for _ in range(4)]
        value = few(name, 8 * pitch, seed).view(-1, pitch).sort(descending=True).values
        index = torch.randperm(8 * pitch, generator=torch.Generator().manual_seed(seed)).view(-1, pitch)
        source = with_words(values(name, SIZE, seed + 99), pairs(value.flatten(), index.flatten()))
        result: list[torch.Tensor] = []
        for repeat in range(repeats):
            rows = range(repeat * 4, repeat * 4 + used)
            order, taken = merged([(value[row], lengths[row % 4]) for row in rows], stop=way == 1)
            picked = torch.tensor([(repeat * 4 + each, place) for each, place in order])
            result.append(pairs(value[picked[:, 0], picked[:, 1]], index[picked[:, 0], picked[:, 1]]))
        reference = with_words(d, torch.cat(result))
        reference.view(torch.int32)[-4:] = torch.tensor([*taken, *[0] * (4 - used)]).int()
        packed = sum(each << (16 * i) for i, each in enumerate(lengths))
        form = Form(way, pitch * 8 // d.itemsize, (packed, 0), repeats, (1, 1, 1), (8, 8, 8))
        case = f"Merge {name}"
        agree(case, form, call(families, case, form, d, source, number=(1 << used) - 1), reference)


SCATTER = """
library = Library(sys.argv[1])
from random import Random
from vector_forms import SIZE, agree, call, places, random_form
from asc_values import values
from dataclasses import replace
from test_properties_moves import with_words
for name in ("half", "float", "int16_t", "int32_t"):
    for seed in range(12):
        random = Random(seed)
        d, a, b = (values(name, SIZE, 3 * seed + i) for i in range(3))
        form = replace(random_form(random, d.itemsize), block_stride=(1, 1, 1))
        form = replace(form, count=min(form.count, SIZE * d.itemsize // 4))
        base = random.randrange(64)
        index = torch.tensor(random.sample(range(SIZE - base), SIZE * d.itemsize // 4 - base))
        form = replace(form, count=min(form.count, len(index)))
        reference = d.clone()
        for lane, at in places(form, d.itemsize):
            reference[index[lane] + base] = a[at[1]]
        offsets = with_words(b, index * d.itemsize)
        case = f"Scatters {name}"
        agree(case, form, call(library, case, form, d, a, offsets, number=base * d.itemsize), reference)
print("whole")
"""


def test_scatter(compiler: Compiler, tmp_path: Path) -> None:
    """It is dav-3510's: in a process of that SoC."""
    from asc_library import SOURCES
    from asc_library import Compiler as Later

    path = tmp_path / "libscatter.so"
    later = Later(compiler.path, ("--npu-arch=dav-3510",))
    built = later.run("-O1", "-shared", "-fPIC", "-Wall", "-Wextra", SOURCES / "scatter.asc", "-o", path)
    assert built.returncode == 0, built.stderr
    assert run_script(SCATTER, path, CANN_EMULATOR_SOC="Ascend950PR_9599").stdout == "whole\n"
