# SPDX-License-Identifier: Apache-2.0
"""Single operators through ACL's C interface."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

FLOAT, INT64, BOOL, UNDEFINED = 0, 9, 12, -1
ND = 2
OP_NOT_FOUND, OUTPUT_NOT_MATCH = 100024, 100022


class Acl:
    """One device and one stream; tensors are lists of numbers in device memory."""

    def __init__(self, home: Path) -> None:
        libraries = home / "lib64"
        self.runtime = ctypes.CDLL(str(libraries / "libascendcl.so"))
        self.op = ctypes.CDLL(str(libraries / "libacl_op_compiler.so"))
        for function in (
            self.runtime.aclCreateTensorDesc,
            self.runtime.aclCreateDataBuffer,
            self.op.aclopCreateAttr,
        ):
            function.restype = ctypes.c_void_p
        self.runtime.aclGetRecentErrMsg.restype = ctypes.c_char_p
        self.runtime.aclInit(None)
        assert self.runtime.aclrtSetDevice(0) == 0
        self.stream = ctypes.c_void_p()
        assert self.runtime.aclrtCreateStream(ctypes.byref(self.stream)) == 0

    def memory(self, size: int) -> ctypes.c_void_p:
        address = ctypes.c_void_p()
        assert self.runtime.aclrtMalloc(ctypes.byref(address), ctypes.c_size_t(size), 0) == 0
        return address

    def tensor(self, dtype: int, dims: list[int], values: Any = None, size: int = 0) -> tuple[Any, Any, Any]:
        """(description, buffer, address); `values` is a ctypes array for an input."""
        size = ctypes.sizeof(values) if values is not None else size
        address = self.memory(size)
        if values is not None:
            assert (
                self.runtime.aclrtMemcpy(address, ctypes.c_size_t(size), values, ctypes.c_size_t(size), 1)
                == 0
            )
        shape = (ctypes.c_int64 * len(dims))(*dims)
        desc = ctypes.c_void_p(self.runtime.aclCreateTensorDesc(dtype, len(dims), shape, ND))
        return (
            desc,
            ctypes.c_void_p(self.runtime.aclCreateDataBuffer(address, ctypes.c_size_t(size))),
            address,
        )

    def execute(
        self, op_type: str, inputs: list[Any], outputs: list[Any], attr: Any = None, v2: bool = False
    ) -> int:
        def array(tensors: list[Any], index: int) -> Any:
            return (ctypes.c_void_p * len(tensors))(*(t[index] for t in tensors))

        function = self.op.aclopCompileAndExecuteV2 if v2 else self.op.aclopCompileAndExecute
        code: int = function(
            op_type.encode(),
            len(inputs),
            array(inputs, 0),
            array(inputs, 1),
            len(outputs),
            array(outputs, 0),
            array(outputs, 1),
            attr,
            0,
            0,
            None,
            self.stream,
        )
        return code or self.runtime.aclrtSynchronizeStream(self.stream)

    def read(self, tensor: tuple[Any, Any, Any], result: Any) -> list[Any]:
        size = ctypes.c_size_t(ctypes.sizeof(result))
        assert self.runtime.aclrtMemcpy(result, size, tensor[2], size, 2) == 0
        return list(result)

    def message(self) -> str:
        text: bytes | None = self.runtime.aclGetRecentErrMsg()
        return (text or b"").decode()


@pytest.fixture(scope="module")
def acl(cann_home: Path) -> Iterator[Acl]:
    instance = Acl(cann_home)
    yield instance
    instance.runtime.aclrtDestroyStream(instance.stream)


def _floats(*values: float) -> Any:
    return (ctypes.c_float * len(values))(*values)


def test_add(acl: Acl) -> None:
    x, y = acl.tensor(FLOAT, [3], _floats(1, 2, 3)), acl.tensor(FLOAT, [1], _floats(10))
    z = acl.tensor(FLOAT, [3], size=12)
    assert acl.execute("Add", [x, y], [z]) == 0, acl.message()
    assert acl.read(z, _floats(0, 0, 0)) == [11, 12, 13]


def test_attributes(acl: Acl) -> None:
    attr = ctypes.c_void_p(acl.op.aclopCreateAttr())
    assert acl.op.aclopSetAttrBool(attr, b"keep_dims", ctypes.c_uint8(1)) == 0
    axes = (ctypes.c_int64 * 1)(1)
    assert acl.op.aclopSetAttrListInt(attr, b"axes", 1, axes) == 0
    x, y = acl.tensor(FLOAT, [2, 2], _floats(1, 2, 3, 4)), acl.tensor(FLOAT, [2, 1], size=8)
    assert acl.execute("ReduceSumD", [x], [y], attr) == 0, acl.message()
    assert acl.read(y, _floats(0, 0)) == [3, 7]
    acl.op.aclopDestroyAttr(attr)


def test_absent_optional_input(acl: Acl) -> None:
    x = acl.tensor(FLOAT, [2, 2], _floats(1, 2, 3, 4))
    absent = acl.tensor(UNDEFINED, [], _floats(0))
    y = acl.tensor(FLOAT, [2, 2], size=16)
    assert acl.execute("MatMulV2", [x, x, absent, absent], [y]) == 0, acl.message()
    assert acl.read(y, _floats(0, 0, 0, 0)) == [7, 10, 15, 22]


def test_real_output_size(acl: Acl) -> None:
    x = acl.tensor(BOOL, [4], (ctypes.c_uint8 * 4)(0, 1, 0, 1))
    y = acl.tensor(INT64, [4, 1], size=32)
    assert acl.execute("NonZero", [x], [y], v2=True) == 0, acl.message()
    size = ctypes.c_int64()
    assert acl.runtime.aclGetTensorDescDimV2(y[0], ctypes.c_size_t(0), ctypes.byref(size)) == 0
    assert size.value == 2
    assert acl.read(y, (ctypes.c_int64 * 2)()) == [1, 3]


def test_unknown_type(acl: Acl) -> None:
    x = acl.tensor(FLOAT, [3], _floats(1, 2, 3))
    assert acl.execute("NoSuchOp", [x], [x]) == OP_NOT_FOUND
    message = acl.message()
    assert "NoSuchOp" in message
    assert "[3]" in message


def test_small_output(acl: Acl) -> None:
    x, y = acl.tensor(FLOAT, [3], _floats(1, 2, 3)), acl.tensor(FLOAT, [3], size=8)
    assert acl.execute("Neg", [x], [y]) == OUTPUT_NOT_MATCH
    message = acl.message()
    assert "operator Neg: output 0" in message
    assert "12 bytes" in message


def test_wrong_output_type(acl: Acl) -> None:
    x, y = acl.tensor(FLOAT, [3], _floats(1, 2, 3)), acl.tensor(INT64, [3], size=24)
    assert acl.execute("Neg", [x], [y]) == OUTPUT_NOT_MATCH


def test_jit_compilation_stays_off(acl: Acl) -> None:
    jit_compile = 10
    assert acl.op.aclSetCompileopt(jit_compile, b"enable") == 0
    text = ctypes.create_string_buffer(acl.op.aclGetCompileoptSize(jit_compile))
    assert acl.op.aclGetCompileopt(jit_compile, text, ctypes.c_size_t(len(text))) == 0
    assert text.value == b"disable"
