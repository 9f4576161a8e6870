# SPDX-License-Identifier: Apache-2.0
"""Allocation: accounting, limits, poison, what may be freed."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest
from acl_runtime import OUT_OF_MEMORY, PARAM_INVALID, POISON, Acl, AclError, check_program

SIZES = [1, 511, 512, 513, 100_000, 1 << 20, 3_000_001, 100 << 20]


@pytest.mark.parametrize("size", SIZES)
def test_memory_is_aligned_counted_and_poisoned(acl: Acl, size: int) -> None:
    free, total = acl.memory()
    address = acl.malloc(size)
    assert address % 512 == 0
    assert acl.memory() == (free - size, total)
    sample = min(size, 4096)
    assert acl.read(address, sample) == (POISON * sample)[:sample]
    assert acl.read(address + size - 1, 1) in POISON
    acl.call("aclrtFree", address)
    assert acl.memory() == (free, total)


@pytest.mark.parametrize("size", SIZES)
def test_reused_memory_is_poisoned_again(acl: Acl, size: int) -> None:
    address = acl.malloc(size)
    acl.call("aclrtMemset", address, size, 0, size)
    acl.call("aclrtFree", address)
    assert ctypes.string_at(address, 1) in POISON, "freed memory must read as garbage, not crash"
    again = acl.malloc(size)
    assert again == address, "the test needs the same address again"
    assert acl.read(again, min(size, 4096))[:2] == POISON[:size]
    acl.call("aclrtFree", again)


def test_host_memory_is_poisoned_and_not_counted(acl: Acl) -> None:
    before = acl.memory()
    address = acl.get("aclrtMallocHost", 1000)
    assert ctypes.string_at(address, 4) == POISON * 2
    assert acl.memory() == before
    acl.call("aclrtFreeHost", address)


def test_out_of_memory_says_what_was_asked_and_what_is_free(acl: Acl) -> None:
    free, total = acl.memory()
    reason = f"out of memory: {free + 1} bytes requested, {free} free of {total}"
    with pytest.raises(AclError, match=reason) as error:
        acl.malloc(free + 1)
    assert error.value.code == OUT_OF_MEMORY


def test_the_limit_can_be_set(cann_home: Path) -> None:
    source = """
        acl.call("aclrtSetDevice", 0)
        assert acl.memory() == (3 << 20, 3 << 20)
        block = acl.malloc(2 << 20)
        try:
            acl.malloc((1 << 20) + 1)
        except AclError as error:
            assert error.code == OUT_OF_MEMORY
        else:
            raise AssertionError("the limit was not kept")
        acl.call("aclrtFree", block)
        acl.call("aclrtFree", acl.malloc(3 << 20))
    """
    check_program(cann_home, source, CANN_EMULATOR_MEMORY="3M")


@pytest.mark.parametrize("text", ["3X", "-1", "M", "99999999999999999999"])
def test_an_unusable_limit_is_refused(cann_home: Path, text: str) -> None:
    source = """
        assert acl.code("aclInit", None) == INVALID_PARAM
        print(acl.message())
    """
    output = check_program(cann_home, source, CANN_EMULATOR_MEMORY=text)
    assert output.startswith(f"CANN_EMULATOR_MEMORY='{text}' is not understood: expected bytes")


def test_memory_without_checks_is_not_poisoned(cann_home: Path) -> None:
    source = """
        acl.call("aclrtSetDevice", 0)
        assert acl.read(acl.malloc(8 << 20), 64) == bytes(64)
    """
    check_program(cann_home, source, CANN_EMULATOR_CHECK="off")


def test_wrong_frees_are_refused(acl: Acl) -> None:
    device = acl.malloc(100)
    host = acl.get("aclrtMallocHost", 100)
    for address, reason in [
        (None, "0x0 is not a live allocation"),
        (12345, "is not a live allocation"),
        (device + 1, "lies inside the device allocation"),
        (host, "must be given back with aclrtFreeHost"),
    ]:
        with pytest.raises(AclError, match=reason) as error:
            acl.call("aclrtFree", address)
        assert error.value.code == PARAM_INVALID
    with pytest.raises(AclError, match=r"must be given back with aclrtFree$"):
        acl.call("aclrtFreeHost", device)
    acl.call("aclrtFree", device)
    acl.call("aclrtFreeHost", host)
    with pytest.raises(AclError, match="freed before"):
        acl.call("aclrtFree", device)


@pytest.mark.parametrize("function", ["aclrtMalloc", "aclrtMallocAlign32", "aclrtMallocCached"])
def test_impossible_requests_are_refused(acl: Acl, function: str) -> None:
    with pytest.raises(AclError, match="size must be above 0"):
        acl.get(function, 0, 0)
    with pytest.raises(AclError, match="'address' must not be null"):
        acl.call(function, None, 8, 0)


def test_gigabytes_cost_nothing_until_they_are_written(acl: Acl) -> None:
    blocks = [acl.malloc(8 << 30) for _ in range(7)]
    resident = int(Path("/proc/self/statm").read_text().split()[1]) * 4096
    assert acl.read(blocks[-1] + (8 << 30) - 2, 2) == POISON
    assert resident < 8 << 30
    for block in blocks:
        acl.call("aclrtFree", block)


def test_pointer_attributes(acl: Acl) -> None:
    device = acl.malloc(64)
    host = acl.get("aclrtMallocHost", 64)
    own = ctypes.create_string_buffer(64)
    kinds = []
    for address in (device + 63, host, ctypes.addressof(own)):
        attributes = (ctypes.c_uint32 * 7)()
        acl.call("aclrtPointerGetAttributes", address, attributes)
        kinds.append(attributes[1])
    assert kinds == [1, 0, 2]
    acl.call("aclrtHostRegisterV2", own, 64, 0)
    acl.call("aclrtPointerGetAttributes", own, attributes)
    assert attributes[1] == 0
    with pytest.raises(AclError, match="overlaps the host allocation"):
        acl.call("aclrtHostRegisterV2", ctypes.addressof(own) + 8, 8, 0)
    acl.call("aclrtHostUnregister", own)
    acl.call("aclrtFree", device)
    acl.call("aclrtFreeHost", host)
