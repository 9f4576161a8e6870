# SPDX-License-Identifier: Apache-2.0
"""The values that the nodes of a graph made, from the emulated GE."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager

import torch

from cann_emulator.homes import home

# Numbers of ge::DataType.
_DTYPES = {
    0: torch.float32,
    1: torch.float16,
    2: torch.int8,
    3: torch.int32,
    4: torch.uint8,
    6: torch.int16,
    9: torch.int64,
    11: torch.float64,
    12: torch.bool,
    16: torch.complex64,
    17: torch.complex128,
    27: torch.bfloat16,
}

#: By the name of the GE node and the number of its output.
Values = dict[tuple[str, int], torch.Tensor]


class _Captured(ctypes.Structure):
    _fields_ = [
        ("node", ctypes.c_char_p),
        ("output", ctypes.c_uint64),
        ("dtype", ctypes.c_int64),
        ("rank", ctypes.c_uint64),
        ("dims", ctypes.POINTER(ctypes.c_int64)),
        ("data", ctypes.c_void_p),
        ("size", ctypes.c_uint64),
    ]


@contextmanager
def capture() -> Iterator[Values]:
    """What graphs make inside, of dtypes that torch has; filled at the end, when streams have finished."""
    library = ctypes.CDLL(str(home() / "lib64" / "libge_runner.so"))
    library.cann_emulator_captured_value.restype = ctypes.c_bool
    values: Values = {}
    library.cann_emulator_capture_values(1)
    try:
        yield values
        torch.accelerator.synchronize()
        found, index = _Captured(), 0
        while library.cann_emulator_captured_value(ctypes.c_uint64(index), ctypes.byref(found)):
            index += 1
            if found.dtype in _DTYPES:
                values[found.node.decode(), found.output] = _tensor(found)
    finally:
        library.cann_emulator_capture_values(0)


def _tensor(value: _Captured) -> torch.Tensor:
    dims = value.dims[: value.rank]
    data = bytearray(ctypes.string_at(value.data, value.size))
    if not data:
        return torch.empty(dims, dtype=_DTYPES[value.dtype])
    return torch.frombuffer(data, dtype=_DTYPES[value.dtype]).reshape(dims)
