# SPDX-License-Identifier: Apache-2.0
"""How a launch divides its elements, for every SoC of both architectures; nothing is launched."""

from __future__ import annotations

import itertools

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from support.cases import DTYPES, SIZES, dtype_name
from support.launcher import Launcher, Tiling, ub_bytes_per_element

KIB = 1024
MAX_BLOCKS = 65535  # of one launch
COPY_LIMIT_BYTES = 2_097_151  # of one DataCopyPad run

# Vector cores and usable UB bytes: the smallest and largest chips of dav-2201 and dav-3510, and one core.
SOCS = {
    "Ascend910B4": (40, 184 * KIB),
    "Ascend910B1": (48, 184 * KIB),
    "Ascend350_354f": (28, 240 * KIB),
    "Ascend950PR_9599": (72, 240 * KIB),
    "one-core": (1, 184 * KIB),
}
COUNTS = [*(size for size in SIZES if size), 2**31 - 1, 2**31, 2**31 + 33, 2**32 + 1, 2**40 + 7]


def check(tiling: Tiling, dtype: torch.dtype, count: int, cores: int, ub_bytes: int) -> None:
    ranges = tiling.ranges()
    assert len(ranges) == tiling.blocks
    assert 1 <= tiling.blocks <= min(cores, MAX_BLOCKS)
    assert (ranges[0][0], ranges[-1][1]) == (0, count)
    assert all(begin < end for begin, end in ranges)
    assert all(end == begin for (_, end), (begin, _) in itertools.pairwise(ranges))
    assert all(begin * dtype.itemsize % 512 == 0 for begin, _ in ranges)
    assert tiling.tile > 0
    assert tiling.tile * dtype.itemsize % 512 == 0
    assert tiling.tile * dtype.itemsize <= COPY_LIMIT_BYTES
    assert tiling.tile * ub_bytes_per_element(dtype) <= ub_bytes
    lengths = [end - begin for begin, end in ranges]
    assert max(lengths) - min(lengths) <= 2 * tiling.granule  # one granule, and the last block's missing tail


@pytest.mark.parametrize("soc", SOCS.values(), ids=SOCS.keys())
@pytest.mark.parametrize("dtype", DTYPES, ids=dtype_name)
def test_blocks_cover_every_element_once(
    launcher: Launcher, dtype: torch.dtype, soc: tuple[int, int]
) -> None:
    for count in COUNTS:
        check(launcher.tiling(dtype, count, *soc), dtype, count, *soc)


@given(
    dtype=st.sampled_from(DTYPES),
    count=st.integers(min_value=1, max_value=2**48),
    cores=st.integers(min_value=1, max_value=128),
    ub_kib=st.integers(min_value=16, max_value=512),
)
def test_any_count_on_any_chip(
    launcher: Launcher, dtype: torch.dtype, count: int, cores: int, ub_kib: int
) -> None:
    check(launcher.tiling(dtype, count, cores, ub_kib * KIB), dtype, count, cores, ub_kib * KIB)


@pytest.mark.parametrize("dtype", DTYPES, ids=dtype_name)
def test_small_inputs_take_few_blocks_and_large_ones_all(launcher: Launcher, dtype: torch.dtype) -> None:
    cores, ub_bytes = SOCS["Ascend910B1"]
    assert launcher.tiling(dtype, 1, cores, ub_bytes).blocks == 1
    assert launcher.tiling(dtype, 16 * KIB // dtype.itemsize, cores, ub_bytes).blocks == 1
    assert launcher.tiling(dtype, 64 * 1024 * KIB, cores, ub_bytes).blocks == cores


@pytest.mark.parametrize("dtype", DTYPES, ids=dtype_name)
def test_a_tile_is_large_enough_for_full_copy_rate(launcher: Launcher, dtype: torch.dtype) -> None:
    for soc in SOCS.values():
        tile = launcher.tiling(dtype, 2**30, *soc).tile
        assert tile * dtype.itemsize >= 16 * KIB or dtype == torch.bfloat16
