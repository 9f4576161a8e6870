# SPDX-License-Identifier: Apache-2.0
"""The GE graphs that TorchAir hands over for a compiled model, as readable text that is stable between runs.

>>> config = torchair.CompilerConfig()
>>> graphs = GraphRecorder(config)
>>> backend = torchair.get_npu_backend(compiler_config=config)
>>> model = torch.compile(model, fullgraph=True, backend=backend, dynamic=False)
>>> model(x, y)
>>> print(graphs.texts[0])
static graph
  %0 = Data(index=0) -> float32[8, 2048]
  %1 = Data(index=1) -> float32[8, 2048]
  %2 = AddCustom(x=%0, y=%1)
  return %2: float32[8, 2048]

The source is TorchAir's own dump, so the text is the same on an NPU and on the emulator. Generated names become
numbers; addresses, counters, file names and hints are left out.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

import torch

_TORCH_NAMES = {
    "DT_FLOAT": "float32",
    "DT_DOUBLE": "float64",
    "DT_BF16": "bfloat16",
}
# Constants up to this many elements are written out, larger ones as a digest of their bytes.
_SHOWN_ELEMENTS = 8
_UNKNOWN_DIM = -1


class GraphRecorder:
    """Records every GE graph compiled with a ``torchair.CompilerConfig`` from now on.

    Create it before ``get_npu_backend`` gets the configuration. As a context manager it records up to the end of the
    ``with`` block and then puts the configuration back; the graphs stay readable. It replaces the configuration's own
    ``debug.graph_dump``.
    """

    def __init__(self, config: Any) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="ascendc_ops_graphs_"))
        self._remove = weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        self._recorded: list[Any] | None = None
        self._dump = config.debug.graph_dump
        self._before = self._dump.type.value, self._dump.path
        self._dump.type = "txt"
        self._dump.path = str(self._folder)

    def __enter__(self) -> GraphRecorder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._recorded = self.graphs
        self._dump.type, path = self._before
        if path is not None:
            self._dump.path = path
        self._remove()

    @property
    def graphs(self) -> list[Any]:
        """The graphs so far, as ``GraphDef`` messages, in the order they were compiled."""
        return self._recorded if self._recorded is not None else list(_read(self._folder))

    @property
    def texts(self) -> list[str]:
        """The graphs so far, as text (see ``graph_text``)."""
        return [graph_text(graph) for graph in self.graphs]


def _read(folder: Path) -> Iterator[Any]:
    """GraphDefs that TorchAir dumped as text after its last pass; one per graph, the last if it did so twice."""
    from google.protobuf import text_format
    from torchair._ge_concrete_graph.ge_ir_pb2 import GraphDef

    newest: dict[str, Path] = {}
    # <graph>_rank_<r>_pid_<p>_ts_<time>.txt: the time has a fixed width, so names sort by it.
    for path in sorted(folder.glob("dynamo_optimized_*.txt"), key=lambda path: path.stem.rpartition("_ts_")[2]):
        newest[path.stem.partition("_rank_")[0]] = path
    for path in newest.values():
        yield text_format.Parse(path.read_text(encoding="utf-8"), GraphDef())


def _dtype(descriptor: Any) -> str:
    name: str = descriptor.DESCRIPTOR.fields_by_name["dtype"].enum_type.values_by_number[descriptor.dtype].name
    return _TORCH_NAMES.get(name, name.removeprefix("DT_").lower())


def _tensor_type(descriptor: Any) -> str:
    dims = ", ".join("?" if dim == _UNKNOWN_DIM else str(dim) for dim in descriptor.shape.dim)
    return f"{_dtype(descriptor)}[{dims}]"
