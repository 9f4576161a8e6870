# SPDX-License-Identifier: Apache-2.0
"""Cast of half to int4b_t and back, two numbers to a byte, against numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch
from asc_library import KernelError, Library
from asc_values import same
from test_cast import CEIL, FLOOR, NONE, ODD, RINT, ROUND, TRUNC, to_integers

if TYPE_CHECKING:
    from collections.abc import Callable

    Build = Callable[[str], Library]

TO_INT4, FROM_INT4 = "CastInt4 uint8_t half", "CastInt4 half uint8_t"


@pytest.fixture(scope="module")
def vector(library: Build) -> Library:
    return library("vector")


def packed(source: torch.Tensor, mode: int = RINT) -> torch.Tensor:
    """The bytes of the halves as int4, the first of two in the low half; saturated, NaN as 0."""
    nibbles = to_integers(source, torch.int8, mode).clamp(-8, 7).view(-1, 2) & 0xF
    return (nibbles[:, 0] | nibbles[:, 1] << 4).view(torch.uint8)


def unpacked(source: torch.Tensor) -> torch.Tensor:
    nibbles = torch.stack((source & 0xF, source >> 4), dim=1).flatten().to(torch.int16)
    return torch.where(nibbles < 8, nibbles, nibbles - 16).half()


ALL_HALVES = torch.arange(-(2**15), 2**15).to(torch.int16).view(torch.float16)


@pytest.mark.parametrize("mode", [NONE, RINT, FLOOR, CEIL, ROUND, TRUNC])
def test_every_half_to_int4(vector: Library, mode: int) -> None:
    shuffled = ALL_HALVES[torch.randperm(2**16, generator=torch.Generator().manual_seed(0))]
    for part in shuffled.split(2**14):
        result = vector.run(
            TO_INT4, torch.zeros(2**13, dtype=torch.uint8), part, count=2**14, round_mode=mode
        )
        same(result, packed(part, RINT if mode == NONE else mode))


def test_every_int4_to_half(vector: Library) -> None:
    source = torch.arange(256, dtype=torch.uint8)
    result = vector.run(FROM_INT4, torch.zeros(512).half(), source, count=512, round_mode=NONE)
    same(result, unpacked(source))


@pytest.mark.parametrize("count", [2, 62, 64, 66, 130, 256])
def test_the_rest_stays(vector: Library, count: int) -> None:
    source, before = torch.arange(256).sub(128).half(), torch.full((128,), 0x5A, dtype=torch.uint8)
    expected = before.clone()
    expected[: count // 2] = packed(source)[: count // 2]
    same(vector.run(TO_INT4, before, source, count=count, round_mode=RINT), expected)
    widened, untouched = torch.arange(128, dtype=torch.uint8), torch.full((256,), 9.0).half()
    wide = torch.cat((unpacked(widened)[:count], untouched[count:]))
    same(vector.run(FROM_INT4, untouched, widened, count=count, round_mode=NONE), wide)


MASK = (0xFF00_0000_0000_003C, 0xC000_0000_0000_000F)


def _active() -> torch.Tensor:
    return torch.tensor([MASK[lane // 64] >> lane % 64 & 1 for lane in range(128)]).bool()


@pytest.mark.parametrize("form", [1, 2])
def test_repeats_and_strides(vector: Library, form: int) -> None:
    """Three repeats of 128 lanes: 8 blocks of half, 2 of int4b_t, a gap of one block after each block."""
    mask = MASK if form == 1 else (42, 0)
    active = _active() if form == 1 else torch.arange(128) < mask[0]
    halves = torch.arange(3 * 8 * 2 * 16).remainder(37).sub(18).half().view(3, 8, 2, 16)
    small = torch.arange(3 * 2 * 2 * 32).remainder(251).to(torch.uint8).view(3, 2, 2, 32)

    narrowed = vector.run(
        TO_INT4, small, halves, form=form, mask=mask, repeats=3, round_mode=RINT,
        block_stride=(2, 2, 1), repeat_stride=(4, 16, 1),
    )  # fmt: skip
    expected = small.clone()
    values = packed(halves[:, :, 0].reshape(-1)).view(3, 64)
    chosen = torch.where(active.view(64, 2)[:, 0], values, small[:, :, 0].reshape(3, 64))
    expected[:, :, 0] = chosen.view(3, 2, 32)
    same(narrowed.flatten(), expected.flatten())

    widened = vector.run(
        FROM_INT4, halves, small, form=form, mask=mask, repeats=3, round_mode=NONE,
        block_stride=(2, 2, 1), repeat_stride=(16, 4, 1),
    )  # fmt: skip
    wide = halves.clone()
    numbers = unpacked(small[:, :, 0].reshape(-1)).view(3, 128)
    wide[:, :, 0] = torch.where(active, numbers, halves[:, :, 0].reshape(3, 128)).view(3, 8, 16)
    same(widened.flatten(), wide.flatten())


@pytest.mark.parametrize("count", [2, 128, 130, 254])
def test_mask_count(vector: Library, count: int) -> None:
    source, before = torch.arange(256).remainder(19).sub(9).half(), torch.zeros(128, dtype=torch.uint8)
    result = vector.run("CountedInt4 uint8_t half", before, source, number=count)
    expected = before.clone()
    expected[: count // 2] = packed(source)[: count // 2]
    same(result, expected)


def test_parts_of_a_tensor(vector: Library) -> None:
    source = torch.arange(64, dtype=torch.uint8)
    result = vector.run("PartsOfInt4 half uint8_t", torch.zeros(128).half(), source, number=64)
    same(result, torch.cat((unpacked(source)[64:], unpacked(source)[:64])))


@pytest.mark.parametrize(
    ("case", "fields", "message"),
    [
        (TO_INT4, {"count": 7}, "Cast at .*: count is 7; it must be even, as two int4b_t share a byte"),
        (
            TO_INT4,
            {"form": 1, "mask": (0b0100, 0), "repeats": 1},
            "of elements 2 and 3, two int4b_t of one byte, the mask names only one; name both or none",
        ),
        (TO_INT4, {"form": 2, "mask": (65, 0), "repeats": 1}, "of elements 64 and 65, two int4b_t"),
        ("CountedInt4 uint8_t half", {"number": 9}, "the mask's count is 9; it must be even"),
        (TO_INT4, {"count": 64, "round_mode": ODD}, "from half to int4b_t there is no CAST_ODD"),
        (TO_INT4, {"count": 520}, "Cast .*destination"),
    ],
)
def test_mistakes(vector: Library, case: str, fields: dict[str, int], message: str) -> None:
    with pytest.raises(KernelError, match=message):
        vector.run(case, torch.zeros(256, dtype=torch.uint8), torch.zeros(512).half(), **fields)


def test_mistakes_of_the_other_way(vector: Library) -> None:
    small, halves = torch.zeros(64, dtype=torch.uint8), torch.zeros(128).half()
    with pytest.raises(KernelError, match="from int4b_t to half there is no CAST_RINT"):
        vector.run(FROM_INT4, halves, small, count=128, round_mode=RINT)
    with pytest.raises(KernelError, match=r"operator\[\] at .*: offset is 33; it must be even"):
        vector.run("PartsOfInt4 half uint8_t", halves, small, number=33)
