# SPDX-License-Identifier: Apache-2.0
"""Gathering, index sequences, copies within UB, transposition and sorting against torch and numpy."""

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

FLOATING = ["half", "float"]


@pytest.fixture(scope="module")
def moves(library: Build) -> Library:
    return library("gather_sort")


def _offsets(indices: torch.Tensor, like: torch.Tensor) -> torch.Tensor:
    """Byte offsets as 16-bit integers, in a tensor as large as `like`."""
    result = torch.zeros(like.numel() * like.itemsize // 2, dtype=torch.int16)
    result[: indices.numel()] = (indices * like.itemsize).short()
    return result.view(like.dtype)


@pytest.mark.parametrize("name", FLOATING)
@pytest.mark.parametrize("base", [0, 8])
def test_gather(moves: Library, name: str, base: int) -> None:
    a = values(name, 512)
    skip = base // a.itemsize
    indices = torch.randint(0, 500, (300,), generator=torch.Generator().manual_seed(1))
    d = torch.zeros(300, dtype=a.dtype)
    result = moves.run(f"Gather {name}", d, a, _offsets(indices, a), count=300, number=base)
    same(result, a[indices + skip])


def test_gather_by_repeats(moves: Library) -> None:
    a = values("float", 512)
    indices = torch.arange(127, -1, -1)
    d = torch.zeros(128)
    result = moves.run("Gather float", d, a, _offsets(indices, a), count=128, form=2, mask=(40, 0), repeats=2)
    expected = torch.where(torch.arange(128) % 64 < 40, a[indices], d)
    same(result, expected)


def test_gather_beyond_the_tensor(moves: Library) -> None:
    a = values("float", 64)
    with pytest.raises(KernelError, match=r"source UB .* runs .* past the end of the tensor"):
        moves.run("Gather float", torch.zeros(8), a, _offsets(torch.arange(60, 68), a), count=8)


def test_gatherb(moves: Library) -> None:
    a = values("float", 128)
    result = moves.run("Gatherb float", torch.zeros_like(a), a, repeats=2)
    same(result, a.reshape(16, 8).flip(0).flatten())


@pytest.mark.parametrize("name", [*FLOATING, "int32_t"])
@pytest.mark.parametrize("pattern", range(1, 8))
@pytest.mark.parametrize("count", [0, 37])
def test_gather_by_pattern(moves: Library, name: str, pattern: int, count: int) -> None:
    lanes = 256 // TYPES[name].itemsize
    a = values(name, 2 * lanes)
    step, phase = {1: (2, 0), 2: (2, 1), 7: (1, 0)}.get(pattern, (4, pattern - 3))
    rows = a.reshape(2, lanes)[:, : count or lanes]
    kept = rows[:, phase::step].flatten()
    d = torch.zeros(2 * lanes + 32, dtype=a.dtype)
    expected = d.clone()
    expected[: kept.numel()] = kept
    expected[-1] = kept.numel()
    same(moves.run(f"GatherMask {name}", d, a, count=count, number=pattern, repeats=2), expected)


@pytest.mark.parametrize("name", FLOATING)
def test_gather_by_mask(moves: Library, name: str) -> None:
    lanes = 256 // TYPES[name].itemsize
    a = values(name, 2 * lanes)
    chosen = torch.rand(2, lanes, generator=torch.Generator().manual_seed(2)) < 0.3
    mask = np.zeros(a.numel() * a.itemsize, np.uint8)
    for repeat in range(2):  # each repeat's bits in a block of their own
        packed = np.packbits(chosen[repeat].numpy(), bitorder="little")
        mask[repeat * 32 : repeat * 32 + packed.size] = packed
    kept = a[chosen.flatten()]
    d = torch.zeros(2 * lanes + 32, dtype=a.dtype)
    expected = d.clone()
    expected[: kept.numel()] = kept
    expected[-1] = kept.numel()
    same(moves.run(f"GatherMask {name}", d, a, torch.from_numpy(mask).view(a.dtype), repeats=2), expected)


@pytest.mark.parametrize("name", FLOATING)
def test_brcb(moves: Library, name: str) -> None:
    a = values(name, 16)
    expected = a.repeat_interleave(32 // a.itemsize)
    same(moves.run(f"Brcb {name}", torch.zeros_like(expected), a, repeats=2), expected)


@pytest.mark.parametrize("name", [*FLOATING, "int16_t", "int32_t"])
def test_sequences(moves: Library, name: str) -> None:
    d = torch.zeros(200, dtype=TYPES[name])
    index = torch.arange(200).to(d.dtype)
    same(moves.run(f"Sequence {name}", d, count=200, scalar=5.0), index + 5)
    same(moves.run(f"Sequence {name}", d, count=200, scalar=5.0, form=1, number=3), index * 3 + 5)
    lanes = 256 // d.itemsize
    part = moves.run(f"Sequence {name}", d, scalar=0.0, form=2, mask=(lanes // 2, 0), repeats=1)
    same(part, torch.where(torch.arange(200) < lanes // 2, index, d))


@pytest.mark.parametrize("name", FLOATING)
def test_copy(moves: Library, name: str) -> None:
    lanes = 256 // TYPES[name].itemsize
    a = values(name, 4 * lanes)
    d = torch.zeros(2 * lanes, dtype=a.dtype)
    expected = d.reshape(2, lanes).clone()
    expected[:, : lanes - 3] = a.reshape(4, lanes)[::2, : lanes - 3]
    same(moves.run(f"Copy {name}", d, a, mask=(lanes - 3, 0), repeats=2), expected.flatten())


def test_transpose(moves: Library) -> None:
    a = values("half", 256)
    same(moves.run("Transpose half", torch.zeros_like(a), a), a.reshape(16, 16).T.flatten())


@pytest.mark.parametrize("name", FLOATING)
def test_trans_data_to_5hd(moves: Library, name: str) -> None:
    a = values(name, 16 * 32 // TYPES[name].itemsize)
    same(moves.run(f"FiveHd {name}", torch.zeros_like(a), a), a.reshape(16, -1).T.flatten())


def test_trans_data_to_5hd_by_addresses(moves: Library) -> None:
    a = values("half", 256)
    same(moves.run("FiveHdByAddress half", torch.zeros_like(a), a), a.reshape(16, 16).T.flatten())


@pytest.mark.parametrize("high", [0, 1])
def test_trans_data_to_5hd_of_bytes(moves: Library, high: int) -> None:
    a = values("int8_t", 512)
    expected = torch.zeros(16, 32, dtype=torch.int8)
    expected[:, :16] = a.reshape(16, 2, 16)[:, high].T
    same(moves.run("FiveHd int8_t", torch.zeros_like(a), a, number=high), expected.flatten())


def _pairs(value: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    wide = value.view(torch.int16).int() & 0xFFFF if value.itemsize == 2 else value.view(torch.int32)
    return torch.stack([wide, index.int()], -1).flatten()


@pytest.mark.parametrize("name", FLOATING)
@pytest.mark.parametrize("form", [0, 1, 2])
def test_sort(moves: Library, name: str, form: int) -> None:
    a = torch.randint(-20, 20, (128,), generator=torch.Generator().manual_seed(4)).to(TYPES[name])
    value, index = a.sort(stable=True, descending=True)
    if form == 0:
        value, index = a.reshape(4, 32).sort(stable=True, descending=True)
        index = index + torch.arange(4)[:, None] * 32
    d = torch.zeros(1024 // a.itemsize, dtype=a.dtype)
    result = moves.run(f"Sort {name}", d, a, a, count=128, form=form)
    if form == 1:
        same(result[:128], value)
        same(result[128:].view(torch.int32)[:128], index.int())
    else:
        same(result.view(torch.int32), _pairs(value, index))
