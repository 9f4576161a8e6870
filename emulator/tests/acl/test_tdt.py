# SPDX-License-Identifier: Apache-2.0
"""Tensor channels within the process (libacl_tdt_channel.so)."""

from __future__ import annotations

import ctypes
import threading
from pathlib import Path
from typing import Any

import pytest
from acl_runtime import Acl, convert

QUEUE_EMPTY, QUEUE_FULL, INVALID_PARAM = 207013, 207014, 100000
ACL_FLOAT, TENSOR = 0, 0


class Tdt:
    """The library; functions are called by name."""

    def __init__(self, home: Path) -> None:
        self.library = ctypes.CDLL(str(home / "lib64" / "libacl_tdt_channel.so"))

    def code(self, function: str, *arguments: Any) -> int:
        return int(getattr(self.library, function)(*map(convert, arguments)))

    def number(self, function: str, *arguments: Any) -> int:
        """For functions that return a pointer or a size."""
        call = getattr(self.library, function)
        call.restype = ctypes.c_int64
        return int(call(*map(convert, arguments)))


@pytest.fixture
def tdt(cann_home: Path) -> Tdt:
    return Tdt(cann_home)


def send(tdt: Tdt, channel: int, data: bytes, timeout: int) -> int:
    dims = (ctypes.c_int64 * 1)(len(data) // 4)
    item = tdt.number("acltdtCreateDataItem", TENSOR, dims, 1, ACL_FLOAT, data, len(data))
    dataset = tdt.number("acltdtCreateDataset")
    assert tdt.code("acltdtAddDataItem", dataset, item) == 0
    code = tdt.code("acltdtSendTensor", channel, dataset, timeout)
    assert tdt.code("acltdtDestroyDataset", dataset) == 0
    assert tdt.code("acltdtDestroyDataItem", item) == 0
    return code


def test_what_is_sent_arrives(tdt: Tdt) -> None:
    sender = tdt.number("acltdtCreateChannelWithCapacity", 0, b"numbers", 3)
    receiver = tdt.number("acltdtCreateChannelWithCapacity", 0, b"numbers", 3)
    assert send(tdt, sender, b"12345678", 0) == 0
    dataset = tdt.number("acltdtCreateDataset")
    assert tdt.code("acltdtReceiveTensor", receiver, dataset, 1000) == 0
    assert tdt.number("acltdtGetDatasetSize", dataset) == 1
    item = tdt.number("acltdtGetDataItem", dataset, 0)
    size = tdt.number("acltdtGetDataSizeFromItem", item)
    assert ctypes.string_at(tdt.number("acltdtGetDataAddrFromItem", item), size) == b"12345678"
    dims = (ctypes.c_int64 * 1)()
    assert tdt.number("acltdtGetDimNumFromItem", item) == 1
    assert tdt.code("acltdtGetDimsFromItem", item, dims, 1) == 0
    assert list(dims) == [2]
    assert tdt.code("acltdtGetDimsFromItem", item, dims, 0) == INVALID_PARAM
    assert tdt.code("acltdtDestroyDataset", dataset) == 0
    for channel in (sender, receiver):
        assert tdt.code("acltdtDestroyChannel", channel) == 0


def test_empty_and_full_channels_time_out(acl: Acl, tdt: Tdt) -> None:
    channel = tdt.number("acltdtCreateChannelWithCapacity", 0, b"small", 1)
    dataset = tdt.number("acltdtCreateDataset")
    assert tdt.code("acltdtReceiveTensor", channel, dataset, 10) == QUEUE_EMPTY
    assert "nothing arrived on the channel 'small' within 10 ms" in (acl.message() or "")
    assert send(tdt, channel, b"1234", 0) == 0
    assert send(tdt, channel, b"1234", 10) == QUEUE_FULL
    assert tdt.code("acltdtDestroyDataset", dataset) == 0
    assert tdt.code("acltdtDestroyChannel", channel) == 0
    assert tdt.code("acltdtDestroyChannel", channel) == INVALID_PARAM


def test_destroying_a_channel_ends_the_wait_on_it(tdt: Tdt) -> None:
    channel = tdt.number("acltdtCreateChannel", 0, b"quiet")
    dataset = tdt.number("acltdtCreateDataset")
    codes: list[int] = []
    thread = threading.Thread(
        target=lambda: codes.append(tdt.code("acltdtReceiveTensor", channel, dataset, -1))
    )
    thread.start()
    thread.join(0.05)
    assert codes == []
    assert tdt.code("acltdtDestroyChannel", channel) == 0
    thread.join(10)
    assert codes == [QUEUE_EMPTY]
    assert tdt.code("acltdtDestroyDataset", dataset) == 0
