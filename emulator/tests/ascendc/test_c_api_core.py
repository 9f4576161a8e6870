# SPDX-License-Identifier: Apache-2.0
"""The C API beside arithmetic: atomic stores, barriers, bits, sorting, padding; and mistakes with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch
from asc_library import Compiler, KernelError, Library

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Build = Callable[[str], Library]

COUNT = 256
KINDS = {
    "int8": torch.int8,
    "int16": torch.int16,
    "int": torch.int32,
    "bfloat": torch.bfloat16,
    "float16": torch.float16,
    "float": torch.float32,
}
STORES: dict[str, Callable[[torch.Tensor, torch.Tensor], torch.Tensor]] = {
    "add": torch.add,
    "max": torch.maximum,
    "min": torch.minimum,
}


@pytest.fixture(scope="module")
def core(library: Build) -> Library:
    return library("c_core")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("store", STORES)
def test_atomic_stores(core: Library, store: str, kind: str) -> None:
    generator = torch.Generator().manual_seed(0)
    old, new = (torch.randint(-50, 50, (COUNT,), generator=generator).to(KINDS[kind]) for _ in range(2))
    result = core.run(f"asc_set_atomic_{store}_{kind}", old, new)
    expected = STORES[store](old, new)
    expected[: 32 // new.itemsize] = new[: 32 // new.itemsize]  # after asc_set_atomic_none
    assert torch.equal(result, expected)


@pytest.mark.parametrize("value", [0, 1, -1, 28, -(2**63), 2**40 + 5])
def test_bits(core: Library, value: int) -> None:
    result = core.run("bits", torch.zeros(8, dtype=torch.int64), torch.tensor([value] + [0] * 7))
    word = f"{value % 2**64:064b}"
    leading = len(word) - len(word.lstrip("0"))
    lowest = word[::-1].find("1")
    signs = len(word) - len(word.lstrip(word[0])) - 1
    assert result.tolist() == [leading, word.count("1"), word.count("0"), lowest, signs, 0, 1, 1]


@pytest.mark.parametrize("form", [2, 3, 6, 7])
def test_barriers(core: Library, form: int) -> None:
    x = torch.arange(COUNT).float()
    assert torch.equal(core.run("barriers", torch.zeros(COUNT), x, form=form), x + x)


@pytest.mark.parametrize(
    ("form", "message"),
    [
        (0, r"Add at .*c_core.asc:\d+: reads source.* on pipe V while DataCopy at .*c_core.asc:\d+ may"),
        (1, r"DataCopy at .*c_core.asc:\d+: reads source.* on pipe MTE3 while Add at .*c_core.asc:\d+ may"),
        (4, r"DataCopy at .*c_core.asc:\d+: reads source.* on pipe MTE3 while Add at .*c_core.asc:\d+ may"),
        (5, r"DataSyncBarrier at .*c_core.asc:\d+: this place is reserved; wait for ALL, DDR or UB"),
    ],
)
def test_missing_waits_are_reported(core: Library, form: int, message: str) -> None:
    with pytest.raises(KernelError, match=message):
        core.run("barriers", torch.zeros(COUNT), torch.zeros(COUNT), form=form)


@pytest.mark.parametrize("form", [0, 1])
def test_sort_and_transpose(core: Library, form: int) -> None:
    x = torch.randperm(COUNT, generator=torch.Generator().manual_seed(0))
    pairs = core.run(
        "sorted", torch.zeros(COUNT, 2), x.float(), torch.arange(COUNT, dtype=torch.int32), form=form
    )
    values, places = x.view(-1, 32).sort(dim=1, descending=True)
    assert torch.equal(pairs[:, 0], values.flatten().float())
    first = torch.arange(0, COUNT, 32).unsqueeze(1)
    assert torch.equal(pairs[:, 1].contiguous().view(torch.int32), (places + first).flatten().int())
    square = x.half().view(16, 16)
    assert torch.equal(core.run("transposed", torch.zeros_like(square), square, form=form), square.T)


@pytest.mark.parametrize("form", [0, 1])
def test_gathered_blocks(core: Library, form: int) -> None:
    x = torch.arange(COUNT, dtype=torch.int16).view(16, 16)  # rows of 32 bytes
    order = torch.randperm(16, generator=torch.Generator().manual_seed(0))
    old = torch.full((16, 2, 16), -1, dtype=torch.int16)
    result = core.run("blocks", old, x, order.int() * 32, form=form, repeats=2)
    assert torch.equal(result[:, 0], x[order])
    assert torch.equal(result[:, 1], old[:, 1])
    with pytest.raises(KernelError, match=r"asc_gather_datablock at .*: repeat is 256; the limit is 255"):
        core.run("blocks", old, x, order.int() * 32, form=form, repeats=256)


def test_the_number_of_gathered_elements(core: Library) -> None:
    assert core.run("gathered", torch.zeros(2, dtype=torch.int32)).tolist() == [50, 50]
    with pytest.raises(KernelError, match=r"asc_get_rsvd_count at .*: no GatherMask went before it"):
        core.run("gathered", torch.zeros(2, dtype=torch.int32), form=1)


@pytest.mark.parametrize(("form", "fill"), [(0, 0.0), (1, 7.0)])
def test_padding(core: Library, form: int, fill: float) -> None:
    x = torch.arange(1, 17).float()
    result = core.run("padded", torch.zeros(64), x, form=form, count=2)
    for run in range(2):  # after each 3 elements a gap of one
        first = 1 + 4 * run
        row = [fill, fill, first, first + 1, first + 2, fill]
        assert result[8 * run : 8 * run + 6].tolist() == row
    with pytest.raises(
        KernelError, match=r"asc_copy_gm2ub_align at .*: left_padding_num is 256; the limit is 255"
    ):
        core.run("padded", torch.zeros(64), x, form=2, count=2)


@pytest.mark.parametrize(
    ("number", "message"),
    [
        (0, r"asc_add at .*c_core.asc:\d+: .* does not point into UB; declare the array"),
        (1, r"Add at .*c_core.asc:\d+: .*32"),
        (2, r"Add at .*c_core.asc:\d+: .*past the end of the tensor"),
        (3, r"asc_copy_ub2ub at .*c_core.asc:\d+: src_gap is 65536; the limit is 65535"),
        (4, r"asc_ub_dcci_single at .*c_core.asc:\d+: .* does not point into UB"),
    ],
)
def test_mistakes(core: Library, number: int, message: str) -> None:
    with pytest.raises(KernelError, match=message):
        core.run("mistakes", torch.zeros(8), number=number)


def test_types_of_bit_patterns(compiler: Compiler, tmp_path: Path) -> None:
    source = tmp_path / "types.asc"
    source.write_text("""#include "c_api/asc_simd.h"
__global__ __vector__ void kernel(__ubuf__ float* x) { asc_brcb(x, x + 8, 1, 8, 1); }
""")
    result = compiler.run("-fsyntax-only", source)
    assert "asc_brcb, asc_gather_datablock: for uint16_t and uint32_t; cast the pointers" in result.stderr


@pytest.mark.parametrize("header", ["vector_compute/vector_compute.h", "vector_datamove/vector_datamove.h"])
def test_a_family_can_be_included_by_itself(compiler: Compiler, tmp_path: Path, header: str) -> None:
    source = tmp_path / "alone.asc"
    source.write_text(f"""#include "c_api/{header}"
__global__ __vector__ void kernel() {{ asc_sync(); }}
""")
    result = compiler.run("-fsyntax-only", source)
    assert result.returncode == 0, result.stderr
