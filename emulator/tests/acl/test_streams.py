# SPDX-License-Identifier: Apache-2.0
"""Streams: order, asynchrony, synchronisation, errors."""

from __future__ import annotations

import ctypes
import threading
import time
from pathlib import Path

import pytest
from acl_runtime import (
    DEVICE_TO_HOST,
    FEATURE_UNSUPPORTED,
    HOST_TO_DEVICE,
    PARAM_INVALID,
    STREAM_SYNC_TIMEOUT,
    Acl,
    AclError,
    check_program,
)

COMPLETE, NOT_READY = 0, 1


def status(acl: Acl, stream: int | None) -> int:
    return int(acl.ask("aclrtStreamQuery", stream))


def test_work_runs_in_order_and_the_caller_does_not_wait(acl: Acl) -> None:
    stream = acl.stream()
    order: list[int] = []
    gate = threading.Event()
    acl.launch(stream, gate.wait)
    for number in range(100):
        acl.launch(stream, lambda number=number: order.append(number))
    assert order == []
    assert status(acl, stream) == NOT_READY
    gate.set()
    acl.call("aclrtSynchronizeStream", stream)
    assert order == list(range(100))
    assert status(acl, stream) == COMPLETE
    acl.call("aclrtDestroyStream", stream)


def test_a_stream_is_busy_while_its_last_task_runs(acl: Acl) -> None:
    stream = acl.stream()
    started, gate = threading.Event(), threading.Event()
    acl.launch(stream, lambda: started.set() or gate.wait())
    assert started.wait(10)
    assert status(acl, stream) == NOT_READY
    gate.set()
    acl.call("aclrtDestroyStream", stream)


def test_copies_take_effect_in_stream_order(acl: Acl) -> None:
    stream = acl.stream()
    block = acl.malloc(4)
    gate = threading.Event()
    acl.write(block, b"old!")
    acl.launch(stream, gate.wait)
    acl.call("aclrtMemcpyAsync", block, 4, b"new!", 4, HOST_TO_DEVICE, stream)
    assert acl.read(block, 4) == b"old!"
    gate.set()
    acl.call("aclrtSynchronizeStream", stream)
    assert acl.read(block, 4) == b"new!"
    acl.call("aclrtDestroyStream", stream)
    acl.call("aclrtFree", block)


def test_streams_run_beside_each_other(acl: Acl) -> None:
    streams = [acl.stream() for _ in range(4)]
    barrier = threading.Barrier(4, timeout=10)
    for stream in streams:
        acl.launch(stream, barrier.wait)
    for stream in streams:
        acl.call("aclrtDestroyStream", stream)
    assert not barrier.broken


def test_synchronisation_can_time_out(acl: Acl) -> None:
    stream = acl.stream()
    gate = threading.Event()
    acl.launch(stream, gate.wait)
    begin = time.monotonic()
    with pytest.raises(AclError, match=r"timed out waiting for stream .* 1 tasks not finished") as error:
        acl.call("aclrtSynchronizeStreamWithTimeout", stream, 50)
    assert error.value.code == STREAM_SYNC_TIMEOUT
    assert 0.05 <= time.monotonic() - begin < 5
    with pytest.raises(AclError, match="aclrtSynchronizeDeviceWithTimeout: timed out"):
        acl.call("aclrtSynchronizeDeviceWithTimeout", 1)
    gate.set()
    acl.call("aclrtSynchronizeStreamWithTimeout", stream, -1)
    acl.call("aclrtDestroyStream", stream)


def test_an_error_stops_the_stream_until_it_is_synchronised(acl: Acl) -> None:
    stream = acl.stream()
    ran: list[str] = []
    acl.fail(stream)
    acl.launch(stream, lambda: ran.append("skipped"))
    with pytest.raises(AclError, match="was freed") as error:
        acl.call("aclrtSynchronizeStream", stream)
    assert error.value.code == PARAM_INVALID
    acl.launch(stream, lambda: ran.append("runs"))
    acl.call("aclrtSynchronizeStream", stream)
    assert ran == ["runs"]
    acl.call("aclrtDestroyStream", stream)


def test_a_query_reports_the_error_and_keeps_it(acl: Acl) -> None:
    stream = acl.stream()
    acl.fail(stream)
    deadline = time.monotonic() + 10
    while (code := acl.code("aclrtStreamQuery", stream, bytes(4))) == 0 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert code == PARAM_INVALID
    assert acl.code("aclrtSynchronizeDevice") == PARAM_INVALID
    assert "aclrtSynchronizeDevice: aclrtMemsetAsync" in (acl.message() or "")
    acl.call("aclrtDestroyStream", stream)


