# SPDX-License-Identifier: Apache-2.0
"""The elementwise functions of the C API, its comparisons and reductions, in each of their forms."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest
import torch
from asc_library import SOURCES, KernelError, Library
from asc_values import TYPES, close, same, values
from vector_forms import SIZE, Form, agree, call, expected, random_form

if TYPE_CHECKING:
    from collections.abc import Callable

    Build = Callable[[str], Library]

COUNT = 2049  # whole repeats and a tail
WAIT, COUNTER = 3, 4  # sources/c_elementwise.asc
VALUE = 3.0
CASES = re.findall(
    r"^C_CASE\((asc_\w+), (\w+), (\w+)\)", (SOURCES / "c_elementwise.asc").read_text(), re.MULTILINE
)


def _axpy(d: torch.Tensor, a: torch.Tensor) -> torch.Tensor:
    return (a.float() * VALUE + d.float()).to(d.dtype)


def _nearest(x: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Integers of 8 bits by way of half; others as they are."""
    if dtype.itemsize > 1:
        return x.to(dtype)
    limits = torch.iinfo(dtype)
    return x.half().float().nan_to_num(nan=0.0).round().clamp(limits.min, limits.max).to(dtype)


ELEMENTWISE: dict[str, Callable[..., torch.Tensor]] = {
    "asc_add": lambda _, a, b: a + b,
    "asc_sub": lambda _, a, b: a - b,
    "asc_mul": lambda _, a, b: a * b,
    "asc_div": lambda _, a, b: a / b,
    "asc_max": lambda _, a, b: torch.maximum(a, b),
    "asc_min": lambda _, a, b: torch.minimum(a, b),
    "asc_and": lambda _, a, b: a & b,
    "asc_or": lambda _, a, b: a | b,
    "asc_add_relu": lambda d, a, b: _nearest((a + b).relu(), d.dtype),
    "asc_sub_relu": lambda d, a, b: (a - b).relu().to(d.dtype),
    "asc_fma": lambda d, a, b: (a.float() * b.float() + d.float()).to(d.dtype),
    "asc_mul_add": lambda d, a, b: (a.float() * d.float() + b.float()).to(d.dtype),
    "asc_mul_add_relu": lambda d, a, b: (a.float() * d.float() + b.float()).relu().to(d.dtype),
    "asc_mul_cast_half2int8": lambda d, a, b: _nearest(a.float() * b.float(), d.dtype),
    "asc_mul_cast_half2uint8": lambda d, a, b: _nearest(a.float() * b.float(), d.dtype),
    "asc_abs": lambda _, a: a.abs(),
    "asc_exp": lambda _, a: a.exp(),
    "asc_ln": lambda _, a: a.log(),
    "asc_log": lambda _, a: a.log(),
    "asc_not": lambda _, a: ~a,
    "asc_rcp": lambda _, a: a.reciprocal(),
    "asc_rec": lambda _, a: a.reciprocal(),
    "asc_relu": lambda _, a: a.relu(),
    "asc_rsqrt": lambda _, a: (1 / a.double().sqrt()).float().to(a.dtype),
    "asc_sqrt": lambda _, a: a.double().sqrt().to(a.dtype),
    "asc_add_scalar": lambda _, a: a + torch.tensor(VALUE).to(a.dtype),
    "asc_sub_scalar": lambda _, a: a - torch.tensor(VALUE).to(a.dtype),
    "asc_mul_scalar": lambda _, a: a * torch.tensor(VALUE).to(a.dtype),
    "asc_max_scalar": lambda _, a: torch.maximum(a, torch.tensor(VALUE).to(a.dtype)),
    "asc_min_scalar": lambda _, a: torch.minimum(a, torch.tensor(VALUE).to(a.dtype)),
    "asc_leakyrelu": lambda _, a: torch.where(a < 0, a * VALUE, a),
    "asc_shiftleft": lambda _, a: a << int(VALUE),
    "asc_shiftright": lambda _, a: a >> int(VALUE),
    "asc_axpy": _axpy,
    "asc_duplicate": lambda d, _: torch.full_like(d, VALUE),
}
TWO_SOURCES = tuple(ELEMENTWISE)[:15]


@pytest.fixture(scope="module")
def c_api(library: Build) -> Library:
    return library("c_elementwise")


