# SPDX-License-Identifier: Apache-2.0
"""Reserved addresses and physical memory, as expandable segments use them."""

from __future__ import annotations

import ctypes
import struct

import pytest
from acl_runtime import HOST_TO_DEVICE, OUT_OF_MEMORY, POISON, Acl, AclError

MIB = 1 << 20
DEVICE_MEMORY = struct.pack("<5iiq", 0, 0, 4, 0, 1, 0, 0)  # aclrtPhysicalMemProp: device 0


def physical(acl: Acl, size: int) -> int:
    return int(acl.get("aclrtMallocPhysical", size, DEVICE_MEMORY, 0))


def test_mapped_memory_is_device_memory(acl: Acl) -> None:
    free, _ = acl.memory()
    base = acl.get("aclrtReserveMemAddress", 64 * MIB, 0, None, 1)
    handles = [physical(acl, 2 * MIB), physical(acl, 4 * MIB)]
    assert acl.memory()[0] == free - 6 * MIB
    acl.call("aclrtMapMem", base, 2 * MIB, 0, handles[0], 0)
    acl.call("aclrtMapMem", base + 2 * MIB, 4 * MIB, 0, handles[1], 0)
    assert acl.read(base + 2 * MIB - 2, 4) == POISON * 2, "neighbours are one range"
    acl.write(base + 2 * MIB - 2, b"abcd")
    assert acl.read(base + 2 * MIB - 2, 4) == b"abcd"
    with pytest.raises(AclError, match="exceeds the device allocation"):
        acl.write(base + 6 * MIB - 1, b"xy")
    acl.call("aclrtUnmapMem", base)
    with pytest.raises(AclError, match="starts outside every live device allocation"):
        acl.call("aclrtMemcpy", base, 4, b"data", 4, HOST_TO_DEVICE)
    with pytest.raises(AclError, match="memory is still mapped at"):
        acl.call("aclrtReleaseMemAddress", base)
    with pytest.raises(AclError, match="the memory is mapped at"):
        acl.call("aclrtFreePhysical", handles[1])
    acl.call("aclrtUnmapMem", base + 2 * MIB)
    for handle in handles:
        acl.call("aclrtFreePhysical", handle)
    acl.call("aclrtReleaseMemAddress", base)


def test_wrong_use_is_refused(acl: Acl) -> None:
    base = acl.get("aclrtReserveMemAddress", 512, 0, None, 1)
    handle = physical(acl, 2 * MIB)
    for arguments, reason in [
        ((base, 2 * MIB, 0, 12345), "is not a live physical memory"),
        ((base, MIB, 0, handle), "the whole of the physical memory must be mapped"),
        ((base + 512, 2 * MIB, 0, handle), "is not inside one range of aclrtReserveMemAddress"),
    ]:
        with pytest.raises(AclError, match=reason):
            acl.call("aclrtMapMem", *arguments, 0)
    acl.call("aclrtMapMem", base, 2 * MIB, 0, handle, 0)
    with pytest.raises(AclError, match="a second mapping is not emulated"):
        acl.call("aclrtMapMem", base, 2 * MIB, 0, handle, 0)
    acl.call("aclrtUnmapMem", base)
    acl.call("aclrtFreePhysical", handle)
    acl.call("aclrtReleaseMemAddress", base)
    with pytest.raises(AclError, match="must be a positive multiple of 2097152"):
        physical(acl, 1000)
    with pytest.raises(AclError, match="out of memory") as error:
        physical(acl, (acl.memory()[0] // (2 * MIB) + 2) * 2 * MIB)
    assert error.value.code == OUT_OF_MEMORY
    assert acl.ask("aclrtMemGetAllocationGranularity", DEVICE_MEMORY, 0, kind=ctypes.c_size_t) == 2 * MIB
