# SPDX-License-Identifier: Apache-2.0
"""Library functions that quantise, filter, pad, reduce and sort, against torch."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
import torch
from asc_library import KernelError, Library
from asc_values import TYPES, same, values

if TYPE_CHECKING:
    from collections.abc import Callable

    Build = Callable[[str], Library]


@pytest.fixture(scope="module")
def moves(library: Build) -> Library:
    return library("library_moves")


def random(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def factors(name: str, count: int) -> tuple[torch.Tensor, torch.Tensor]:
    """As the kernel takes them, and as numbers."""
    numbers = random(count, seed=3)
    if name == "uint64_t":  # control bits above the float
        bits = numbers.view(torch.int32).long() & 0xFFFFFFFF
        return bits | (0x1234 << 32), numbers
    return numbers.to(TYPES[name]), numbers.to(TYPES[name]).float()


PAIRS = [("half", "uint64_t"), *itertools.product(["float", "bfloat16_t"], repeat=2)]


@pytest.mark.parametrize("form", [0, 1])
@pytest.mark.parametrize(("to", "scale"), PAIRS)
def test_dequantise(moves: Library, to: str, scale: str, form: int) -> None:
    if form == 1 and to == "half":
        form = 2  # one factor for all is not for half
    rows, columns, count, dtype = 3, 24, 20, TYPES[to]
    x = torch.randint(-(2**31), 2**31, (rows, columns), generator=torch.Generator().manual_seed(0)).int()
    x[0] %= 1000
    given, numbers = factors(scale, columns)
    stride = -(-columns * dtype.itemsize // 32) * 32 // dtype.itemsize
    before = torch.full((rows, stride), 3.0, dtype=dtype)
    shape = (rows, columns, count)
    for number in (0, 1):
        result = moves.run(
            f"dequantise_{to}_{scale}", before, x, given, block_stride=shape, form=form, number=number
        )
        exact = x[:, :count].float() * (numbers[0] if form == 1 else numbers[:count])
        same(result[:, :count].flatten(), exact.to(dtype).flatten())
        assert torch.equal(result[:, count:], before[:, count:])


def test_one_row_is_dequantised_as_rows_of_factors(moves: Library) -> None:
    x, numbers = torch.arange(64, dtype=torch.int32)[None], random(16, seed=3)
    before = torch.full((1, 64), 3.0)
    run = {"block_stride": (1, 64, 16)}
    as_rows = moves.run("dequantise_float_float", before, x, numbers, **run)
    same(as_rows.flatten(), (x.view(4, 16).float() * numbers).flatten())
    as_one = moves.run("dequantise_float_float", before, x, numbers, **run, form=2)
    same(as_one[0, :16], x[0, :16].float() * numbers)
    assert torch.equal(as_one[:, 16:], before[:, 16:])


@pytest.mark.parametrize(("to", "scale"), PAIRS)
def test_factors_repeat_over_a_number_of_elements(moves: Library, to: str, scale: str) -> None:
    x = torch.arange(-64, 64, dtype=torch.int32).view(2, 64)
    given, numbers = factors(scale, 32)
    before = torch.zeros(2, 64, dtype=TYPES[to])
    exact = (x.view(4, 32).float() * numbers).to(before.dtype).flatten()
    for number in (0, 1):
        case = f"dequantise_{to}_{scale}"
        result = moves.run(case, before, x, given, block_stride=(2, 64, 0), form=3, number=number)
        same(result.flatten(), exact)
    with pytest.raises(KernelError, match=r"calCount beyond whole repetitions of deqScale: 8, none: 0"):
        moves.run(case, before, x, given, block_stride=(1, 40, 0), form=3)


@pytest.mark.parametrize("name", ["half", "bfloat16_t"])
def test_antiquantise(moves: Library, name: str) -> None:
    dtype = TYPES[name]
    x = values("int8_t", 8 * 32).view(8, 32)
    rows = (random(2, 2, 32) * 8).to(dtype)  # offsets and scales of two groups of four rows
    columns = (random(2, 8, 2) * 8).to(dtype)

    def expected(offset: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
        if name == "half":
            return (x.half() + offset) * scale
        return ((x.float() + offset.float()) * scale.float()).to(dtype)

    def run(given: torch.Tensor, form: int, k: int) -> torch.Tensor:
        shape = (*given.shape[1:], 0)
        zeros = torch.zeros(8, 32, dtype=dtype)
        return moves.run(
            f"antiquantise_{name}", zeros, x, given.contiguous(), block_stride=shape, form=form, count=k
        )

    same(run(rows, 0, 8).flatten(), expected(*rows.repeat_interleave(4, dim=1)).flatten())
    same(run(columns, 1, 32).flatten(), expected(*columns.repeat_interleave(16, dim=2)).flatten())
    same(run(rows, 2, 8).flatten(), expected(rows[0, 0, 0], rows[1, 0, 0]).flatten())
    same(run(rows, 3, 8).flatten(), expected(*rows.repeat_interleave(4, dim=1)).flatten())
    none, scales = torch.zeros_like(x, dtype=dtype), rows[1].repeat_interleave(4, dim=0)
    same(run(rows, 4, 8).flatten(), expected(none, scales).flatten())
    same(run(rows, 5, 8).flatten(), expected(none, rows[1, 0, 0]).flatten())
    with pytest.raises(KernelError, match=r"dimensions that SetShapeInfo gave: 0, at least: 1"):
        run(rows, 6, 8)


@pytest.mark.parametrize(
    ("name", "mask_name"),
    [("half", "uint8_t"), ("float", "uint8_t"), ("half", "bool"), ("float", "int32_t")],
)
def test_select_and_drop_out_by_a_mask_of_elements(moves: Library, name: str, mask_name: str) -> None:
    rows, columns, width = 3, 32, 64
    x = values(name, rows * columns).view(rows, columns)
    mask_type = {"bool": torch.bool, "int32_t": torch.int32}.get(mask_name, torch.uint8)
    mask = torch.randint(0, 3, (rows, width), generator=torch.Generator().manual_seed(0)).to(mask_type)
    kept = mask[:, :columns] != 0
    number = torch.tensor(-2.5, dtype=x.dtype)

    def run(form: int, spelling: int = 0) -> torch.Tensor:
        fields = {"block_stride": (rows, columns, width), "form": form, "number": spelling}
        return moves.run(f"filter_{name}_{mask_name}", torch.zeros_like(x), x, mask, **fields).flatten()

    for spelling in (0, 1):
        same(run(0, spelling), torch.where(kept, number, x).flatten())
        same(run(1, spelling), torch.where(kept, x, number).flatten())
    if mask_name == "uint8_t":
        expected = torch.where(kept, x.double() / 0.75, torch.zeros(())).to(x.dtype).flatten()
        same(run(2), expected)
        same(run(3), expected)


@pytest.mark.parametrize("name", ["half", "uint16_t", "int32_t", "float"])
def test_pad_and_unpad(moves: Library, name: str) -> None:
    x = values(name, 5 * 32).view(5, 32)
    block = 32 // x.element_size()
    filler = torch.tensor(-7).to(x.dtype)
    for width, data, left in [
        (block - 3, block - 3, 0),
        (2 * block - 5, 2 * block - 5, 3),
        (block, block - 2, 0),
    ]:
        source = x[:, :width].contiguous()
        padded = -(-width // block) * block
        expected = filler.expand(5, padded).clone()
        expected[:, left : left + data] = source[:, :data]
        zeros = torch.zeros_like(expected)
        result = moves.run(f"pad_{name}", zeros, source, block_stride=(5, width, data), number=left)
        same(result.flatten(), expected.flatten())
    for right in (1, block - 2):
        expected = x[:, : 32 - right].contiguous()
        zeros = torch.zeros_like(expected)
        result = moves.run(f"pad_{name}", zeros, x, block_stride=(5, 32, 32), form=1, number=right)
        same(result.flatten(), expected.flatten())
    with pytest.raises(KernelError, match=r"UnPad at .*: rightPad in bytes is 32; the limit is 31"):
        moves.run(
            f"pad_{name}",
            torch.zeros(5, 32 - block, dtype=x.dtype),
            x,
            block_stride=(5, 32, 32),
            form=1,
            number=block,
        )


@pytest.mark.parametrize("name", ["half", "float"])
@pytest.mark.parametrize("largest", [True, False])
@pytest.mark.parametrize("form", [0, 1, 2])
def test_greatest_and_least(moves: Library, name: str, largest: bool, form: int) -> None:
    rows, columns, data, k = 3, 32 if form == 2 else 64, 29 if form == 2 else 50, 13
    x = (random(rows, columns) * 4).round().to(TYPES[name])  # with ties
    x[:, data:] = -torch.inf if largest else torch.inf
    finished = torch.tensor([False, True, False])
    names = torch.randperm(rows * columns, generator=torch.Generator().manual_seed(0)).int()
    given = torch.zeros(32 + 4 * rows * columns, dtype=torch.uint8)
    given[:rows] = finished
    given[32:] = names.view(torch.uint8)
    value_stride, index_stride = -(-k * x.element_size() // 32) * 32 // x.element_size(), 16
    raw = torch.zeros(rows * (value_stride * x.element_size() + 4 * index_stride), dtype=torch.uint8)
    raw = moves.run(
        f"top_{name}", raw, x, given,
        block_stride=(rows, columns, data), count=k, form=form, number=0 if largest else 1,
    )  # fmt: skip
    split = rows * value_stride * x.element_size()
    result = raw[:split].view(x.dtype).view(rows, value_stride)
    indices = raw[split:].view(torch.int32).view(rows, index_stride)
    expected, order = x.sort(dim=1, descending=largest, stable=True)
    assert torch.equal(result[:, :k], expected[:, :k])
    assert not result[:, k:].any()
    chosen = order[:, :k].int()
    if form == 1:
        chosen = torch.where(finished[:, None], data, names[:columns][chosen])
    elif form == 2:
        chosen = names.view(rows, columns).gather(1, chosen.long())
    assert torch.equal(indices[:, :k], chosen)


@pytest.mark.parametrize("form", [0, 1])
def test_sum_of_exclusive_or(moves: Library, form: int) -> None:
    a, b = values("int16_t", 100, 1), values("int16_t", 100, 2)
    for x, y in ((a % 64, b % 64), (a, ~a), (a.abs() // 2 * 2, torch.zeros_like(a))):
        expected = (x ^ y).long().sum().clamp(-(2**15), 2**15 - 1)
        result = moves.run("xor_sum", torch.zeros(1, dtype=torch.int16), x, y, count=100, form=form)
        assert result.item() == expected


def test_workspace(moves: Library) -> None:
    assert moves.run("workspace", torch.zeros(16, dtype=torch.int32))[0] == 11
    with pytest.raises(
        KernelError, match=r"GetSysWorkSpacePtr at .*: there is no system workspace; call SetSysWork"
    ):
        moves.run("workspace", torch.zeros(16, dtype=torch.int32), form=1)
