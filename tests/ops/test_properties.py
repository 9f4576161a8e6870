# SPDX-License-Identifier: Apache-2.0
"""Properties over arbitrary element counts, values and dtypes."""

from __future__ import annotations

import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from ascendc_ops import ascendc_add
from support.cases import DTYPES, assert_same, random_tensor

counts = st.integers(min_value=0, max_value=70_000)
dtypes = st.sampled_from(DTYPES)
seeds = st.integers(min_value=0, max_value=2**31)


@settings(deadline=None, max_examples=100)
@given(dtype=dtypes, count=counts, seed=seeds)
def test_equals_cpu_and_commutes(dtype: torch.dtype, count: int, seed: int) -> None:
    x, y = random_tensor(count, dtype, seed), random_tensor(count, dtype, seed + 1)
    z = ascendc_add(x.npu(), y.npu())
    assert_same(z, x + y)
    assert_same(ascendc_add(y.npu(), x.npu()), z.cpu())


@settings(deadline=None, max_examples=50)
@given(dtype=dtypes, shape=st.lists(st.integers(min_value=0, max_value=5), max_size=8), seed=seeds)
def test_every_shape(dtype: torch.dtype, shape: list[int], seed: int) -> None:
    x, y = random_tensor(shape, dtype, seed), random_tensor(shape, dtype, seed + 1)
    assert_same(ascendc_add(x.npu(), y.npu()), x + y)


@settings(deadline=None, max_examples=50)
@given(dtype=dtypes, count=counts, seed=seeds)
def test_zero_is_neutral(dtype: torch.dtype, count: int, seed: int) -> None:
    x = random_tensor(count, dtype, seed)
    zero = torch.zeros_like(x)
    assert_same(ascendc_add(x.npu(), zero.npu()), x + zero)
