# SPDX-License-Identifier: Apache-2.0
"""Vector instructions under random counts, masks, repeats, strides and values, against numpy-style indexing.

The reference works repeat by repeat: it picks the active lanes, computes them with torch, and writes them
before the next repeat reads. Results are compared bit for bit: all instructions here have a defined one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
import torch
from asc_values import TYPES, same, values

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from asc_library import Library

    Build = Callable[[str], Library]
    Lanes = torch.Tensor
    Reference = Callable[..., torch.Tensor]

SIZE = 4096  # elements of every tensor
ROUNDS = 12  # random forms for each instruction and type
CAST_NONE, CAST_RINT = 0, 1


@dataclass(frozen=True)
class Form:
    """One way to call an instruction: by ``count``, or by ``mask`` and repeats."""

    form: int
    count: int
    mask: tuple[int, int]
    repeats: int
    block_stride: tuple[int, int, int]
    repeat_stride: tuple[int, int, int]

    def active(self, lanes: int) -> list[int]:
        if self.form == 2:
            return list(range(min(self.mask[0], lanes)))
        return [lane for lane in range(lanes) if (self.mask[lane // 64] >> (lane % 64)) & 1]


def random_form(random: Random, widest: int) -> Form:
    """``widest``: bytes of the widest element, which decides how many lanes a repeat has."""
    lanes = 256 // widest
    form = random.randrange(3)
    bits = random.choice([random.getrandbits(lanes), (1 << lanes) - 1, 1 << random.randrange(lanes), 0])
    number = random.choice([lanes, random.randint(0, lanes), 1])
    mask = (number, 0) if form == 2 else (bits & (2**64 - 1), bits >> 64)
    block_stride = [random.choice([1, 1, 2, 3]) for _ in range(3)]
    repeat_stride = [random.choice([8, 8, 4, 16, 9]) for _ in range(3)]
    for source in (1, 2):
        if random.random() < 0.2:  # one block or one repeat again and again
            block_stride[source], repeat_stride[source] = random.choice([(0, 8), (1, 0), (0, 0)])
    # At most 6 repeats of 16 blocks and 7 block strides of 3: within SIZE elements of any type.
    return Form(
        form,
        random.choice([0, 1, SIZE, random.randint(1, SIZE)]),
        mask,
        random.choice([0, 1, 2, random.randint(1, 6)]),
        (block_stride[0], block_stride[1], block_stride[2]),
        (repeat_stride[0], repeat_stride[1], repeat_stride[2]),
    )


def positions(form: Form, operand: int, size: int, repeat: int, active: torch.Tensor) -> torch.Tensor:
    """Where the active lanes of a repeat lie in an operand whose elements have ``size`` bytes."""
    per_block = 32 // size
    block = active // per_block
    start = repeat * form.repeat_stride[operand] + block * form.block_stride[operand]
    return start * per_block + active % per_block


def expected(
    form: Form, destination: torch.Tensor, sources: tuple[torch.Tensor, ...], compute: Reference
) -> torch.Tensor:
    result = destination.clone()
    if form.form == 0:
        result[: form.count] = compute(result[: form.count], *(each[: form.count] for each in sources))
        return result
    widest = max(each.element_size() for each in (destination, *sources))
    active = torch.tensor(form.active(256 // widest), dtype=torch.int64)
    for repeat in range(form.repeats):
        at = positions(form, 0, destination.element_size(), repeat, active)
        picked = [
            each[positions(form, index + 1, each.element_size(), repeat, active)]
            for index, each in enumerate(sources)
        ]
        result[at] = compute(result[at], *picked)
    return result


def check(
    library: Library, case: str, names: tuple[str, ...], compute: Reference, random: Random, **fields: float
) -> None:
    """``names``: the types of the destination and of each source."""
    for seed in range(ROUNDS):
        widest = max(TYPES[name].itemsize for name in names)
        form = random_form(random, widest)
        destination, *sources = (values(name, SIZE, 3 * seed + i) for i, name in enumerate(names))
        result = library.run(
            case,
            destination,
            *sources,
            form=form.form,
            count=form.count,
            mask=form.mask,
            repeats=form.repeats,
            block_stride=form.block_stride,
            repeat_stride=form.repeat_stride,
            **fields,
        )
        try:
            same(result, expected(form, destination, tuple(sources), compute))
        except AssertionError as error:
            raise AssertionError(f"{case}, {form}: {error}") from None


@pytest.fixture
def random(request: pytest.FixtureRequest) -> Random:
    from random import Random as Generator

    return Generator(request.node.name)


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
