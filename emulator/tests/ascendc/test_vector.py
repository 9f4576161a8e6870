# SPDX-License-Identifier: Apache-2.0
"""Vector instructions against torch, bit for bit where torch's own result is the correctly rounded one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch
from asc_library import KernelError, Library
from asc_values import COUNT, TYPES, same, values

if TYPE_CHECKING:
    from collections.abc import Callable

    Build = Callable[[str], Library]


@pytest.fixture(scope="module")
def vector(library: Build) -> Library:
    return library("vector")


BINARY = {
    "Add": torch.add,
    "Sub": torch.sub,
    "Mul": torch.mul,
    "Div": torch.div,
    "Max": torch.maximum,
    "Min": torch.minimum,
}
ARITHMETIC = ["half", "float", "int16_t", "int32_t"]
FLOATING = ["half", "float"]


def _binary_cases() -> list[tuple[str, str]]:
    return [(op, name) for op in BINARY for name in (FLOATING if op == "Div" else ARITHMETIC)]


@pytest.mark.parametrize(("op", "name"), _binary_cases())
def test_binary(vector: Library, op: str, name: str) -> None:
    a, b = values(name, seed=1), values(name, seed=2)
    result = vector.run(f"{op} {name}", torch.zeros_like(a), a, b, count=COUNT)
    same(result, BINARY[op](a, b))


@pytest.mark.parametrize("op", ["And", "Or", "Not"])
@pytest.mark.parametrize("name", ["int16_t", "uint16_t"])
def test_bitwise(vector: Library, op: str, name: str) -> None:
    a, b = values(name, seed=1).view(torch.int16), values(name, seed=2).view(torch.int16)
    expected = {"And": a & b, "Or": a | b, "Not": ~a}[op]
    same(vector.run(f"{op} {name}", torch.zeros_like(a), a, b, count=COUNT), expected)


# Exp, Ln, Rsqrt: the float result of one library function differs from another's in the last bit.
UNARY = {
    "Abs": torch.abs,
    "Reciprocal": torch.reciprocal,
    "Relu": torch.relu,
    "Sqrt": lambda x: x.double().sqrt().to(x.dtype),  # torch's own float result is off by a bit now and then
    "Exp": torch.exp,
    "Ln": torch.log,
    "Rsqrt": torch.rsqrt,
}


@pytest.mark.parametrize("op", UNARY)
@pytest.mark.parametrize("name", FLOATING)
def test_unary(vector: Library, op: str, name: str) -> None:
    a = values(name)
    result = vector.run(f"{op} {name}", torch.ones_like(a), a, count=COUNT)
    expected = UNARY[op](a)
    if op in ("Exp", "Ln", "Rsqrt") and name == "float":
        torch.testing.assert_close(result, expected, rtol=3e-7, atol=0, equal_nan=True)
    else:
        same(result, expected)


def test_relu_of_integers(vector: Library) -> None:
    a = values("int32_t")
    same(vector.run("Relu int32_t", torch.zeros_like(a), a, count=COUNT), torch.relu(a))


@pytest.mark.parametrize("op", ["Adds", "Muls", "Maxs", "Mins"])
@pytest.mark.parametrize("name", ARITHMETIC)
@pytest.mark.parametrize("scalar", [3.0, -7.0])
def test_scalar(vector: Library, op: str, name: str, scalar: float) -> None:
    a = values(name)
    other = torch.full_like(a, scalar)
    expected = {"Adds": torch.add, "Muls": torch.mul, "Maxs": torch.maximum, "Mins": torch.minimum}[op](
        a, other
    )
    same(vector.run(f"{op} {name}", torch.zeros_like(a), a, count=COUNT, scalar=scalar), expected)


@pytest.mark.parametrize(("to", "source"), [("half", "half"), ("float", "float"), ("float", "half")])
def test_axpy(vector: Library, to: str, source: str) -> None:
    d, a = values(to, seed=1), values(source, seed=2)
    product = a.float() * 0.5
    same(vector.run(f"Axpy {to} {source}", d, a, count=COUNT, scalar=0.5), (product + d.float()).to(d.dtype))


@pytest.mark.parametrize(
    "name", ["half", "float", "bfloat16_t", "int16_t", "uint16_t", "int32_t", "uint32_t"]
)
def test_duplicate(vector: Library, name: str) -> None:
    destination = torch.zeros(COUNT, dtype=TYPES[name])
    expected = torch.zeros(COUNT, dtype=TYPES[name])
    expected[: COUNT - 9] = 5
    same(vector.run(f"Duplicate {name}", destination, count=COUNT - 9, scalar=5.0), expected)


# ---- masks and repeats: an element loop in numpy is the reference ----------------------------------------


def lanes_of(repeat: int, size: int, lanes: int, block_stride: int, repeat_stride: int) -> np.ndarray:
    """Element indices of one repeat's lanes."""
    per_block = 32 // size
    lane = np.arange(lanes)
    return (repeat * repeat_stride + lane // per_block * block_stride) * per_block + lane % per_block


@pytest.mark.parametrize("form", [1, 2])
@pytest.mark.parametrize("name", ARITHMETIC)
@pytest.mark.parametrize(
    ("block_stride", "repeat_stride", "repeats"),
    [
        ((1, 1, 1), (8, 8, 8), 4),
        ((2, 1, 3), (16, 8, 24), 3),
        ((1, 0, 1), (8, 0, 9), 3),
        ((1, 1, 1), (4, 8, 8), 3),
    ],
)
def test_repeats(
    vector: Library,
    form: int,
    name: str,
    block_stride: tuple[int, int, int],
    repeat_stride: tuple[int, int, int],
    repeats: int,
) -> None:
    dtype = TYPES[name]
    lanes = 256 // dtype.itemsize
    a, b, destination = (values(name, count=4096, seed=seed) for seed in (1, 2, 3))
    bits = [0xF0F0_1234_8001_7FFF, 0x8000_0000_0000_0001] if form == 1 else [lanes - 3, 0]
    active = [lane for lane in range(lanes) if (bits[lane // 64] >> (lane % 64)) & 1]
    if form == 2:
        active = list(range(lanes - 3))
    if lanes == 64:
        bits[1] = 0
    expected = destination.clone()
    for repeat in range(repeats):
        at = [
            torch.from_numpy(lanes_of(repeat, dtype.itemsize, lanes, block, step)[active])
            for block, step in zip(block_stride, repeat_stride, strict=True)
        ]
        expected[at[0]] = a[at[1]] + b[at[2]]
    result = vector.run(
        f"Add {name}",
        destination,
        a,
        b,
        form=form,
        mask=(bits[0], bits[1]),
        repeats=repeats,
        block_stride=block_stride,
        repeat_stride=repeat_stride,
    )
    same(result, expected)


@pytest.mark.parametrize("repeats", [0, 1, 255])
def test_whole_repeats_are_the_count_form(vector: Library, repeats: int) -> None:
    a = values("float", count=64 * 40)
    used = min(repeats, 40)
    expected = torch.zeros_like(a)
    expected[: used * 64] = a[: used * 64].sqrt()
    if repeats > 40:
        with pytest.raises(KernelError, match="past the end of the tensor"):
            vector.run("Sqrt float", torch.zeros_like(a), a, form=2, mask=(64, 0), repeats=repeats)
        return
    same(vector.run("Sqrt float", torch.zeros_like(a), a, form=2, mask=(64, 0), repeats=repeats), expected)
