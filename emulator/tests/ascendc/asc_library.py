# SPDX-License-Identifier: Apache-2.0
"""Calls the cases of a test library (sources/harness.h) on torch tensors."""

from __future__ import annotations

import ctypes
import os
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import torch

SOURCES = Path(__file__).parent / "sources"

_INT64 = ctypes.c_int64
_POINTER = ctypes.c_void_p
_TO_DEVICE, _TO_HOST = 1, 2  # aclrtMemcpyKind


class Request(ctypes.Structure):
    """sources/harness.h, struct Request."""

    _fields_ = [
        ("destination", _POINTER),
        ("source", _POINTER * 2),
        ("destination_size", _INT64),
        ("source_size", _INT64),
        ("scalar", ctypes.c_double),
        ("form", _INT64),
        ("count", _INT64),
        ("mask", ctypes.c_uint64 * 2),
        ("repeats", _INT64),
        ("block_stride", _INT64 * 3),
        ("repeat_stride", _INT64 * 3),
        ("round_mode", _INT64),
        ("blocks", _INT64),
        ("number", _INT64),
    ]


def tools_environment() -> dict[str, str]:
    """For compilers and CMake: a sanitizer that is preloaded for the tests is none of their business."""
    return {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}


@dataclass(frozen=True)
class Compiler:
    """The .asc compiler of the home under test."""

    path: Path
    options: tuple[str, ...] = ("--npu-arch=dav-2201",)

    def run(self, *arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        words = [str(self.path), *self.options, *map(str, arguments)]
        return subprocess.run(
            words, check=False, capture_output=True, text=True, cwd=cwd, env=tools_environment()
        )


class KernelError(Exception):
    """What aclGetRecentErrMsg said after the launch."""


@dataclass
class Device:
    """Device memory by plain ACL calls."""

    acl: ctypes.CDLL
    buffers: list[_POINTER] = field(default_factory=list)

    def put(self, tensor: torch.Tensor) -> int:
        """A copy of the tensor on the device; its address."""
        size = max(tensor.numel() * tensor.element_size(), 1)
        pointer = _POINTER()
        assert self.acl.aclrtMalloc(ctypes.byref(pointer), ctypes.c_size_t(size), 0) == 0
        self.buffers.append(pointer)
        self._copy(pointer, _POINTER(tensor.data_ptr()), tensor, _TO_DEVICE)
        assert pointer.value is not None
        return pointer.value

    def get(self, address: int, like: torch.Tensor) -> torch.Tensor:
        result = torch.empty_like(like)
        self._copy(_POINTER(result.data_ptr()), _POINTER(address), result, _TO_HOST)
        return result

    def _copy(self, to: _POINTER, source: _POINTER, tensor: torch.Tensor, kind: int) -> None:
        size = ctypes.c_size_t(tensor.numel() * tensor.element_size())
        if size.value:
            assert self.acl.aclrtMemcpy(to, size, source, size, kind) == 0

    def free(self) -> None:
        for pointer in self.buffers:
            assert self.acl.aclrtFree(pointer) == 0
        self.buffers.clear()


class Library:
    """A loaded test library."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._library = ctypes.CDLL(str(path))
        self._library.RunCase.restype = ctypes.c_char_p
        self._library.RunCase.argtypes = [ctypes.c_char_p, ctypes.POINTER(Request)]
        self.device = Device(ctypes.CDLL("libascendcl.so"))
        self.device.acl.aclInit(None)  # fails where torch_npu did it before
        assert self.device.acl.aclrtSetDevice(0) == 0

    def run(
        self,
        case: str,
        destination: torch.Tensor,
        *sources: torch.Tensor,
        mask: tuple[int, int] = (0, 0),
        block_stride: tuple[int, int, int] = (1, 1, 1),
        repeat_stride: tuple[int, int, int] = (8, 8, 8),
        **fields: float,
    ) -> torch.Tensor:
        """Runs the case on copies of the tensors and returns the destination. Raises KernelError."""
        request = Request(
            mask=mask, block_stride=block_stride, repeat_stride=repeat_stride, **{"blocks": 1, **fields}
        )
        try:
            request.destination = self.device.put(destination)
            request.destination_size = destination.numel() * destination.element_size()
            for index, source in enumerate(sources):
                request.source[index] = self.device.put(source)
                request.source_size = source.numel() * source.element_size()
            error = self._library.RunCase(case.encode(), ctypes.byref(request))
            if error is not None:
                raise KernelError(error.decode())
            return self.device.get(request.destination, destination)
        finally:
            self.device.free()
