# SPDX-License-Identifier: Apache-2.0
"""Launches are asynchronous and ordered, on any stream and from any thread."""

from __future__ import annotations

import threading

import pytest
import torch

from ascendc_ops import ascendc_add
from support.cases import assert_same, random_pair


def test_s02_temporaries_live_until_the_kernel_has_run() -> None:
    """Copies of non-contiguous inputs, and inputs freed right after the call, outlive the queue."""
    x, y = random_pair((512, 512), torch.float32)
    results = [ascendc_add(x.npu().t(), y.npu().t()) for _ in range(20)]
    garbage = [torch.full((512, 512), float("nan")).npu() for _ in range(4)]
    for result in results:
        assert_same(result, x.t() + y.t())
    del garbage


def test_s03_back_to_back_calls_of_different_shapes() -> None:
    cases = [random_pair(size, torch.float32) for size in (100_003, 7, 33, 50_000, 1)]
    on_npu = [(x.npu(), y.npu()) for x, y in cases]
    results = [ascendc_add(x, y) for x, y in on_npu * 5]
    for result, (x, y) in zip(results, cases * 5, strict=True):
        assert_same(result, x + y)


@pytest.mark.parametrize("threads", [2, 4])
def test_s03_several_threads(threads: int) -> None:
    failures: list[BaseException] = []
    barrier = threading.Barrier(threads)

    def work(number: int) -> None:
        try:
            torch.npu.set_device(0)
            x, y = random_pair(1000 * number + 3, torch.float16)
            barrier.wait()
            for _ in range(30):
                assert_same(ascendc_add(x.npu(), y.npu()), x + y)
        except BaseException as failure:
            failures.append(failure)

    workers = [threading.Thread(target=work, args=(number,)) for number in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not failures, failures


def test_side_stream_and_event() -> None:
    x, y = random_pair(300_000, torch.float32)
    x_npu, y_npu = x.npu(), y.npu()
    side = torch.npu.Stream()
    side.wait_stream(torch.npu.current_stream())
    with torch.npu.stream(side):
        z = ascendc_add(x_npu, y_npu)
        done = torch.npu.Event()
        done.record()
    torch.npu.current_stream().wait_event(done)
    assert_same(ascendc_add(z, y_npu), (x + y) + y)


def test_two_streams_at_once() -> None:
    x, y = random_pair(300_000, torch.int32)
    x_npu, y_npu = x.npu(), y.npu()
    torch.npu.synchronize()
    streams = [torch.npu.Stream(), torch.npu.Stream()]
    results = []
    for _ in range(10):
        for stream in streams:
            with torch.npu.stream(stream):
                results.append(ascendc_add(x_npu, y_npu))
    torch.npu.synchronize()
    for result in results:
        assert_same(result, x + y)
