# SPDX-License-Identifier: Apache-2.0
"""Callbacks that a subscribed thread runs."""

from __future__ import annotations

import threading
import time

import pytest
from acl_runtime import HOST_FUNCTION, Acl, AclError

NO_BLOCK, BLOCK = 0, 1
THREAD_NOT_SUBSCRIBED, STREAM_NOT_SUBSCRIBED, REPORT_TIMEOUT = 107012, 107015, 507012


def test_a_subscribed_thread_runs_the_callbacks_in_stream_order(acl: Acl) -> None:
    stream = acl.stream()
    me = threading.get_ident()
    threads: list[int] = []
    callback = HOST_FUNCTION(lambda _: threads.append(threading.get_ident()))
    acl.call("aclrtSubscribeReport", me, stream)
    acl.call("aclrtLaunchCallback", callback, None, NO_BLOCK, stream)
    acl.call("aclrtSynchronizeStream", stream)
    assert threads == []
    acl.call("aclrtProcessReport", 1000)
    assert threads == [me]
    with pytest.raises(AclError, match="no callback arrived within 10 ms") as error:
        acl.call("aclrtProcessReport", 10)
    assert error.value.code == REPORT_TIMEOUT
    acl.call("aclrtUnSubscribeReport", me, stream)
    acl.call("aclrtDestroyStream", stream)


def test_a_blocking_callback_holds_the_stream(acl: Acl) -> None:
    stream = acl.stream()
    me = threading.get_ident()
    order: list[str] = []
    callback = HOST_FUNCTION(lambda _: order.append("callback"))
    acl.call("aclrtSubscribeReport", me, stream)
    acl.call("aclrtLaunchCallback", callback, None, BLOCK, stream)
    acl.launch(stream, lambda: order.append("after"))
    time.sleep(0.05)
    assert order == []
    acl.call("aclrtProcessReport", -1)
    acl.call("aclrtSynchronizeStream", stream)
    assert order == ["callback", "after"]
    acl.call("aclrtUnSubscribeReport", me, stream)
    acl.call("aclrtDestroyStream", stream)


def test_unsubscribing_ends_the_wait_with_an_error(acl: Acl) -> None:
    stream = acl.stream()
    me = threading.get_ident()
    callback = HOST_FUNCTION(lambda _: None)
    acl.call("aclrtSubscribeReport", me, stream)
    acl.call("aclrtLaunchCallback", callback, None, BLOCK, stream)
    acl.call("aclrtUnSubscribeReport", me, stream)
    with pytest.raises(AclError, match="its thread unsubscribed"):
        acl.call("aclrtSynchronizeStream", stream)
    acl.call("aclrtDestroyStream", stream)


def test_without_subscription(acl: Acl) -> None:
    stream = acl.stream()
    callback = HOST_FUNCTION(lambda _: None)
    with pytest.raises(AclError, match="no thread is subscribed") as error:
        acl.call("aclrtLaunchCallback", callback, None, NO_BLOCK, stream)
    assert error.value.code == STREAM_NOT_SUBSCRIBED
    with pytest.raises(AclError, match="not subscribed to any stream") as error:
        acl.call("aclrtProcessReport", 0)
    assert error.value.code == THREAD_NOT_SUBSCRIBED
    with pytest.raises(AclError, match="is not subscribed to"):
        acl.call("aclrtUnSubscribeReport", 1, stream)
    acl.call("aclrtDestroyStream", stream)
