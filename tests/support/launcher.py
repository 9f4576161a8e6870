# SPDX-License-Identifier: Apache-2.0
"""The kernel's host functions (kernel/add_custom.h) from Python."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from pathlib import Path

import torch

import ascendc_ops
from support.cases import DTYPES
from support.native import ROOT, compile_library

# In the order of ascendc_ops::DataType.
_CODES = {dtype: code for code, dtype in enumerate((torch.float32, torch.float16, torch.bfloat16))}
_CODES |= {torch.int16: 5, torch.int32: 6}
assert set(_CODES) == set(DTYPES)


def ub_bytes_per_element(dtype: torch.dtype) -> int:
    """What the add kernel takes: two buffers each for x, y, z; for bfloat16 x and y in float32 as well."""
    return 3 * 2 * dtype.itemsize + (8 if dtype == torch.bfloat16 else 0)


class _Tiling(ctypes.Structure):
    _fields_ = (
        ("count", ctypes.c_uint64),
        ("granules_per_block", ctypes.c_uint64),
        ("granule", ctypes.c_uint32),
        ("blocks_with_extra", ctypes.c_uint32),
        ("blocks", ctypes.c_uint32),
        ("tile", ctypes.c_uint32),
        ("bypass_l2", ctypes.c_uint32),
    )


@dataclass(frozen=True)
class Tiling:
    """``ascendc_ops::ElementwiseTiling``; lengths in elements."""

    count: int
    granules_per_block: int
    granule: int
    blocks_with_extra: int
    blocks: int
    tile: int
    bypass_l2: int

    def ranges(self) -> list[tuple[int, int]]:
        """[begin, end) of each block, as the kernel computes them."""
        result = []
        for block in range(self.blocks):
            granules = self.granules_per_block + (block < self.blocks_with_extra)
            first = block * self.granules_per_block + min(block, self.blocks_with_extra)
            result.append((first * self.granule, min((first + granules) * self.granule, self.count)))
        return result


class Launcher:
    """The functions of launcher.cpp, compiled into ``folder``."""

    def __init__(self, folder: Path) -> None:
        library = compile_library(
            Path(__file__).with_name("launcher.cpp"),
            folder / "liblauncher.so",
            includes=[ROOT / "kernel"],
            libraries=[ascendc_ops.library_path],
        )
        self._library = ctypes.CDLL(str(library))

    def tiling(self, dtype: torch.dtype, count: int, vector_cores: int, ub_bytes: int) -> Tiling:
        filled = _Tiling()
        self._library.elementwise_tiling(
            ctypes.c_uint32(dtype.itemsize),
            ctypes.c_uint32(ub_bytes_per_element(dtype)),
            ctypes.c_uint64(count),
            ctypes.c_uint32(vector_cores),
            ctypes.c_uint64(ub_bytes),
            ctypes.byref(filled),
        )
        return Tiling(*(int(getattr(filled, name)) for name, _ in _Tiling._fields_))

    def launch(self, dtype: torch.dtype, x: int, y: int, z: int, count: int, stream: int) -> None:
        """z[0:count] = x[0:count] + y[0:count] at device addresses; ValueError if nothing was launched."""
        problem = ctypes.create_string_buffer(256)
        self._library.add_custom_launch(
            _CODES[dtype],
            ctypes.c_void_p(x),
            ctypes.c_void_p(y),
            ctypes.c_void_p(z),
            ctypes.c_uint64(count),
            ctypes.c_void_p(stream),
            problem,
        )
        if problem.value:
            raise ValueError(problem.value.decode())
