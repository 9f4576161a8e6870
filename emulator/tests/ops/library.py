# SPDX-License-Identifier: Apache-2.0
"""The operator library through ctypes."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

EMULATOR = Path(__file__).parents[2]
Sink = ctypes.CFUNCTYPE(
    ctypes.c_void_p, ctypes.c_int64, ctypes.c_int, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64)
)


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("dtype", ctypes.c_int),
        ("rank", ctypes.c_int64),
        ("dims", ctypes.POINTER(ctypes.c_int64)),
        ("data", ctypes.c_void_p),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
    ]


@dataclass
class RawTensor:
    """A tensor as the library sees it: GE data type number, shape, address (0: only described), strides in
    elements (None: dense)."""

    dtype: int
    dims: list[int]
    address: int
    strides: tuple[int, ...] | None = None


@dataclass
class Prototype:
    """Port names with their arity (0 required, 1 optional, 2 dynamic) and attribute names with their kind."""

    inputs: dict[str, int] = field(default_factory=dict)
    outputs: dict[str, int] = field(default_factory=dict)
    attrs: dict[str, str] = field(default_factory=dict)


class OpError(Exception):
    """The message of a failed call."""


def build_driver(folder: Path) -> Path:
    """Compiles driver.cpp and returns the path of the shared library."""
    driver = folder / "driver.so"
    source = Path(__file__).with_name("driver.cpp")
    compiler = [os.environ.get("CXX", "c++"), *os.environ.get("CXXFLAGS", "").split()]
    flags = ["-std=c++17", "-pthread", "-fPIC", "-shared", f"-I{EMULATOR}", f"-I{EMULATOR}/include"]
    subprocess.run([*compiler, *flags, "-o", driver, source], check=True)
    return driver


class Library:
    """libcann_emulator_ops.so of a CANN home. Loads libtorch_cpu itself, with or without Python's torch."""

    def __init__(self, home: Path, driver: Path) -> None:
        spec = importlib.util.find_spec("torch")
        assert spec
        assert spec.origin
        torch_libraries = Path(spec.origin).parent / "lib"
        for name in ("libgomp.so.1", "libc10.so", "libtorch_cpu.so"):
            found = list(torch_libraries.glob(name + "*"))
            if found:
                ctypes.CDLL(str(found[0]), ctypes.RTLD_GLOBAL)
        ops = ctypes.CDLL(str(home / "lib64" / "libcann_emulator_ops.so"))
        ops.cann_emulator_op_library.restype = ctypes.c_void_p
        self._library = ctypes.c_void_p(ops.cann_emulator_op_library())
        # Holds Python's lock during calls.
        self._driver = ctypes.PyDLL(str(driver))
        for function in (self._driver.ops_prototype, self._driver.ops_types, self._driver.ops_call):
            function.restype = ctypes.c_char_p

    def types(self) -> list[str]:
        """All operator types."""
        text: bytes = self._driver.ops_types(self._library)
        return text.decode().split()

    def prototype(self, op_type: str) -> Prototype:
        """The operator's ports and attributes."""
        text = self._driver.ops_prototype(self._library, op_type.encode())
        assert text is not None, f"unknown operator type {op_type}"
        prototype = Prototype()
        for line in text.decode().splitlines():
            section, name, rest = line.split()
            if section == "attr":
                prototype.attrs[name] = rest
            else:
                (prototype.inputs if section == "in" else prototype.outputs)[name] = int(rest)
        return prototype

    def call(
        self,
        op_type: str,
        inputs: dict[str, RawTensor | list[RawTensor]],
        attrs: dict[str, Any],
        sink: Any,
        *,
        infer: bool,
        dynamic_outputs: int = 1,
    ) -> bool:
        """Runs or infers; `sink(index, dtype, dims) -> address` is called per output. False: value needed."""
        prototype = self.prototype(op_type)
        unknown = set(inputs) - set(prototype.inputs) | set(attrs) - set(prototype.attrs)
        assert not unknown, f"{op_type} has no {unknown}"
        groups = [inputs.get(name, []) for name in prototype.inputs]
        lists = [group if isinstance(group, list) else [group] for group in groups]
        flat = [tensor for group in lists for tensor in group]
        input_counts = (ctypes.c_int64 * len(lists))(*map(len, lists))
        output_counts = (ctypes.c_int64 * len(prototype.outputs))(
            *(dynamic_outputs if arity == 2 else 1 for arity in prototype.outputs.values())
        )
        tensors = (_Tensor * len(flat))(
            *(
                _Tensor(t.dtype, len(t.dims), _array(t.dims), t.address or None, _array(t.strides))
                for t in flat
            )
        )
        text = "\n".join(f"{name} {prototype.attrs[name]} {_text(value)}" for name, value in attrs.items())
        callback = Sink(lambda index, dtype, rank, sizes: sink(index, dtype, [sizes[i] for i in range(rank)]))
        message = self._driver.ops_call(
            self._library,
            op_type.encode(),
            text.encode(),
            input_counts,
            ctypes.c_int64(len(lists)),
            output_counts,
            ctypes.c_int64(len(prototype.outputs)),
            tensors,
            ctypes.c_int64(len(flat)),
            ctypes.c_bool(infer),
            callback,
        )
        if message is None:
            return True
        if infer and not message:
            return False
        raise OpError(message.decode())


def _array(numbers: Sequence[int] | None) -> ctypes.Array[ctypes.c_int64] | None:
    return None if numbers is None else (ctypes.c_int64 * len(numbers))(*numbers)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, (list, tuple)):
        return " ".join(_text(item) for item in value)
    return repr(value) if isinstance(value, float) else str(value)