def _count(form: int, to: str, source: str) -> Form:
    """COUNT elements, in counter mode with the strides of elements one after another."""
    sizes = [TYPES[name].itemsize for name in (to, source, source)]
    first, second, third = (8 * size // max(sizes) for size in sizes)
    return Form(form, COUNT, (0, 0), 1, (1, 1, 1), (first, second, third))


@pytest.mark.parametrize(("name", "to", "source"), [case for case in CASES if case[0] in ELEMENTWISE])
def test_elementwise(c_api: Library, name: str, to: str, source: str) -> None:
    case = f"{name} {to} {source}"
    destination = values(to, SIZE, seed=1)
    sources = tuple(values(source, SIZE, seed=2 + number) for number in range(1 + (name in TWO_SOURCES)))
    whole = expected(_count(0, to, source), destination, sources, ELEMENTWISE[name])
    for form in (0, WAIT, COUNTER):
        result = call(c_api, case, _count(form, to, source), destination, *sources, scalar=VALUE)
        agree(case, form, result, whole)
    random = Random(name)
    for _ in range(4):
        repeats = replace(random_form(random, max(TYPES[to].itemsize, TYPES[source].itemsize)), form=1)
        result = call(c_api, case, repeats, destination, *sources, scalar=VALUE)
        agree(case, repeats, result, expected(repeats, destination, sources, ELEMENTWISE[name]))


MODES = {
    "asc_lt": torch.lt, "asc_gt": torch.gt, "asc_eq": torch.eq,
    "asc_le": torch.le, "asc_ge": torch.ge, "asc_ne": torch.ne,
}  # fmt: skip


def _packed(truth: torch.Tensor) -> torch.Tensor:
    weights = torch.tensor([1, 2, 4, 8, 16, 32, 64, 128])
    return (truth.view(-1, 8).long() * weights).sum(dim=1).to(torch.uint8)


COMPARISONS = [*((name, source) for name in MODES for source in ("half", "float")), ("asc_eq", "int32_t")]


@pytest.mark.parametrize("form", [1, WAIT])
@pytest.mark.parametrize(("name", "source"), COMPARISONS)
def test_comparisons(c_api: Library, name: str, source: str, form: int) -> None:
    lanes = 256 // TYPES[source].itemsize
    a, b = values(source, SIZE, seed=1), values(source, SIZE, seed=2)
    b[::3] = a[::3]
    b[5::7], a[5::7] = VALUE, VALUE
    every_lane = (2**64 - 1, 2**64 - 1 if lanes == 128 else 0)
    picked = torch.cat([torch.arange(lanes) + repeat * 2 * lanes for repeat in range(3)])
    for number, other in enumerate((b, torch.full_like(b, VALUE))):
        result = c_api.run(
            f"{name} uint8_t {source}", torch.zeros(SIZE, dtype=torch.uint8), a, b, form=form, number=number,
            mask=every_lane, scalar=VALUE, repeats=3, repeat_stride=(0, 16, 16),
        )  # fmt: skip
        bits = _packed(MODES[name](a, other)[picked])
        assert torch.equal(result[: len(bits)], bits)
        assert not result[len(bits) :].any()
    if source == "int32_t":
        return
    result = c_api.run(
        f"{name} uint8_t {source}", torch.zeros(SIZE, dtype=torch.uint8), a, b, form=form, number=2,
        mask=(0xFFFFFFFF, 0), repeats=1,
    )  # fmt: skip
    assert torch.equal(result[:4], _packed(MODES[name](a, b)[:32]))
    assert not result[4:].any()


def test_comparisons_that_do_not_fit(c_api: Library) -> None:
    a = values("float", SIZE)
    bits = torch.zeros(SIZE, dtype=torch.uint8)
    with pytest.raises(KernelError, match="int32_t has CMPMODE::EQ only"):
        c_api.run("asc_ne uint8_t int32_t", bits, a, a, form=1, repeats=1)


@pytest.mark.parametrize("source", ["half", "float"])
@pytest.mark.parametrize("kind", ["max", "min"])
def test_extremes_of_repeats(c_api: Library, kind: str, source: str) -> None:
    dtype = TYPES[source]
    lanes = 256 // dtype.itemsize
    a = torch.randn(SIZE, generator=torch.Generator().manual_seed(0)).to(dtype)
    integers = {2: torch.int16, 4: torch.int32}[dtype.itemsize]
    repeats = a[: 3 * lanes].view(3, lanes)
    rows = repeats.max(dim=1) if kind == "max" else repeats.min(dim=1)
    index = rows.indices.to(integers).view(dtype)
    results = {
        "value_index": torch.stack((rows.values, index), dim=1).flatten(),
        "index_value": torch.stack((index, rows.values), dim=1).flatten(),
        "only_value": rows.values,
        "only_index": rows.indices.int().view(dtype),
    }
    for end, expected_results in results.items():
        case = f"asc_repeat_reduce_{kind}_{end} {source} {source}"
        for form in (0, WAIT, COUNTER, 1):
            result = c_api.run(
                case, torch.zeros(SIZE, dtype=dtype), a, form=form, count=3 * lanes,
                repeats=3, mask=(2**64 - 1, 2**64 - 1), repeat_stride=(1, 8, 0),
            )  # fmt: skip
            same(result[: len(expected_results)], expected_results)
            assert not result[len(expected_results) :].any()
        last = c_api.run(case, torch.zeros(SIZE, dtype=dtype), a, form=0, count=3 * lanes, number=1)
        flat = repeats.flatten()
        place = flat.argmax() if kind == "max" else flat.argmin()
        assert (last[0], last[1]) == (flat[place], place)


SUMS: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    "asc_repeat_reduce_sum": lambda a: a.view(-1, 256 // a.itemsize).sum(dim=1),
    "asc_datablock_reduce_sum": lambda a: a.view(-1, 32 // a.itemsize).sum(dim=1),
    "asc_datablock_reduce_max": lambda a: a.view(-1, 32 // a.itemsize).amax(dim=1),
    "asc_datablock_reduce_min": lambda a: a.view(-1, 32 // a.itemsize).amin(dim=1),
    "asc_pair_reduce_sum": lambda a: a.view(-1, 2).sum(dim=1),
}


@pytest.mark.parametrize(("name", "source"), [(name, source) for name, _, source in CASES if name in SUMS])
def test_reductions(c_api: Library, name: str, source: str) -> None:
    dtype = TYPES[source]
    a = torch.randint(-8, 8, (SIZE,), generator=torch.Generator().manual_seed(0)).to(dtype)  # sums are exact
    count = 3 * 256 // dtype.itemsize
    reference = SUMS[name](a[:count])
    for form in (0, WAIT, COUNTER, 1):
        result = c_api.run(
            f"{name} {source} {source}", torch.zeros(SIZE, dtype=dtype), a, form=form, count=count,
            repeats=3, mask=(2**64 - 1, 2**64 - 1), repeat_stride=(1, 8, 0),
        )  # fmt: skip
        close(result[: len(reference)], reference)
        assert not result[len(reference) :].any()


@pytest.mark.parametrize(
    ("form", "count", "repeats", "block_stride", "repeat_stride", "message"),
    [
        (1, 0, 256, (1, 1, 1), (8, 8, 8), r"asc_add at .*: repeat is 256; the limit is 255"),
        (1, 0, 1, (256, 1, 1), (8, 8, 8), "dst_block_stride is 256; the limit is 255"),
        (1, 0, 1, (1, 1, 1), (8, 8, 300), "src1_repeat_stride is 300; the limit is 255"),
        (1, 0, 255, (1, 1, 1), (8, 255, 8), r"Add at .*c_elementwise.asc:\d+.*past the end"),
        (0, 60000, 0, (1, 1, 1), (8, 8, 8), r"Add at .*c_elementwise.asc:\d+.*past the end"),
    ],
)
def test_fields_that_do_not_fit(
    c_api: Library,
    form: int,
    count: int,
    repeats: int,
    block_stride: tuple[int, int, int],
    repeat_stride: tuple[int, int, int],
    message: str,
) -> None:
    a = torch.zeros(512)
    shape = Form(form, count, (2**64 - 1, 0), repeats, block_stride, repeat_stride)
    with pytest.raises(KernelError, match=message):
        call(c_api, "asc_add float float", shape, a, a, a)
