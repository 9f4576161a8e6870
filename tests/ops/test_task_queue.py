# SPDX-License-Identifier: Apache-2.0
"""S01: launches keep their place in torch_npu's task queue, slowed down here, and do not drain it."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from ascendc_ops import ascendc_add
from support import native
from support.cases import DTYPES, assert_same, dtype_name, random_pair

Delay = Callable[[int], None]


@pytest.fixture(scope="module")
def delay(tmp_path_factory: pytest.TempPathFactory) -> Delay:
    """``delay(milliseconds)``: the queue's thread sleeps when it gets there; the caller goes on at once."""
    library = ctypes.CDLL(
        str(
            native.compile_library(
                Path(native.__file__).with_name("task_queue.cpp"),
                tmp_path_factory.mktemp("task_queue") / "libtask_queue.so",
                includes=native.TORCH_INCLUDES,
                libraries=native.TORCH_LIBRARIES,
            )
        )
    )
    return lambda milliseconds: library.delay_task_queue(ctypes.c_int(milliseconds))


@pytest.mark.parametrize("dtype", DTYPES, ids=dtype_name)
def test_s01_order_with_framework_operators(delay: Delay, dtype: torch.dtype) -> None:
    x, y = random_pair(3001, dtype)
    x_npu, y_npu = x.npu(), y.npu()
    results = []
    for _ in range(100):
        delay(1)
        results.append(ascendc_add(x_npu * 2, y_npu))
    expected = x * 2 + y
    for result in results:
        assert_same(result, expected)


def test_s01_framework_operators_wait_for_the_launch(delay: Delay) -> None:
    x, y = random_pair(3001, torch.float32)
    x_npu, y_npu = x.npu(), y.npu()
    results = []
    for _ in range(100):
        delay(1)
        results.append(ascendc_add(x_npu, y_npu) * 2)
    for result in results:
        assert_same(result, (x + y) * 2)


def test_s01_in_place_changes_keep_their_place(delay: Delay) -> None:
    x = torch.zeros(3001).npu()
    one = torch.ones(3001).npu()
    sums = []
    for _ in range(20):
        delay(1)
        x.add_(1)
        sums.append(ascendc_add(x, one))
    assert [int(total[0]) for total in sums] == list(range(2, 22))


def test_s01_a_call_does_not_drain_the_queue(delay: Delay) -> None:
    x = torch.ones(100).npu()
    ascendc_add(x, x)
    torch.npu.synchronize()
    start = time.perf_counter()
    delay(500)
    z = ascendc_add(x, x)
    queued = time.perf_counter() - start
    assert z.cpu().unique().tolist() == [2.0]
    finished = time.perf_counter() - start
    assert queued < 0.25
    assert finished >= 0.5
