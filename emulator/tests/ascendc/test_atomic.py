# SPDX-License-Identifier: Apache-2.0
"""Atomic stores, direct access to device memory, DumpTensor."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch
from asc_values import TYPES, same

if TYPE_CHECKING:
    from collections.abc import Callable

    from asc_library import Library

    Build = Callable[[str], Library]

BLOCKS = 16


@pytest.fixture(scope="module")
def atomic(library: Build) -> Library:
    return library("atomic")


@pytest.mark.parametrize("name", ["half", "float", "bfloat16_t", "int8_t", "int16_t", "int32_t"])
@pytest.mark.parametrize("mode", [0, 1, 2])
def test_blocks_combine(atomic: Library, name: str, mode: int) -> None:
    generator = torch.Generator().manual_seed(1)
    d, a = (torch.randint(-3, 4, (101,), generator=generator).to(TYPES[name]) for _ in range(2))
    stored = a[None] + torch.arange(BLOCKS)[:, None].to(a.dtype)
    everything = torch.cat([d[None], stored])
    expected = [
        lambda: everything.float().sum(0).to(torch.int64).to(a.dtype),
        lambda: everything.amax(0),
        lambda: everything.amin(0),
    ][mode]()
    if name == "bfloat16_t" and mode == 0:  # sums beyond 256 round; which ones depends on the order
        d, a, expected = d * 0, a * 0, torch.full_like(d, sum(range(BLOCKS)))
    same(atomic.run(f"store {name}", d, a, number=mode, blocks=BLOCKS), expected)


def test_utilities(atomic: Library, capfd: pytest.CaptureFixture[str]) -> None:
    result = atomic.run("utility", torch.zeros(4, dtype=torch.int32))
    assert result.tolist() == [7, 9, 41, 3]
    printed = capfd.readouterr().out
    assert "DumpTensor: desc=5, block 0, GM, 3 elements [7, 9, 41]" in printed
    assert "DumpTensor: desc=6, block 0, GM, 4 elements [[[7, 9]], [[41, 3]]]" in printed


@pytest.mark.parametrize("by_pipe", [0, 1])
def test_start_of_a_kernel_clears_registers(atomic: Library, by_pipe: int) -> None:
    result = atomic.run("initialise", torch.ones(64), number=by_pipe)
    assert torch.equal(result, torch.full((64,), 2.0))
