# SPDX-License-Identifier: Apache-2.0
"""Copies and fills: results, and every refusal with both ranges."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path

import pytest
from acl_runtime import (
    DEFAULT_KIND,
    DEVICE_TO_DEVICE,
    DEVICE_TO_HOST,
    HOST_TO_DEVICE,
    HOST_TO_HOST,
    PARAM_INVALID,
    Acl,
    AclError,
    check_program,
)

DATA = bytes(range(256))


@pytest.fixture
def pair(acl: Acl) -> Iterator[tuple[int, int]]:
    """Two device allocations of 256 bytes."""
    blocks = (acl.malloc(256), acl.malloc(256))
    yield blocks
    for block in blocks:
        acl.call("aclrtFree", block)


def refused(acl: Acl, function: str, *arguments: object) -> str:
    with pytest.raises(AclError) as error:
        acl.call(function, *arguments)
    assert error.value.code == PARAM_INVALID
    return error.value.message


def test_every_kind_copies(acl: Acl, pair: tuple[int, int]) -> None:
    first, second = pair
    back = ctypes.create_string_buffer(256)
    acl.call("aclrtMemcpy", first, 256, DATA, 256, HOST_TO_DEVICE)
    acl.call("aclrtMemcpy", second, 256, first, 256, DEVICE_TO_DEVICE)
    acl.call("aclrtMemcpy", back, 256, second, 256, DEVICE_TO_HOST)
    assert back.raw == DATA
    acl.call("aclrtMemcpy", back, 256, bytes(256), 256, HOST_TO_HOST)
    assert back.raw == bytes(256)
    acl.call("aclrtMemcpy", back, 256, first, 256, DEFAULT_KIND)
    assert back.raw == DATA


def test_a_copy_past_an_allocation_names_both_ranges(acl: Acl, pair: tuple[int, int]) -> None:
    first, second = pair
    message = refused(acl, "aclrtMemcpy", first + 250, 7, second, 7, DEVICE_TO_DEVICE)
    assert f"destination [{first + 250:#x}, {first + 257:#x}) of 7 bytes exceeds" in message
    assert f"[{first:#x}, {first + 256:#x}) of 256 bytes on device 0; source [{second:#x}" in message
    message = refused(acl, "aclrtMemcpy", first, 256, second + 1, 256, DEVICE_TO_DEVICE)
    assert f"source [{second + 1:#x}, {second + 257:#x}) of 256 bytes exceeds" in message


def test_a_copy_larger_than_its_destination_is_refused(acl: Acl, pair: tuple[int, int]) -> None:
    message = refused(acl, "aclrtMemcpy", pair[0], 10, DATA, 11, HOST_TO_DEVICE)
    assert "11 bytes" in message
    assert "do not fit into the destination" in message


@pytest.mark.parametrize("function", ["aclrtMemcpy", "aclrtMemcpyAsync"])
def test_the_kind_must_match_the_memory(acl: Acl, pair: tuple[int, int], function: str) -> None:
    host = ctypes.create_string_buffer(256)
    stream = [None] if function.endswith("Async") else []

    def message(dst: object, src: object, kind: int) -> str:
        return refused(acl, function, dst, 256, src, 256, kind, *stream)

    assert "host to device): destination" in message(host, DATA, HOST_TO_DEVICE)
    assert "starts outside every live device allocation" in message(host, DATA, HOST_TO_DEVICE)
    assert "source" in message(pair[0], pair[1], HOST_TO_DEVICE)
    assert "is device memory: device allocation" in message(pair[0], pair[1], HOST_TO_DEVICE)
    assert "device to host): destination" in message(pair[0], pair[1], DEVICE_TO_HOST)
    assert "77 is not an aclrtMemcpyKind" in message(pair[0], pair[1], 77)
    assert "must not be null" in message(None, pair[1], DEVICE_TO_DEVICE)


def test_freed_memory_is_no_destination(acl: Acl) -> None:
    block = acl.malloc(64)
    acl.call("aclrtFree", block)
    message = refused(acl, "aclrtMemcpy", block, 64, DATA, 64, HOST_TO_DEVICE)
    assert "starts in memory that was freed" in message


def test_memory_freed_before_a_queued_copy_ran_is_an_error_at_synchronisation(acl: Acl) -> None:
    stream = acl.stream()
    acl.fail(stream)
    message = refused(acl, "aclrtSynchronizeStream", stream)
    acl.call("aclrtDestroyStream", stream)
    assert message.startswith("aclrtMemsetAsync: range")


def test_nothing_is_copied_for_zero_bytes(acl: Acl) -> None:
    acl.call("aclrtMemcpy", None, 0, None, 0, HOST_TO_DEVICE)
    acl.call("aclrtMemset", None, 0, 0, 0)


def test_fill(acl: Acl, pair: tuple[int, int]) -> None:
    acl.call("aclrtMemset", pair[0], 256, 7, 256)
    acl.call("aclrtMemsetAsync", pair[0], 256, 9, 10, None)
    acl.call("aclrtSynchronizeStream", None)
    assert acl.read(pair[0], 11) == bytes([9] * 10 + [7])
    assert "exceed the given maximum of 3" in refused(acl, "aclrtMemset", pair[0], 3, 0, 4)
    assert "exceeds the device allocation" in refused(acl, "aclrtMemset", pair[0], 512, 0, 257)


def test_planes(acl: Acl, pair: tuple[int, int]) -> None:
    acl.call("aclrtMemset", pair[0], 256, 0, 256)
    acl.call("aclrtMemcpy2d", pair[0], 32, DATA, 16, 8, 8, HOST_TO_DEVICE)
    back = ctypes.create_string_buffer(64)
    acl.call("aclrtMemcpy2dAsync", back, 8, pair[0], 32, 8, 8, DEVICE_TO_HOST, None)
    acl.call("aclrtSynchronizeStream", None)
    assert back.raw == b"".join(DATA[16 * row : 16 * row + 8] for row in range(8))
    plane = (DATA, 16, 8, 8, HOST_TO_DEVICE)
    assert "exceeds the destination pitch" in refused(acl, "aclrtMemcpy2d", pair[0], 4, *plane)
    assert "exceeds the device allocation" in refused(acl, "aclrtMemcpy2d", pair[0], 36, *plane)


@pytest.mark.parametrize("function", ["aclrtMemcpyBatch", "aclrtMemcpyBatchAsync"])
def test_batches(acl: Acl, pair: tuple[int, int], function: str) -> None:
    source = ctypes.create_string_buffer(DATA, 256)
    sizes = (ctypes.c_size_t * 2)(100, 256)
    sources = (ctypes.c_void_p * 2)(*[ctypes.addressof(source)] * 2)
    failed = ctypes.c_size_t(99)
    stream = [None] if function.endswith("Async") else []

    def arguments(limits: tuple[int, int]) -> list[object]:
        ranges = [(ctypes.c_void_p * 2)(*pair), (ctypes.c_size_t * 2)(*limits), sources, sizes, 2]
        return [*ranges, None, None, 0, ctypes.byref(failed), *stream]

    acl.call(function, *arguments((256, 256)))
    acl.call("aclrtSynchronizeDevice")
    assert acl.read(pair[0], 100) == DATA[:100]
    assert acl.read(pair[1], 256) == DATA
    refused(acl, function, *arguments((256, 255)))
    assert failed.value == 1


def test_without_checks_bounds_are_the_callers(cann_home: Path) -> None:
    source = """
        acl.call("aclrtSetDevice", 0)
        acl.call("aclrtMemcpy", acl.malloc(100), 200, bytes(200), 200, HOST_TO_DEVICE)
    """
    check_program(cann_home, source, CANN_EMULATOR_CHECK="off")
