# SPDX-License-Identifier: Apache-2.0
"""The casts of the C API in their three forms, against torch."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
import torch
from asc_library import SOURCES, KernelError, Library
from asc_values import TYPES, same
from test_cast import CEIL, FLOOR, RINT, ROUND, TRUNC, to_integers
from test_cast_int4 import packed, unpacked

if TYPE_CHECKING:
    from collections.abc import Callable

    Build = Callable[[str], Library]

COUNT = 256
MODES = {"": RINT, "_rn": RINT, "_rd": FLOOR, "_ru": CEIL, "_rna": ROUND, "_rz": TRUNC}
NAMES = {
    "half": "half",
    "float": "float",
    "bfloat16": "bfloat16_t",
    **{kind: f"{kind}_t" for kind in ("uint8", "int8", "int16", "int32", "int64")},
}
CASTS = re.findall(r"^CAST\(asc_(\w+),", (SOURCES / "c_casts.asc").read_text(), re.MULTILINE)


@pytest.fixture(scope="module")
def casts(library: Build) -> Library:
    return library("c_casts")


def _types(name: str) -> tuple[str, str, int]:
    found = re.fullmatch(r"([a-z]+?\d*?)2([a-z]+\d*)(_\w+)?", name)
    assert found, name
    return found[1], found[2], MODES[found[3] or ""]


def _source(kind: str) -> torch.Tensor:
    if kind == "int4":
        return torch.arange(COUNT // 2, dtype=torch.uint8) * 2 + 1
    dtype = TYPES[NAMES[kind]]
    generator = torch.Generator().manual_seed(0)
    values = (torch.randn(COUNT, generator=generator) * 100).to(dtype)  # ends of types: test_cast.py
    values[:8] = (torch.arange(8) - 4 if not dtype.is_floating_point else torch.arange(8) / 2 - 2).to(dtype)
    return values


def _expected(source: torch.Tensor, start: str, end: str, mode: int) -> torch.Tensor:
    if start == "int4":
        return unpacked(source)
    if end == "int4":
        return packed(source, mode)
    dtype = TYPES[NAMES[end]]
    if source.dtype.is_floating_point and not dtype.is_floating_point:
        return to_integers(source, dtype, mode)
    if start == end:
        return source.ceil()
    return source.to(dtype)  # exact, or to nearest


@pytest.mark.parametrize("form", [0, 1, 2])
@pytest.mark.parametrize("name", CASTS)
def test_cast(casts: Library, name: str, form: int) -> None:
    start, end, mode = _types(name)
    source = _source(start)
    expected = _expected(source, start, end, mode)
    repeats = {  # blocks of 32 bytes that a repeat of the wider type takes up
        side: tensor.nbytes * 256 // max(source.nbytes, expected.nbytes) // 32
        for side, tensor in (("to", expected), ("from", source))
    }
    result = casts.run(
        f"asc_{name}", torch.zeros_like(expected), source, form=form, count=COUNT,
        repeat_stride=(repeats["to"], repeats["from"], 1),
    )  # fmt: skip
    same(result, expected)


def test_repeat_strides_that_the_instruction_cannot_hold(casts: Library) -> None:
    with pytest.raises(
        KernelError, match=r"asc_half2float at .*: src_repeat_stride is 256; the limit is 255"
    ):
        casts.run(
            "asc_half2float", torch.zeros(COUNT), _source("half"), form=2, count=COUNT,
            repeat_stride=(8, 256, 1),
        )  # fmt: skip


def test_operands_by_address(casts: Library) -> None:
    source = torch.arange(64, dtype=torch.uint8)
    expected = unpacked(source)
    expected[0] = 42
    same(casts.run("c_addresses", torch.zeros(128).half(), source), expected)
    with pytest.raises(
        KernelError, match=r"asc_get_phy_buf_addr at .*: offset is 196608; UB has 196608 bytes"
    ):
        casts.run("c_addresses", torch.zeros(128).half(), source, form=1)
