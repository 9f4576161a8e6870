# SPDX-License-Identifier: Apache-2.0
"""Whole kernels in both styles, copies, scalar access, and what a block knows of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch

if TYPE_CHECKING:
    from collections.abc import Callable

    from asc_library import Library

    Build = Callable[[str], Library]

UB = 8192  # bytes of the window in sources/kernels.asc


@pytest.fixture(scope="module")
def kernels(library: Build) -> Library:
    return library("kernels")


def test_static_tensors(kernels: Library) -> None:
    x, y = torch.randn(8 * 2048), torch.randn(8 * 2048)
    assert torch.equal(kernels.run("add_one_tile", torch.zeros_like(x), x, y, blocks=8), x + y)


@pytest.mark.parametrize("blocks", [1, 2, 48])
def test_double_buffered_with_flags(kernels: Library, blocks: int) -> None:
    x, y = torch.randn(blocks * 5 * 1024), torch.randn(blocks * 5 * 1024)
    assert torch.equal(kernels.run("add_double_buffered", torch.zeros_like(x), x, y, blocks=blocks), x + y)


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_queues(kernels: Library, depth: int) -> None:
    x, y = torch.randn(5 * 1024).half(), torch.randn(5 * 1024).half()
    assert torch.equal(kernels.run(f"queued_add {depth}", torch.zeros_like(x), x, y), x + y)


def test_queue_states(kernels: Library) -> None:
    seen = kernels.run("queue_states", torch.zeros(8, dtype=torch.int32))
    assert seen.tolist() == [1, 0, 1, 1, 0, 1, 0, 16]


def test_event_ids(kernels: Library) -> None:
    assert kernels.run("event_ids", torch.zeros(5, dtype=torch.int32)).tolist() == [0, 1, 2, 0, 0]


# ---- copies: form 0 count, 1 DataCopyParams, 2 DataCopyPad -----------------------------------------------


def window(dtype: torch.dtype) -> torch.Tensor:
    return torch.full((UB // dtype.itemsize,), 99, dtype=dtype)


@pytest.mark.parametrize("count", [0, 7, 8, 9, 100, 2048])
def test_copy_in_rounds_down_to_blocks(kernels: Library, count: int) -> None:
    x = torch.randn(2048)
    expected = window(torch.float32)
    expected[: count // 8 * 8] = x[: count // 8 * 8]
    assert torch.equal(kernels.run("copy_in float", window(torch.float32), x, form=0, count=count), expected)


@pytest.mark.parametrize("runs", [1, 3])
@pytest.mark.parametrize(("gm_gap", "ub_gap"), [(0, 0), (2, 0), (0, 1), (5, 3)])
def test_copy_in_of_blocks(kernels: Library, runs: int, gm_gap: int, ub_gap: int) -> None:
    x = torch.randn(2048)
    expected = window(torch.float32)
    for run in range(runs):
        to, source = run * (2 + ub_gap) * 8, run * (2 + gm_gap) * 8
        expected[to : to + 16] = x[source : source + 16]
    result = kernels.run(
        "copy_in float",
        window(torch.float32),
        x,
        form=1,
        repeats=runs,
        count=2,
        block_stride=(ub_gap, gm_gap, 0),
    )
    assert torch.equal(result, expected)


@pytest.mark.parametrize("name", ["float", "int8_t", "int64_t"])
@pytest.mark.parametrize("length", [1, 3, 31, 32, 33])  # elements
@pytest.mark.parametrize(("left", "right"), [(None, None), (0, 0), (1, 2)])
def test_copy_pad_in(kernels: Library, name: str, length: int, left: int | None, right: int | None) -> None:
    dtype = {"float": torch.float32, "int8_t": torch.int8, "int64_t": torch.int64}[name]
    x = torch.arange(1, 301).to(dtype)
    gm_gap, ub_gap, runs = 2 * dtype.itemsize, 1, 3
    before, after = left or 0, right or 0
    per_block = 32 // dtype.itemsize
    row = -(-(before + length + after) // per_block) * per_block
    expected = window(dtype)
    for run in range(runs):
        begin = run * (row + ub_gap * per_block)
        data = x[run * (length + 2) :][:length]
        expected[begin : begin + row] = data[0]  # filler: the run's first element
        expected[begin : begin + before] = 77
        expected[begin + before : begin + before + length] = data
        expected[begin + before + length : begin + before + length + after] = 77
    result = kernels.run(
        f"copy_in {name}",
        window(dtype),
        x,
        form=2,
        repeats=runs,
        count=length * dtype.itemsize,
        block_stride=(ub_gap, gm_gap, 0),
        number=int(left is not None),
        mask=(before, after),
        scalar=77.0,
    )
    assert torch.equal(result, expected)


def test_copy_pad_in_by_the_short_parameters(kernels: Library) -> None:
    x = torch.arange(100, dtype=torch.int8)
    expected = window(torch.int8)
    expected[:64] = 0
    expected[:35] = x[:35]
    result = kernels.run("copy_in int8_t", window(torch.int8), x, form=3, repeats=1, count=35)
    assert torch.equal(result, expected)


@pytest.mark.parametrize("count", [7, 8, 100, 2048])
def test_copy_out_rounds_down_to_blocks(kernels: Library, count: int) -> None:
    x = torch.randn(UB // 4)
    expected = torch.zeros(2048)
    expected[: count // 8 * 8] = x[: count // 8 * 8]
    assert torch.equal(kernels.run("copy_out float", torch.zeros(2048), x, form=0, count=count), expected)


def test_copy_out_of_blocks(kernels: Library) -> None:
    x = torch.randn(UB // 4)
    expected = torch.zeros(2048)
    for run in range(4):
        expected[run * 40 : run * 40 + 24] = x[run * 32 : run * 32 + 24]
    result = kernels.run(
        "copy_out float", torch.zeros(2048), x, form=1, repeats=4, count=3, block_stride=(2, 1, 0)
    )
    assert torch.equal(result, expected)


@pytest.mark.parametrize("length", [1, 31, 32, 33, 100])
def test_copy_pad_out_drops_the_filler(kernels: Library, length: int) -> None:
    x = torch.randint(-100, 100, (UB,), dtype=torch.int8)
    row = -(-length // 32) * 32 + 32
    expected = torch.zeros(1000, dtype=torch.int8)
    for run in range(3):
        expected[run * (length + 5) :][:length] = x[run * row :][:length]
    result = kernels.run(
        "copy_out int8_t",
        torch.zeros(1000, dtype=torch.int8),
        x,
        form=2,
        repeats=3,
        count=length,
        block_stride=(5, 1, 0),
    )
    assert torch.equal(result, expected)


def test_copy_within_ub(kernels: Library) -> None:
    x = torch.randn(256).half()
    expected = x.clone()
    expected[0:16], expected[32:48] = x[128:144], x[192:208]
    assert torch.equal(kernels.run("copy_within", torch.zeros(256).half(), x), expected)


def test_large_output_is_written_around_the_cache_and_complete(kernels: Library) -> None:
    x, y = torch.randn(48 * 64 * 1024), torch.randn(48 * 64 * 1024)
    assert torch.equal(kernels.run("add_double_buffered", torch.zeros_like(x), x, y, blocks=48), x + y)


# ---- scalars and the block -------------------------------------------------------------------------------


def test_scalar_access(kernels: Library) -> None:
    third = (torch.tensor(1.0).half() / torch.tensor(3.0).half()).item()
    assert kernels.run("scalars", torch.zeros(8)).tolist() == [14, 13, 1, 7, 96, 16, third, 1]


@pytest.mark.parametrize("name", ["half", "bfloat16_t"])
@pytest.mark.parametrize("step", [0x100, 1021])  # every sign, exponent and high bit; and a prime
def test_fast_conversion_is_the_types_own(kernels: Library, name: str, step: int) -> None:
    """Bit for bit, NaNs included; the other direction is tested over all values in test_vector.py."""
    assert kernels.run(f"narrowing {name}", torch.ones(1, dtype=torch.int64), number=step).item() == 0


def test_ub_is_poisoned_for_every_block(kernels: Library) -> None:
    assert kernels.run("poison", torch.zeros(64, dtype=torch.int32), blocks=64).tolist() == [-1] * 64


@pytest.mark.parametrize("blocks", [1, 2, 7, 65535])
def test_every_block_runs_once(kernels: Library, blocks: int) -> None:
    result = kernels.run("identity", torch.zeros(blocks, dtype=torch.int64), blocks=blocks)
    assert torch.equal(result, torch.arange(blocks) * 100000 + blocks)


def test_printf(kernels: Library, capfd: pytest.CaptureFixture[str]) -> None:
    kernels.run("talk", torch.zeros(1), number=42)
    _flush()
    assert capfd.readouterr().out == "block 0 of 1: 42 text 0.50 7\ndone\n"


def _flush() -> None:
    import ctypes

    ctypes.CDLL(None).fflush(None)