def test_the_default_stream_is_the_null_stream(acl: Acl) -> None:
    block = acl.malloc(8)
    acl.call("aclrtMemsetAsync", block, 8, 3, 8, None)
    default = acl.get("aclrtCtxGetCurrentDefaultStream")
    acl.call("aclrtSynchronizeStream", default)
    assert acl.read(block, 8) == bytes([3] * 8)
    with pytest.raises(AclError, match="default stream of a context cannot be destroyed"):
        acl.call("aclrtDestroyStream", default)
    acl.call("aclrtFree", block)


def test_destroying_a_stream_runs_what_is_queued(acl: Acl) -> None:
    stream = acl.stream()
    ran: list[int] = []
    acl.sleep(stream, 0.05)
    acl.launch(stream, lambda: ran.append(1))
    acl.call("aclrtDestroyStream", stream)
    assert ran == [1]


def test_destroying_by_force_drops_what_is_queued(acl: Acl) -> None:
    stream = acl.stream()
    ran: list[int] = []
    started = threading.Event()
    acl.launch(stream, lambda: started.set() or time.sleep(0.1))
    acl.launch(stream, lambda: ran.append(1))
    assert started.wait(10)
    acl.call("aclrtDestroyStreamForce", stream)
    assert ran == []


def test_dead_and_foreign_handles_are_refused(acl: Acl) -> None:
    stream = acl.stream()
    acl.call("aclrtDestroyStream", stream)
    for handle in (stream, 12345):
        for function in ("aclrtSynchronizeStream", "aclrtDestroyStream", "aclrtDestroyStreamForce"):
            with pytest.raises(AclError, match="is not a live stream"):
                acl.call(function, handle)
        with pytest.raises(AclError, match=r"aclrtMemcpyAsync: .* is not a live stream"):
            acl.call("aclrtMemcpyAsync", None, 0, None, 0, DEVICE_TO_HOST, handle)


def test_a_task_may_not_wait_for_its_own_stream(acl: Acl) -> None:
    stream = acl.stream()
    codes: list[int] = []
    acl.launch(stream, lambda: codes.append(acl.code("aclrtSynchronizeStream", stream)))
    acl.call("aclrtSynchronizeStream", stream)
    acl.call("aclrtDestroyStream", stream)
    assert codes == [PARAM_INVALID]


def test_a_task_sees_its_streams_device(acl: Acl) -> None:
    stream = acl.stream()
    devices: list[int] = []
    acl.launch(stream, lambda: devices.append(acl.get("aclrtGetDevice", kind=ctypes.c_int)))
    acl.call("aclrtDestroyStream", stream)
    assert devices == [0]


def test_what_is_not_emulated_is_refused(acl: Acl) -> None:
    stream = acl.stream()
    for function, value in [("aclrtSetStreamFailureMode", 0), ("aclrtSetStreamOverflowSwitch", 1)]:
        assert acl.code(function, stream, value) == FEATURE_UNSUPPORTED
        assert (acl.message() or "").startswith(f"{function}: ")
    for attribute, value, code in [(1, 0, FEATURE_UNSUPPORTED), (1, 1, 0), (2, 0, 0), (3, 7, 0), (4, 1, 0)]:
        assert acl.code("aclrtSetStreamAttribute", stream, attribute, (ctypes.c_uint64 * 2)(value)) == code
    acl.call("aclrtSetStreamFailureMode", stream, 1)
    acl.call("aclrtSetStreamOverflowSwitch", stream, 0)
    acl.call("aclrtDestroyStream", stream)


def test_a_forked_child_is_told_so(cann_home: Path) -> None:
    source = """
        import os
        acl.call("aclrtSetDevice", 0)
        acl.sleep(None, 0.3)
        child = os.fork()
        if child == 0:
            codes = {acl.code("aclrtSynchronizeDevice"), acl.code("aclrtMemsetAsync", None, 0, 0, 0, None)}
            os._exit(0 if codes == {CONTEXT_NULL} and "'spawn'" in acl.message() else 1)
        assert os.waitpid(child, 0)[1] == 0
        acl.call("aclrtSynchronizeDevice")
    """
    check_program(cann_home, source)
