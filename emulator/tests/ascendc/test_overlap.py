# SPDX-License-Identifier: Apache-2.0
"""Operands of one vector instruction that share memory: what is allowed is right, the rest is named."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
import torch
from asc_library import KernelError, Library

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Build = Callable[[str], Library]

ELEMENTS = 2048
LANES = 64  # of float in a repeat
BLOCK = 8
Places = list[list[int]]  # elements of the buffer: of each repeat, of each active lane


@pytest.fixture(scope="module")
def overlap(library: Build) -> Library:
    return library("overlap")


@dataclass
class Addition:
    """Where an Add by repeats finds its operands (destination, source 0, source 1)."""

    starts: list[int]  # in blocks
    block_strides: list[int]
    repeat_strides: list[int]
    repeats: int
    mask: int

    def places(self, operand: int) -> Places:
        return [
            [
                (self.starts[operand] + repeat * self.repeat_strides[operand]) * BLOCK
                + lane // BLOCK * self.block_strides[operand] * BLOCK
                + lane % BLOCK
                for lane in range(LANES)
                if self.mask >> lane & 1
            ]
            for repeat in range(self.repeats)
        ]

    def run(self, library: Library, x: torch.Tensor) -> torch.Tensor:
        block_strides, repeat_strides = (
            (strides[0], strides[1], strides[2]) for strides in (self.block_strides, self.repeat_strides)
        )
        return library.run(
            "add",
            torch.zeros(ELEMENTS),
            x,
            form=1,
            mask=(self.mask, 0),
            repeats=self.repeats,
            block_stride=block_strides,
            repeat_stride=repeat_strides,
            number=packed(self.starts),
        )


def packed(starts: Sequence[int]) -> int:
    return sum(start << 8 * i for i, start in enumerate(starts))


def draw(seed: int) -> Addition:
    choose = random.Random(seed)
    start = choose.randrange(16)
    addition = Addition(
        starts=[start + choose.choice((0, 0, 1, 8, 16, 64)) for _ in range(3)],
        block_strides=[choose.choice((1, 1, 1, 2, 0 if operand else 1)) for operand in range(3)],
        repeat_strides=[choose.choice((8, 8, 8, 0, 1, 16)) for _ in range(3)],
        repeats=choose.randint(1, 4),
        mask=choose.choice((2**LANES - 1, 2**LANES - 1, 0xFF, 0x0F0F0F0F0F0F0F0F)),
    )
    if choose.random() < 0.3:  # as it is usual: in place
        for field in (addition.starts, addition.block_strides, addition.repeat_strides):
            field[1] = field[0]
    return addition


def partly(written: Places, read: Places) -> bool:
    """Whether lanes of one repeat meet that are not the same."""
    return any(
        place == other and lane != other_lane
        for to, row in zip(written, read, strict=True)
        for lane, place in enumerate(to)
        for other_lane, other in enumerate(row)
    )


def reads_results(written: Places, read: Places) -> bool:
    """Whether a repeat reads what an earlier one writes."""
    return any(set(to) & set(row) for i, to in enumerate(written) for row in read[i + 1 :])


def is_wrong(addition: Addition) -> bool:
    """The rule of "General Address Overlap Restrictions", by sets of elements."""
    written = addition.places(0)
    for source in (1, 2):
        read = addition.places(source)
        accumulates = source == 2 and 0 in (addition.repeat_strides[0], addition.repeat_strides[2])
        if partly(written, read) or (not accumulates and reads_results(written, read)):
            return True
    return False


def added(addition: Addition, x: torch.Tensor) -> torch.Tensor:
    z = x.clone()
    for to, first, second in zip(*(addition.places(i) for i in range(3)), strict=True):
        z[to] = z[first] + z[second]
    return z


def test_repeats(overlap: Library) -> None:
    x = torch.randint(-100, 100, (ELEMENTS,)).float()
    wrong = right = 0
    for seed in range(400):
        addition = draw(seed)
        if is_wrong(addition):
            wrong += 1
            with pytest.raises(KernelError, match=r"Add at \S+ .*keep the two apart"):
                addition.run(overlap, x)
            continue
        right += 1
        z = addition.run(overlap, x)
        assert torch.equal(z, added(addition, x)), (seed, addition)
    assert min(wrong, right) > 100  # the draw is of use


@pytest.mark.parametrize(
    ("starts", "count", "problem"),
    [
        ((0, 0, 0), 1000, None),
        ((0, 8, 16), 1000, None),  # a repeat further down: read before it is written
        ((1, 0, 64), 8, None),  # side by side
        ((1, 0, 64), 16, "destination and source 0 overlap in part: in repeat 0 lane 0 of the one is lane 8"),
        ((0, 64, 1), 64, "destination and source 1 overlap in part: in repeat 0 lane 8 of the one is lane 0"),
        ((8, 0, 64), 128, "repeat 1 reads in source 0 what repeat 0 writes to destination"),
        ((8, 64, 0), 65, "repeat 1 reads in source 1 what repeat 0 writes to destination"),
    ],
)
def test_count(overlap: Library, starts: tuple[int, int, int], count: int, problem: str | None) -> None:
    x = torch.randn(ELEMENTS)
    arguments = "add", torch.zeros(ELEMENTS), x
    if problem is not None:
        with pytest.raises(KernelError, match=problem):
            overlap.run(*arguments, count=count, number=packed(starts))
        return
    to, first, second = (start * BLOCK for start in starts)
    expected = x.clone()
    expected[to : to + count] = x[first : first + count] + x[second : second + count]
    assert torch.equal(overlap.run(*arguments, count=count, number=packed(starts)), expected)


def test_casts(overlap: Library) -> None:
    """Elements of other sizes: repeats that read what earlier ones have written, no more."""
    x = torch.randn(2 * ELEMENTS).half().view(torch.float)  # pairs of halves
    with pytest.raises(KernelError, match="repeat 1 reads in source what repeat 0 writes to destination"):
        overlap.run("widen", torch.zeros(ELEMENTS), x, count=128, number=0)
    z = overlap.run("widen", torch.zeros(ELEMENTS), x, count=128, number=1024)
    assert torch.equal(z[:128], x[1024:].view(torch.half)[:128].float())
    x = torch.randn(ELEMENTS)
    z = overlap.run("narrow", torch.zeros(ELEMENTS), x, count=1024)
    assert torch.equal(z.view(torch.half)[:1024], x[:1024].half())


# ---- instructions that go lane by lane in some way: what a lane reads must not be a result of theirs

APART, OTHER, BACKWARDS = 64, 192, 208  # in blocks, as starts; in the last, offsets that count down
INSTRUCTIONS = {
    # Elements of the result; places (destination, source, other operand) that are allowed, and that are not.
    "WholeReduceSum": (4, [(0, 0, 0), (8, 8, 0)], [(8, 0, 0), (25, 1, 0)]),
    "BlockReduceMax": (32, [(0, 0, 0), (8, 8, 0)], [(8, 0, 0), (2, 1, 0)]),
    "PairReduceSum": (128, [(0, 0, 0), (8, 8, 0)], [(4, 0, 0), (1, 0, 0)]),
    "Compare": (8, [(0, 0, OTHER), (192, 0, OTHER)], [(8, 0, OTHER), (200, 0, OTHER)]),
    "Select": (256, [(0, 0, OTHER)], [(OTHER, 0, OTHER), (1, 0, OTHER), (8, 0, OTHER)]),
    "Gather": (128, [(0, 0, OTHER), (OTHER, 0, OTHER)], [(0, 0, BACKWARDS), (1, 0, OTHER)]),
    "GatherMask": (128, [(0, 0, 0)], [(8, 0, 0), (1, 0, 0)]),
    "Brcb": (128, [(2, 0, 0)], [(0, 0, 0), (1, 1, 0)]),
    "Copy": (256, [(0, 0, 0), (0, 8, 0), (0, 1, 0)], [(1, 0, 0), (8, 0, 0)]),
    "Sort32": (128, [(8, 0, OTHER)], [(0, 0, OTHER), (OTHER, 0, OTHER)]),
    "MrgSort": (128, [(16, 0, 0)], [(0, 0, 0), (8, 0, 0)]),
}


@pytest.mark.parametrize("name", INSTRUCTIONS)
def test_lanes(overlap: Library, name: str) -> None:
    size, allowed, refused = INSTRUCTIONS[name]
    x = torch.randn(ELEMENTS, generator=torch.Generator().manual_seed(0))
    offsets = torch.arange(0, 128 * 4, 4, dtype=torch.int32).view(torch.float)
    x[OTHER * BLOCK : OTHER * BLOCK + 128] = offsets
    x[BACKWARDS * BLOCK : BACKWARDS * BLOCK + 128] = offsets.flip(0)

    def result(starts: tuple[int, int, int]) -> torch.Tensor:
        form = list(INSTRUCTIONS).index(name)
        z = overlap.run("lanes", torch.zeros(ELEMENTS), x, form=form, number=packed(starts))
        return z[starts[0] * BLOCK : starts[0] * BLOCK + size].view(torch.int32)

    for starts in allowed:
        assert torch.equal(result(starts), result((APART, *starts[1:]))), starts
    for starts in refused:
        expected = rf"{name} at \S+: reads in .* what it has written to destination, .*keep the two apart"
        with pytest.raises(KernelError, match=expected):
            result(starts)
