# SPDX-License-Identifier: Apache-2.0
"""GE's session interface for the tests, through driver.cpp."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ge_models import FLOAT, ModelBuilder, floats

# Compiles a C++ file of this folder, or a text, to the given shared library; folders of headers may follow.
Compiler = Callable[..., Path]
# Compiles an Ascend C file of this folder to the given shared library.
KernelCompiler = Callable[[str, Path], Path]

MADE_BY_GE = -1
GIVEN = -2


class GeError(RuntimeError):
    """A failed call, with GE's message."""


class _Argument(ctypes.Structure):
    _fields_ = [
        ("dtype", ctypes.c_int),
        ("on_host", ctypes.c_int),
        ("rank", ctypes.c_size_t),
        ("dims", ctypes.POINTER(ctypes.c_int64)),
        ("data", ctypes.c_void_p),
        ("size", ctypes.c_size_t),
    ]


@dataclass
class Tensor:
    """A dense tensor in host memory."""

    dtype: int
    dims: Sequence[int]
    data: bytes
    on_host: bool = False


def tensor(*values: float) -> Tensor:
    """A float32 vector."""
    return Tensor(FLOAT, [len(values)], floats(*values))


class Driver:
    """The driver library of one process."""

    def __init__(self, library: Path) -> None:
        self.lib = ctypes.CDLL(str(library))
        for name in ("TakeError", "StreamError", "IrDef", "AttrTypes"):
            getattr(self.lib, name).restype = ctypes.c_char_p
        for name in ("LoadGraph", "LoadFile", "ThroughMemory", "NewSession", "RunOnHost", "RunOnDevice"):
            getattr(self.lib, name).restype = ctypes.c_void_p
        for name in (
            "ResultBytes",
            "ResultSize",
            "ResultRank",
            "ResultCount",
            "FeatureMemorySize",
            "LiveBytes",
            "CountNodes",
        ):
            getattr(self.lib, name).restype = ctypes.c_size_t
        self.lib.ResultDims.restype = ctypes.POINTER(ctypes.c_int64)
        self.check(self.lib.Initialize())

    def error(self) -> str:
        text = self.lib.TakeError()
        return text.decode() if text else ""

    def check(self, status: int) -> None:
        if status != 0:
            raise GeError(self.error())

    def ir_def(self, op_type: str) -> str | None:
        text = self.lib.IrDef(op_type.encode())
        return None if text is None else text.decode()

    def attr_types(self, op_type: str) -> dict[str, str] | None:
        text = self.lib.AttrTypes(op_type.encode())
        return None if text is None else dict(pair.split("=") for pair in text.decode().split(",") if pair)

    def load(self, model: bytes) -> int:
        return self._graph(self.lib.LoadGraph(model, ctypes.c_size_t(len(model))))

    def load_file(self, path: Path) -> int:
        return self._graph(self.lib.LoadFile(str(path).encode()))

    def through_memory(self, graph: int) -> int:
        return self._graph(self.lib.ThroughMemory(ctypes.c_void_p(graph)))

    def save(self, graph: int, path: Path) -> None:
        self.check(self.lib.SaveGraph(ctypes.c_void_p(graph), str(path).encode()))

    def _graph(self, handle: int | None) -> int:
        if not handle:
            raise GeError(self.error())
        return int(handle)


class Session:
    """A session with one graph (a model, or a loaded graph that it frees), compiled on construction."""

    def __init__(
        self, driver: Driver, model: ModelBuilder | bytes | int, option: tuple[str, str] | None = None
    ) -> None:
        self.driver = driver
        self.lib = driver.lib
        if not isinstance(model, int):
            model = driver.load(model if isinstance(model, bytes) else model.serialised())
        graph = ctypes.c_void_p(model)
        self.handle = ctypes.c_void_p(self.lib.NewSession())
        name, value = (option[0].encode(), option[1].encode()) if option else (None, None)
        try:
            driver.check(self.lib.AddGraph(self.handle, 1, graph, name, value))
            driver.check(self.lib.CompileGraph(self.handle, 1))
        except GeError:
            self.close()
            raise
        finally:
            self.lib.FreeGraph(graph)

    def close(self) -> None:
        self.lib.FreeSession(self.handle)

    @property
    def is_static(self) -> bool:
        return bool(self.lib.IsStatic(self.handle, 1) == 1)

    def run_on_host(self, *inputs: Tensor) -> list[Tensor]:
        """Runs and waits; the inputs and results are in host memory."""
        arguments, _keep = _arguments(inputs)
        return self._results(self.lib.RunOnHost(self.handle, 1, arguments, ctypes.c_size_t(len(inputs))))

    def run(
        self, *inputs: Tensor, outputs: Sequence[tuple[int, int]], repeat: int = 1
    ) -> tuple[list[Tensor], list[Tensor]]:
        """Runs on the default stream; `outputs` are (placement, bytes). Returns outputs, then inputs."""
        arguments, _keep = _arguments(inputs)
        count = len(outputs)
        placements = (ctypes.c_int * max(count, 1))(*[placement for placement, _ in outputs])
        sizes = (ctypes.c_size_t * max(count, 1))(*[size for _, size in outputs])
        results = self._results(
            self.lib.RunOnDevice(
                self.handle,
                1,
                arguments,
                ctypes.c_size_t(len(inputs)),
                placements,
                sizes,
                ctypes.c_size_t(count),
                repeat,
            )
        )
        return results[:count], results[count:]

    def _results(self, handle: int | None) -> list[Tensor]:
        if not handle:
            raise GeError(self.driver.error() or (self.lib.StreamError() or b"").decode())
        pointer = ctypes.c_void_p(handle)
        tensors = []
        for i in range(self.lib.ResultCount(pointer)):
            index = ctypes.c_size_t(i)
            dims = self.lib.ResultDims(pointer, index)[: self.lib.ResultRank(pointer, index)]
            data = ctypes.string_at(self.lib.ResultBytes(pointer, index), self.lib.ResultSize(pointer, index))
            tensors.append(Tensor(self.lib.ResultType(pointer, index), list(dims), data))
        self.lib.FreeResults(pointer)
        return tensors


def _arguments(inputs: Sequence[Tensor]) -> tuple[ctypes.Array[_Argument], list[object]]:
    keep: list[object] = []
    arguments = (_Argument * max(len(inputs), 1))()
    for argument, tensor in zip(arguments, inputs, strict=False):
        dims = (ctypes.c_int64 * max(len(tensor.dims), 1))(*tensor.dims)
        data = ctypes.create_string_buffer(tensor.data, max(len(tensor.data), 1))
        keep += [dims, data]
        argument.dtype = tensor.dtype
        argument.on_host = int(tensor.on_host)
        argument.rank = len(tensor.dims)
        argument.dims = ctypes.cast(dims, ctypes.POINTER(ctypes.c_int64))
        argument.data = ctypes.cast(data, ctypes.c_void_p)
        argument.size = len(tensor.data)
    return arguments, keep
