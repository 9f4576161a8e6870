# SPDX-License-Identifier: Apache-2.0
"""Events: record, wait, query, time, errors."""

from __future__ import annotations

import ctypes
import threading
import time

import pytest
from acl_runtime import EVENT_SYNC_TIMEOUT, EVENT_TIMESTAMP_INVALID, Acl, AclError

NOT_RECORDED, RECORDED = 0, 1


def recorded(acl: Acl, event: int) -> int:
    return int(acl.ask("aclrtQueryEventStatus", event))


def test_an_event_is_reached_when_the_stream_comes_to_it(acl: Acl) -> None:
    stream, event = acl.stream(), acl.event()
    gate = threading.Event()
    assert recorded(acl, event) == NOT_RECORDED
    acl.launch(stream, gate.wait)
    acl.call("aclrtRecordEvent", event, stream)
    assert recorded(acl, event) == NOT_RECORDED
    assert acl.ask("aclrtQueryEvent", event) == 1
    with pytest.raises(AclError, match="timed out waiting for event") as error:
        acl.call("aclrtSynchronizeEventWithTimeout", event, 20)
    assert error.value.code == EVENT_SYNC_TIMEOUT
    gate.set()
    acl.call("aclrtSynchronizeEvent", event)
    assert recorded(acl, event) == RECORDED
    acl.call("aclrtDestroyEvent", event)
    acl.call("aclrtDestroyStream", stream)


def test_a_reached_event_and_an_idle_stream_are_seen_together(acl: Acl) -> None:
    stream, event = acl.stream(), acl.event()
    for _ in range(500):
        acl.call("aclrtRecordEvent", event, stream)
        acl.call("aclrtSynchronizeEvent", event)
        assert acl.ask("aclrtStreamQuery", stream) == 0
        acl.call("aclrtRecordEvent", event, stream)
        acl.call("aclrtSynchronizeStream", stream)
        assert recorded(acl, event) == RECORDED
    acl.call("aclrtDestroyEvent", event)
    acl.call("aclrtDestroyStream", stream)


def test_a_stream_waits_for_another(acl: Acl) -> None:
    first, second, event = acl.stream(), acl.stream(), acl.event()
    order: list[str] = []
    gate = threading.Event()
    acl.launch(first, lambda: gate.wait() and order.append("first"))
    acl.call("aclrtRecordEvent", event, first)
    acl.call("aclrtStreamWaitEvent", second, event)
    acl.call("aclrtResetEvent", event, second)  # the wait refers to the record before
    acl.launch(second, lambda: order.append("second"))
    time.sleep(0.05)
    assert order == []
    gate.set()
    acl.call("aclrtSynchronizeStream", second)
    assert order == ["first", "second"]
    for stream in (first, second):
        acl.call("aclrtDestroyStream", stream)
    acl.call("aclrtDestroyEvent", event)


def test_an_event_may_be_destroyed_while_streams_still_need_it(acl: Acl) -> None:
    first, second, event = acl.stream(), acl.stream(), acl.event()
    acl.sleep(first, 0.05)
    acl.call("aclrtRecordEvent", event, first)
    acl.call("aclrtStreamWaitEvent", second, event)
    acl.call("aclrtDestroyEvent", event)
    acl.call("aclrtSynchronizeStream", second)
    acl.call("aclrtDestroyStream", first)
    acl.call("aclrtDestroyStream", second)
    with pytest.raises(AclError, match="is not a live event"):
        acl.call("aclrtSynchronizeEvent", event)


def test_elapsed_time_is_that_of_the_work_between(acl: Acl) -> None:
    stream, start, end = acl.stream(), acl.event(), acl.event()
    acl.sleep(stream, 0.05)  # before the start event: does not count
    acl.call("aclrtRecordEvent", start, stream)
    acl.sleep(stream, 0.1)
    acl.call("aclrtRecordEvent", end, stream)
    with pytest.raises(AclError, match="its stream has not reached it") as error:
        acl.get("aclrtEventElapsedTime", start, end, kind=ctypes.c_float)
    assert error.value.code == EVENT_TIMESTAMP_INVALID
    acl.call("aclrtSynchronizeStream", stream)
    elapsed = acl.get("aclrtEventElapsedTime", start, end, kind=ctypes.c_float)
    assert 95 <= elapsed < 1000
    stamps = [acl.ask("aclrtEventGetTimestamp", event, kind=ctypes.c_uint64) for event in (start, end)]
    assert (stamps[1] - stamps[0]) / 1000 == pytest.approx(elapsed, abs=0.01)
    with pytest.raises(AclError, match="end event was reached before the start event"):
        acl.get("aclrtEventElapsedTime", end, start, kind=ctypes.c_float)
    for event in (start, end):
        acl.call("aclrtDestroyEvent", event)
    acl.call("aclrtDestroyStream", stream)


def test_an_event_that_was_never_recorded(acl: Acl) -> None:
    event = acl.event()
    acl.call("aclrtSynchronizeEvent", event)
    acl.call("aclrtStreamWaitEvent", None, event)
    acl.call("aclrtSynchronizeStream", None)
    with pytest.raises(AclError, match="was never recorded"):
        acl.ask("aclrtEventGetTimestamp", event, kind=ctypes.c_uint64)
    acl.call("aclrtDestroyEvent", event)


def test_an_error_travels_with_the_event(acl: Acl) -> None:
    first, second, event = acl.stream(), acl.stream(), acl.event()
    ran: list[int] = []
    acl.fail(first)
    acl.call("aclrtRecordEvent", event, first)
    acl.call("aclrtStreamWaitEvent", second, event)
    acl.launch(second, lambda: ran.append(1))
    for function, handle in [
        ("aclrtSynchronizeEvent", event),
        ("aclrtSynchronizeStream", second),
        ("aclrtSynchronizeStream", first),
    ]:
        with pytest.raises(AclError, match="was freed"):
            acl.call(function, handle)
    assert ran == []
    acl.call("aclrtRecordEvent", event, first)
    acl.call("aclrtSynchronizeEvent", event)
    for stream in (first, second):
        acl.call("aclrtDestroyStream", stream)
    acl.call("aclrtDestroyEvent", event)
