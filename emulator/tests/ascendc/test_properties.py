# SPDX-License-Identifier: Apache-2.0
"""Vector instructions under random counts, masks, repeats, strides and values, against numpy-style indexing.

The reference works repeat by repeat: it picks the active lanes, computes them with torch, and writes them
before the next repeat reads. Results are compared bit for bit: all instructions here have a defined one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch
from asc_values import TYPES, same, values
from vector_forms import SIZE, agree, call, expected, random_form

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from asc_library import Library
    from vector_forms import Reference

    Build = Callable[[str], Library]
    Lanes = torch.Tensor

ROUNDS = 12  # random forms for each instruction and type
CAST_NONE, CAST_RINT = 0, 1


def check(
    library: Library, case: str, names: tuple[str, ...], compute: Reference, random: Random, **fields: float
) -> None:
    """``names``: the types of the destination and of each source."""
    for seed in range(ROUNDS):
        widest = max(TYPES[name].itemsize for name in names)
        form = random_form(random, widest)
        destination, *sources = (values(name, SIZE, 3 * seed + i) for i, name in enumerate(names))
        result = call(library, case, form, destination, *sources, **fields)
        agree(case, form, result, expected(form, destination, tuple(sources), compute))


ARITHMETIC = ["half", "float", "int16_t", "int32_t"]
FLOATING = ["half", "float"]
BINARY: dict[str, tuple[Reference, list[str]]] = {
    "Add": (torch.add, ARITHMETIC),
    "Sub": (torch.sub, ARITHMETIC),
    "Mul": (torch.mul, ARITHMETIC),
    "Div": (torch.div, FLOATING),
    "Max": (torch.maximum, ARITHMETIC),
    "Min": (torch.minimum, ARITHMETIC),
    "And": (torch.bitwise_and, ["int16_t"]),
    "Or": (torch.bitwise_or, ["int16_t"]),
}
UNARY: dict[str, tuple[Reference, list[str]]] = {
    "Abs": (torch.abs, FLOATING),
    "Reciprocal": (torch.reciprocal, FLOATING),
    "Relu": (torch.relu, [*FLOATING, "int32_t"]),
    "Sqrt": (lambda x: x.double().sqrt().to(x.dtype), FLOATING),
    "Not": (torch.bitwise_not, ["int16_t"]),
}
SCALAR: dict[str, Reference] = {
    "Adds": torch.add,
    "Muls": torch.mul,
    "Maxs": torch.maximum,
    "Mins": torch.minimum,
}


def _cases(table: dict[str, tuple[Reference, list[str]]]) -> list[tuple[str, str]]:
    return [(op, name) for op, (_, names) in table.items() for name in names]


@pytest.mark.parametrize(("op", "name"), _cases(BINARY))
def test_two_sources(library: Build, random: Random, op: str, name: str) -> None:
    compute = BINARY[op][0]
    check(library("vector"), f"{op} {name}", (name,) * 3, lambda _, a, b: compute(a, b), random)


@pytest.mark.parametrize(("op", "name"), _cases(UNARY))
def test_one_source(library: Build, random: Random, op: str, name: str) -> None:
    compute = UNARY[op][0]
    check(library("vector"), f"{op} {name}", (name,) * 2, lambda _, a: compute(a), random)


@pytest.mark.parametrize("op", SCALAR)
@pytest.mark.parametrize("name", ARITHMETIC)
def test_scalar(library: Build, random: Random, op: str, name: str) -> None:
    scalar = float(random.randint(-9, 9))

    def compute(_: Lanes, a: Lanes) -> Lanes:
        return SCALAR[op](a, torch.full_like(a, scalar))

    check(library("vector"), f"{op} {name}", (name,) * 2, compute, random, scalar=scalar)


@pytest.mark.parametrize(("to", "source"), [("half", "half"), ("float", "float"), ("float", "half")])
def test_axpy(library: Build, random: Random, to: str, source: str) -> None:
    def compute(d: Lanes, a: Lanes) -> Lanes:
        return (a.float() * 0.75 + d.float()).to(d.dtype)

    check(library("vector"), f"Axpy {to} {source}", (to, source), compute, random, scalar=0.75)


@pytest.mark.parametrize("name", ["half", "float", "bfloat16_t", "int32_t"])
def test_duplicate(library: Build, random: Random, name: str) -> None:
    check(
        library("vector"), f"Duplicate {name}", (name,), lambda d: torch.full_like(d, 3.0), random, scalar=3.0
    )


def _integers(x: Lanes, dtype: torch.dtype) -> Lanes:
    """Nearest even, saturated; NaN becomes 0."""
    info = torch.iinfo(dtype)
    rounded = x.double().round().nan_to_num(0.0, info.max, info.min)
    return rounded.clamp(info.min, info.max).to(torch.int64).clamp(info.min, info.max).to(dtype)


@pytest.mark.parametrize(
    ("to", "source", "mode"),
    [
        ("float", "half", CAST_NONE),
        ("half", "float", CAST_NONE),
        ("bfloat16_t", "float", CAST_RINT),
        ("float", "bfloat16_t", CAST_NONE),
        ("half", "int8_t", CAST_NONE),
        ("float", "int32_t", CAST_NONE),
        ("int32_t", "float", CAST_RINT),
        ("int16_t", "half", CAST_RINT),
        ("int8_t", "half", CAST_RINT),
        ("uint8_t", "half", CAST_RINT),
        ("int32_t", "half", CAST_RINT),
        ("int16_t", "float", CAST_RINT),
        ("int32_t", "bfloat16_t", CAST_RINT),
        ("half", "uint8_t", CAST_NONE),
        ("half", "int16_t", CAST_NONE),
        ("float", "int16_t", CAST_NONE),
        ("int64_t", "int32_t", CAST_NONE),
    ],
)
def test_cast(library: Build, random: Random, to: str, source: str, mode: int) -> None:
    def compute(_: Lanes, a: Lanes) -> Lanes:
        narrows = a.dtype.is_floating_point and not TYPES[to].is_floating_point
        return _integers(a, TYPES[to]) if narrows else a.to(TYPES[to])

    check(library("vector"), f"Cast {to} {source}", (to, source), compute, random, round_mode=mode)


COMPOUND: dict[str, Reference] = {
    "AddRelu": lambda _, a, b: torch.relu(a.float() + b.float()),
    "SubRelu": lambda _, a, b: torch.relu(a.float() - b.float()),
    "MulAddDst": lambda d, a, b: a.float() * b.float() + d.float(),
}


@pytest.mark.parametrize("op", COMPOUND)
@pytest.mark.parametrize("name", FLOATING)
def test_two_steps(library: Build, random: Random, op: str, name: str) -> None:
    def compute(d: Lanes, a: Lanes, b: Lanes) -> Lanes:
        return COMPOUND[op](d, a, b).to(d.dtype)

    check(library("compound"), f"{op} {name} {name}", (name,) * 3, compute, random)


@pytest.mark.parametrize("name", ["half", "float", "int16_t"])
def test_operators(library: Build, name: str) -> None:
    a, b = values(name, SIZE, 1), values(name, SIZE, 2)
    integer = name == "int16_t"
    computed = {0: torch.add, 1: torch.sub, 2: torch.mul}
    computed |= {4: torch.bitwise_and, 5: torch.bitwise_or} if integer else {3: torch.div}
    for number, compute in computed.items():
        result = library("families").run(f"Operators {name}", torch.zeros_like(a), a, b, number=number)
        same(result, compute(a, b))
    if integer:
        return
    b[::3] = a[::3]
    comparisons = [torch.lt, torch.gt, torch.eq, torch.le, torch.ge, torch.ne]
    for number, compare in enumerate(comparisons):
        bits = torch.zeros(SIZE // 8, dtype=torch.uint8)
        result = library("families").run(f"Compares uint8_t {name}", bits, a, b, number=number)
        truth = np.packbits(compare(a, b).numpy(), bitorder="little")
        assert torch.equal(result, torch.from_numpy(truth))
