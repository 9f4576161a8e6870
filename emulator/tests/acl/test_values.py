# SPDX-License-Identifier: Apache-2.0
"""Half precision, descriptions of tensors, bounded strings."""

from __future__ import annotations

import ctypes
import math
import random
import struct

import pytest
from acl_runtime import Acl, AclError

INFINITY = float("inf")


def half_bits(value: float) -> int:
    """Python's own conversion, with overflow to infinity."""
    try:
        return int(struct.unpack("<H", struct.pack("<e", value))[0])
    except OverflowError:
        return 0x7C00 if value > 0 else 0xFC00


def test_half_to_float_is_exact(acl: Acl) -> None:
    convert = acl.library.aclFloat16ToFloat
    convert.restype = ctypes.c_float
    for bits in range(1 << 16):
        expected = struct.unpack("<e", struct.pack("<H", bits))[0]
        found = convert(ctypes.c_uint16(bits))
        assert found == expected or (math.isnan(found) and math.isnan(expected)), hex(bits)
        assert math.copysign(1, found) == math.copysign(1, expected), hex(bits)


def test_float_to_half_rounds_to_nearest_even(acl: Acl) -> None:
    convert = acl.library.aclFloatToFloat16
    convert.restype = ctypes.c_uint16
    generator = random.Random(0)
    values = [0.0, -0.0, INFINITY, -INFINITY, 65504.0, 65519.99, 65520.0, 6e-8, 2.98e-8, 2.99e-8, 1 + 2**-11]
    values += [generator.uniform(-1, 1) * 2.0 ** generator.randint(-30, 18) for _ in range(20_000)]
    for value in values:
        single = struct.unpack("<f", struct.pack("<f", value))[0]
        assert convert(ctypes.c_float(single)) == half_bits(single), single
    assert convert(ctypes.c_float(float("nan"))) & 0x7FFF > 0x7C00


def test_tensor_descriptions(acl: Acl) -> None:
    create = acl.library.aclCreateTensorDesc
    create.restype = ctypes.c_void_p
    desc = ctypes.c_void_p(create(1, 3, (ctypes.c_int64 * 3)(2, 3, 4), 2))
    for function, expected in [
        ("aclGetTensorDescType", 1),
        ("aclGetTensorDescFormat", 2),
        ("aclGetTensorDescNumDims", 3),
        ("aclGetTensorDescElementCount", 24),
        ("aclGetTensorDescSize", 48),
    ]:
        assert acl.code(function, desc) == expected
    assert acl.ask("aclGetTensorDescDimV2", desc, 2, kind=ctypes.c_int64) == 4
    with pytest.raises(AclError, match="dimension 3 of a tensor of rank 3"):
        acl.ask("aclGetTensorDescDimV2", desc, 3, kind=ctypes.c_int64)
    with pytest.raises(AclError, match="dimension 0 is -7"):
        acl.call("aclSetTensorShape", desc, 1, (ctypes.c_int64 * 1)(-7))
    with pytest.raises(AclError, match="9 is not an aclMemType"):
        acl.call("aclSetTensorPlaceMent", desc, 9)
    acl.library.aclDestroyTensorDesc(desc)
    assert create(0, 2, None, 0) is None
    assert "2 dimensions with a null array" in (acl.message() or "")


@pytest.mark.parametrize(
    ("room", "count", "text", "result", "left"),
    [
        (8, 7, b"1234567", 7, b"1234567"),
        (8, 7, b"12345678", -1, b"1234567"),  # cut where the caller said
        (8, 100, b"12345678", -1, b""),  # does not fit: nothing is left half written
        (0, 100, b"1", -1, b"#"),
    ],
)
def test_bounded_formatting(acl: Acl, room: int, count: int, text: bytes, result: int, left: bytes) -> None:
    buffer = ctypes.create_string_buffer(b"#" + bytes(15), 16)
    assert acl.code("snprintf_s", buffer, room, count, b"%s", text) == result
    assert buffer.value == left
    assert buffer.raw[8:] == bytes(8)


def test_bounded_copy(acl: Acl) -> None:
    buffer = ctypes.create_string_buffer(8)
    assert acl.code("strcpy_s", buffer, 8, b"1234567") == 0
    assert buffer.value == b"1234567"
    assert acl.code("strcpy_s", buffer, 8, b"12345678") == 34  # ERANGE
    assert acl.code("strcpy_s", buffer, 8, None) == 22  # EINVAL
    assert buffer.value == b""
