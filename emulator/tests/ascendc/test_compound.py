# SPDX-License-Identifier: Apache-2.0
"""LeakyRelu, shifts, instructions of two steps, and masks in special registers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch
from asc_library import KernelError
from asc_values import COUNT, TYPES, same, values

if TYPE_CHECKING:
    from collections.abc import Callable

    from asc_library import Library

    Build = Callable[[str], Library]


@pytest.fixture(scope="module")
def compound(library: Build) -> Library:
    return library("compound")


def _relu(x: torch.Tensor) -> torch.Tensor:
    return torch.where(x < 0, torch.zeros_like(x), x)


def _to_8_bits(x: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    info = torch.iinfo(dtype)
    return x.half().float().nan_to_num(0.0).round().clamp(info.min, info.max).to(dtype)


@pytest.mark.parametrize("name", ["half", "float", "int16_t"])
@pytest.mark.parametrize("op", ["AddRelu", "SubRelu"])
def test_relu_of_sum(compound: Library, op: str, name: str) -> None:
    a, b = values(name, seed=1), values(name, seed=2)
    expected = _relu(a + b if op == "AddRelu" else a - b)
    same(compound.run(f"{op} {name} {name}", torch.zeros_like(a), a, b, count=COUNT), expected)


@pytest.mark.parametrize(("to", "source"), [("int8_t", "half"), ("half", "float"), ("int8_t", "int16_t")])
@pytest.mark.parametrize("op", ["AddReluCast", "SubReluCast"])
def test_relu_and_cast(compound: Library, op: str, to: str, source: str) -> None:
    a, b = values(source, seed=1), values(source, seed=2)
    wide_a, wide_b = (a, b) if source == "int16_t" else (a.float(), b.float())
    exact = _relu(wide_a + wide_b if op == "AddReluCast" else wide_a - wide_b)
    expected = _to_8_bits(exact, torch.int8) if to == "int8_t" else exact.half()
    result = compound.run(f"{op} {to} {source}", torch.zeros(COUNT, dtype=TYPES[to]), a, b, count=COUNT)
    same(result, expected)


@pytest.mark.parametrize(("to", "source"), [("half", "half"), ("float", "float"), ("float", "half")])
def test_mul_add_dst(compound: Library, to: str, source: str) -> None:
    d, a, b = values(to, seed=3), values(source, seed=1), values(source, seed=2)
    expected = (a.float() * b.float() + d.float()).to(d.dtype)
    same(compound.run(f"MulAddDst {to} {source}", d, a, b, count=COUNT), expected)


@pytest.mark.parametrize("op", ["FusedMulAdd", "FusedMulAddRelu"])
@pytest.mark.parametrize("name", ["half", "float"])
def test_fused_mul_add(compound: Library, op: str, name: str) -> None:
    d, a, b = (values(name, seed=seed) for seed in (3, 1, 2))
    exact = a.float() * d.float() + b.float()
    expected = (_relu(exact) if op.endswith("Relu") else exact).to(d.dtype)
    same(compound.run(f"{op} {name} {name}", d, a, b, count=COUNT), expected)


@pytest.mark.parametrize("to", ["int8_t", "uint8_t"])
def test_mul_cast(compound: Library, to: str) -> None:
    a, b = values("half", seed=1), values("half", seed=2)
    expected = _to_8_bits(a.float() * b.float(), TYPES[to])
    result = compound.run(f"MulCast {to} half", torch.zeros(COUNT, dtype=TYPES[to]), a, b, count=COUNT)
    same(result, expected)


def test_add_deq_relu(compound: Library) -> None:
    a, b = values("int32_t", seed=1), values("int32_t", seed=2)
    expected = _relu((a + b).float() * 0.00048828125).half()
    result = compound.run(
        "AddDeqRelu half int32_t", torch.zeros(COUNT).half(), a, b, count=COUNT, scalar=0.00048828125
    )
    same(result, expected)


@pytest.mark.parametrize("form", range(3))
@pytest.mark.parametrize("by_lanes", [0, 1])
@pytest.mark.parametrize(("to", "second"), [("int8_t", 0), ("int8_t", 1), ("uint8_t", 1)])
def test_cast_to_8_bits(compound: Library, to: str, second: int, by_lanes: int, form: int) -> None:
    """16 results fill one half of a block; the offset has nine bits."""
    count, scale, offset = 512, 0.0078125, -0x200 + 21
    x = values("int16_t", count)
    lane = torch.arange(count) % 16
    factor, shift = (scale * (lane + 1), 21 - lane) if by_lanes else (scale, 21)
    info = torch.iinfo(TYPES[to])
    exact = (x.float() * factor).round() + shift
    results = exact.clamp(info.min, info.max).to(TYPES[to]).view(-1, 16)
    before = torch.full((count // 16, 2, 16), 7, dtype=TYPES[to])
    active = torch.ones(count, dtype=torch.bool)
    bits = 0xF00F_1234_8001_7FFF
    if form == 1:
        active = torch.tensor([(bits >> at % 64 & 1) != 0 for at in range(count)])
    elif form == 2:
        active = torch.arange(count) % 128 < 100
    expected = before.clone()
    expected[:, second] = torch.where(active.view(-1, 16), results, before[:, second])
    result = compound.run(
        f"CastDeq {to} int16_t", before, x,
        form=form, count=count, mask=(bits, bits) if form == 1 else (100, 0), repeats=4,
        scalar=scale, number=offset, block_stride=(1, 1, by_lanes), repeat_stride=(8, 8, second),
    )  # fmt: skip
    same(result.flatten(), expected.flatten())
    with pytest.raises(KernelError, match=rf"CastDeq at .*: the destination is of {to}, but signMode"):
        compound.run(f"CastDeq {to} int16_t", before, x, count=count, scalar=scale, round_mode=1)


def test_cast_to_half_by_a_scale(compound: Library) -> None:
    x = values("int32_t")
    result = compound.run("CastDeq half int32_t", torch.zeros(COUNT).half(), x, count=COUNT, scalar=0.25)
    same(result, (x.float() * 0.25).half())


@pytest.mark.parametrize("name", ["half", "float"])
def test_leaky_relu(compound: Library, name: str) -> None:
    a = values(name)
    expected = torch.where(a < 0, (a.float() * 0.25).to(a.dtype), a)
    same(compound.run(f"LeakyRelu {name}", torch.zeros_like(a), a, count=COUNT, scalar=0.25), expected)


@pytest.mark.parametrize("name", ["int16_t", "uint16_t", "int32_t", "uint32_t"])
@pytest.mark.parametrize("bits", [0, 3, 15])
def test_shifts(compound: Library, name: str, bits: int) -> None:
    a = values(name)
    numbers = a.numpy()
    for op, expected in (("ShiftLeft", numbers << bits), ("ShiftRight", numbers >> bits)):
        result = compound.run(f"{op} {name}", torch.zeros_like(a), a, count=COUNT, scalar=float(bits))
        same(result, torch.from_numpy(expected))


def test_rounded_shift(compound: Library) -> None:
    a = values("int16_t", count=128)
    wide = a.int()
    expected = ((wide >> 3) + ((wide >> 2) & 1)).short()
    result = compound.run(
        "ShiftRightRounded int16_t", torch.zeros_like(a), a, mask=(128, 0), repeats=1, scalar=3.0
    )
    same(result, expected)


@pytest.mark.parametrize("form", [0, 2])
@pytest.mark.parametrize("count", [1, 64, 65, 1000])
def test_counter_mode(compound: Library, form: int, count: int) -> None:
    d, a, b = (values("float", count=1024, seed=seed) for seed in (3, 1, 2))
    expected = d.clone()
    expected[:count] = a[:count] + b[:count]
    same(compound.run("MaskedAdd float", d, a, b, form=form, count=count, repeats=7), expected)


def test_register_mask(compound: Library) -> None:
    d, a, b = (values("float", count=256, seed=seed) for seed in (3, 1, 2))
    bits = 0xF00F_1234_8001_7FFF
    active = torch.tensor([(bits >> (lane % 64)) & 1 for lane in range(256)], dtype=torch.bool)
    result = compound.run("MaskedAdd float", d, a, b, form=1, mask=(bits, 0), repeats=4)
    same(result, torch.where(active, a + b, d))
