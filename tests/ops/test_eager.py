# SPDX-License-Identifier: Apache-2.0
"""Eager ``ascendc_add`` equals CPU torch bit by bit: every dtype and size, special values, ranks."""

from __future__ import annotations

import pytest
import torch

from ascendc_ops import ascendc_add
from support.cases import (
    DTYPES,
    INTEGERS,
    SHAPES,
    SIZES,
    all_pairs,
    assert_same,
    dtype_name,
    random_pair,
    special_values,
)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("dtype", DTYPES, ids=dtype_name)
def test_every_size(dtype: torch.dtype, size: int) -> None:
    x, y = random_pair(size, dtype)
    assert_same(ascendc_add(x.npu(), y.npu()), x + y)


@pytest.mark.parametrize("dtype", DTYPES, ids=dtype_name)
def test_special_values(dtype: torch.dtype) -> None:
    x, y = all_pairs(special_values(dtype))
    assert_same(ascendc_add(x.npu(), y.npu()), x + y)


@pytest.mark.parametrize("dtype", INTEGERS, ids=dtype_name)
def test_integers_wrap(dtype: torch.dtype) -> None:
    limits = torch.iinfo(dtype)
    x = torch.tensor([limits.max, limits.min, limits.max], dtype=dtype)
    y = torch.tensor([1, -1, limits.max], dtype=dtype)
    expected = torch.tensor([limits.min, limits.max, -2], dtype=dtype)
    assert_same(ascendc_add(x.npu(), y.npu()), expected)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: f"rank{len(shape)}")
@pytest.mark.parametrize("dtype", DTYPES, ids=dtype_name)
def test_m04_every_rank(dtype: torch.dtype, shape: tuple[int, ...]) -> None:
    x, y = random_pair(shape, dtype)
    assert_same(ascendc_add(x.npu(), y.npu()), x + y)


@pytest.mark.parametrize("shape", [(0,), (4, 0), (0, 8)], ids=str)
@pytest.mark.parametrize("dtype", DTYPES, ids=dtype_name)
def test_e02_empty(dtype: torch.dtype, shape: tuple[int, ...]) -> None:
    warm = torch.ones(4, dtype=dtype).npu()
    ascendc_add(warm, warm)
    x = torch.empty(shape, dtype=dtype).npu()
    z = ascendc_add(x, x)
    assert (z.shape, z.dtype, z.device) == (x.shape, dtype, x.device)


def test_e09_repeats_are_bit_identical() -> None:
    x, y = (t.npu() for t in random_pair(100_003, torch.float16))
    first = ascendc_add(x, y).cpu()
    for _ in range(19):
        assert_same(ascendc_add(x, y), first)


def test_result_is_new_and_inputs_stay() -> None:
    x, y = random_pair(1000, torch.float32)
    x_npu, y_npu = x.npu(), y.npu()
    z = ascendc_add(x_npu, y_npu)
    assert z.data_ptr() not in (x_npu.data_ptr(), y_npu.data_ptr())
    assert_same(x_npu, x)
    assert_same(y_npu, y)


def test_one_tensor_as_both_arguments() -> None:
    x, _ = random_pair(1000, torch.int32)
    x_npu = x.npu()
    assert_same(ascendc_add(x_npu, x_npu), x + x)


def test_result_of_the_operator_feeds_it_again() -> None:
    x, y = random_pair(5000, torch.int16)
    z, expected = y.npu(), y
    for _ in range(50):
        z, expected = ascendc_add(x.npu(), z), x + expected
    assert_same(z, expected)
