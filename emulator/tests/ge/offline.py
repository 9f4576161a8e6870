# SPDX-License-Identifier: Apache-2.0
"""Offline models for the tests: compiled with atc, loaded and run with ACL's model interface."""

from __future__ import annotations

import ctypes
import os
import platform
import shutil
import struct
import subprocess
import zlib
from collections.abc import Sequence
from pathlib import Path

from acl_runtime import Acl

MAGIC = b"\x89CEMOM\r\n"
FLOAT = 0


def framed(payload: bytes, version: int = 1) -> bytes:
    """A file with a right header for its payload."""
    return MAGIC + struct.pack("<IIQ", version, zlib.crc32(payload), len(payload)) + payload


def package(library: Path, root: Path) -> Path:
    """An operator package of one library."""
    folder = root / "op_graph" / "lib" / "linux" / platform.machine()
    folder.mkdir(parents=True)
    shutil.copy(library, folder)
    return root


def atc(home: Path, *arguments: str, packages: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = dict(os.environ)
    if packages is not None:
        environment["ASCEND_CUSTOM_OPP_PATH"] = str(packages)
    command = [str(home / "bin" / "atc"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


class Dims(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char * 128), ("count", ctypes.c_size_t), ("dims", ctypes.c_int64 * 128)]


class OfflineModel:
    """A loaded model. Frees all that a run allocated."""

    def __init__(self, acl: Acl, file: Path | bytes) -> None:
        self.acl = acl
        for name in ("aclmdlCreateDesc", "aclmdlCreateDataset", "aclCreateDataBuffer", "aclCreateTensorDesc"):
            getattr(acl.library, name).restype = ctypes.c_void_p
        for name in ("aclmdlGetDatasetTensorDesc", "aclGetDataBufferAddr"):
            getattr(acl.library, name).restype = ctypes.c_void_p
        number = ctypes.c_uint32()
        if isinstance(file, bytes):
            acl.call("aclmdlLoadFromMem", file, len(file), ctypes.byref(number))
        else:
            acl.call("aclmdlLoadFromFile", str(file).encode(), ctypes.byref(number))
        self.number = number.value

    def unload(self) -> None:
        self.acl.call("aclmdlUnload", self.number)

    def dims(self, kind: str) -> list[tuple[str, list[int]]]:
        """Names and shapes of the inputs or the outputs."""
        desc = self.acl.library.aclmdlCreateDesc()
        self.acl.call("aclmdlGetDesc", desc, self.number)
        result = []
        for i in range(self.acl.code(f"aclmdlGetNum{kind}s", desc)):
            dims = Dims()
            self.acl.call(f"aclmdlGet{kind}Dims", desc, i, ctypes.byref(dims))
            result.append((dims.name.decode(), dims.dims[: dims.count]))
        self.acl.call("aclmdlDestroyDesc", desc)
        return result

    def run(
        self, data: bytes, dims: Sequence[int] | None = None, stream: int | None = None, outputs: int = 1
    ) -> tuple[list[int], bytes]:
        """Runs on one input; returns shape and content of the first output, in memory of ACL's."""
        library = self.acl.library
        memory = self.acl.malloc(len(data))
        self.acl.write(memory, data)
        inputs, results = library.aclmdlCreateDataset(), library.aclmdlCreateDataset()
        buffers = [library.aclCreateDataBuffer(ctypes.c_void_p(memory), ctypes.c_size_t(len(data)))]
        self.acl.call("aclmdlAddDatasetBuffer", inputs, buffers[0])
        for _ in range(outputs):
            buffers.append(library.aclCreateDataBuffer(None, ctypes.c_size_t(0)))
            self.acl.call("aclmdlAddDatasetBuffer", results, buffers[-1])
        if dims is not None:
            array = (ctypes.c_int64 * len(dims))(*dims)
            desc = library.aclCreateTensorDesc(FLOAT, len(dims), array, 2)
            self.acl.call("aclmdlSetDatasetTensorDesc", inputs, desc, 0)
            library.aclDestroyTensorDesc(ctypes.c_void_p(desc))
        try:
            if stream is None:
                self.acl.call("aclmdlExecute", self.number, inputs, results)
            else:
                self.acl.call("aclmdlExecuteAsync", self.number, inputs, results, stream)
                self.acl.call("aclrtSynchronizeStream", stream)
            desc = ctypes.c_void_p(library.aclmdlGetDatasetTensorDesc(ctypes.c_void_p(results), 0))
            rank = library.aclGetTensorDescNumDims(desc)
            shape = [library.aclGetTensorDescDim(desc, i) for i in range(rank)]
            buffer = ctypes.c_void_p(buffers[1])
            address = library.aclGetDataBufferAddr(buffer)
            content = self.acl.read(address, library.aclGetDataBufferSize(buffer))
            self.acl.call("aclrtFree", address)
        finally:
            self.acl.call("aclrtFree", memory)
            for dataset in (inputs, results):
                self.acl.call("aclmdlDestroyDataset", dataset)
            for one in buffers:
                self.acl.call("aclDestroyDataBuffer", one)
        return shape, content
