# SPDX-License-Identifier: Apache-2.0
"""Library functions that dav-3510 alone has, against torch and published values.

test_library_dav3510.py runs these in a process of that SoC; ASCENDC_LIBRARY names the library of
sources/dav3510.asc.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
import torch
from asc_library import KernelError, Library
from asc_values import TYPES, same, values

COUNT = 100


@pytest.fixture(scope="module")
def later() -> Library:
    return Library(Path(os.environ["ASCENDC_LIBRARY"]))


LOGICAL = [torch.logical_and, torch.logical_or, torch.logical_xor]
BITWISE = [torch.bitwise_and, torch.bitwise_or, torch.bitwise_xor]


@pytest.mark.parametrize("name", ["bool", "half", "bfloat16_t", "float", "int8_t", "int32_t", "int64_t"])
def test_logic(later: Library, name: str) -> None:
    a, b = (values("int8_t" if name == "bool" else name, COUNT, seed) for seed in (1, 2))
    a[::3] = 0
    b[::4] = 0
    a, b = (a.bool(), b.bool()) if name == "bool" else (a, b)
    for number, function in enumerate(LOGICAL):
        zeros = torch.zeros(COUNT, dtype=torch.bool)
        same_bits(later.run(f"logical_{name}", zeros, a, b, count=COUNT, number=number), function(a, b))
    same_bits(later.run(f"logical_{name}", zeros, a, b, count=COUNT, number=3), a.logical_not())


def same_bits(actual: torch.Tensor, expected: torch.Tensor) -> None:
    same(actual.view(torch.uint8), expected.view(torch.uint8))


@pytest.mark.parametrize("name", ["int8_t", "uint16_t", "int32_t", "int64_t"])
def test_bits(later: Library, name: str) -> None:
    a, b = values(name, COUNT, 1), values(name, COUNT, 2)
    signed = {1: torch.int8, 2: torch.int16, 4: torch.int32, 8: torch.int64}[a.itemsize]
    x, y = a.view(signed), b.view(signed)
    for number, expected in enumerate((*(function(x, y) for function in BITWISE), ~x)):
        result = later.run(f"bits_{name}", torch.zeros_like(a), a, b, count=COUNT, number=4 + number)
        same(result.view(signed), expected)


@pytest.mark.parametrize("name", ["half", "bfloat16_t", "float"])
def test_finite(later: Library, name: str) -> None:
    x = values(name, COUNT)
    result = later.run(f"bits_{name}", torch.zeros_like(x), x, x, count=COUNT, number=8)
    same(result, x.isfinite().to(x.dtype))
    zeros = torch.zeros(COUNT, dtype=torch.bool)
    same_bits(later.run(f"logical_{name}", zeros, x, x, count=COUNT, number=8), x.isfinite())


@pytest.mark.parametrize("name", ["int8_t", "half", "int64_t"])
def test_interleave(later: Library, name: str) -> None:
    dtype, count = TYPES[name], 64
    a, b = torch.arange(count).to(dtype), torch.arange(count, 2 * count).to(dtype)
    case, zeros = f"interleave_{name}", torch.zeros(2 * count, dtype=dtype)
    mixed = later.run(case, zeros, a, b, count=count)
    same(mixed, torch.stack([a, b], dim=1).flatten())
    same(later.run(case, zeros, mixed[:count], mixed[count:], count=count, form=1), torch.cat([a, b]))
    one = later.run(case, zeros[:count], mixed[:count].contiguous(), b, count=count, form=2)
    same(one, torch.cat([a[: count // 2], b[: count // 2]]))
    with pytest.raises(KernelError, match=r"Interleave at .*: the elements of count beyond pairs: 1, none"):
        later.run(case, zeros, a, b, count=3)


# Key, counter, the words after 7 and after 10 rounds: the authors' known answers for philox4x32.
KNOWN = [
    (
        [0] * 6,
        [0x5F6FB709, 0x0D893F64, 0x4F121F81, 0x4F730A48],
        [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8],
    ),
    (
        [0xFFFFFFFF] * 6,
        [0x5207DDC2, 0x45165E59, 0x4D8EE751, 0x8C52F662],
        [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD],
    ),
    (
        [0xA4093822, 0x299F31D0, 0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344],
        [0x4DFCCABA, 0x190A87F0, 0xC47362BA, 0xB6B5242A],
        [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1],
    ),
]


def words(numbers: list[int]) -> torch.Tensor:
    raw = b"".join(number.to_bytes(4, sys.byteorder) for number in numbers)
    return torch.frombuffer(bytearray(raw), dtype=torch.int32)


@pytest.mark.parametrize(("seeds", "seven", "ten"), KNOWN)
def test_random_words(later: Library, seeds: list[int], seven: list[int], ten: list[int]) -> None:
    for number, expected in ((7, seven), (10, ten)):
        run = {"count": 4, "number": number}
        result = later.run("philox_int32_t", torch.zeros(4, dtype=torch.int32), words(seeds), **run)
        same(result, words(expected))


def test_random_matrix(later: Library) -> None:
    """A part of a matrix is where it is in the whole; the counter carries."""
    seeds = words([5, 6, 0xFFFFFFFF, 0xFFFFFFFF, 0, 0])
    zeros = torch.zeros(64, dtype=torch.int32)
    whole = later.run("philox_int32_t", zeros, seeds, count=64, number=7)
    part = later.run("philox_int32_t", zeros[:32], seeds, block_stride=(16, 4, 8), form=1)
    same(part.view(4, 8), whole.view(4, 16)[:, :8])
    next_block = later.run("philox_int32_t", zeros[:4], words([5, 6, 0, 0, 1, 0]), count=4, number=7)
    same(whole[4:8], next_block)
    with pytest.raises(KernelError, match=r"PhiloxRandom at .*: params.column % 4: 2, none: 0"):
        later.run("philox_int32_t", zeros, seeds, block_stride=(16, 4, 6), form=1)


def test_random_floats(later: Library) -> None:
    seeds = words([0] * 6)
    integers = later.run("philox_int32_t", torch.zeros(128, dtype=torch.int32), seeds, count=128, number=10)
    result = later.run("philox_float", torch.zeros(128), seeds, count=128, number=10)
    assert result[0].item() == pytest.approx(0.31179297, abs=1e-7)  # the documentation's example
    same(result, (integers & 0x7FFFFF).float() / 2**23)
