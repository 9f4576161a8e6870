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

The source is TorchAir's own dump, so the text is the same on an NPU and on the emulator. Generated names
become numbers; addresses, counters, file names and hints are left out.
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

    Create it before ``get_npu_backend`` gets the configuration. As a context manager it records up to the end
    of the ``with`` block and then puts the configuration back; the graphs stay readable. It replaces the
    configuration's own ``debug.graph_dump``.
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
    """GraphDefs that TorchAir dumped after its last pass; one per graph, the last if it did so twice."""
    from google.protobuf import text_format
    from torchair._ge_concrete_graph.ge_ir_pb2 import GraphDef

    newest: dict[str, Path] = {}
    # <graph>_rank_<r>_pid_<p>_ts_<time>.txt: the time has a fixed width, so names sort by it.
    for path in sorted(
        folder.glob("dynamo_optimized_*.txt"), key=lambda path: path.stem.rpartition("_ts_")[2]
    ):
        newest[path.stem.partition("_rank_")[0]] = path
    for path in newest.values():
        yield text_format.Parse(path.read_text(encoding="utf-8"), GraphDef())


def _dtype(descriptor: Any) -> str:
    name: str = (
        descriptor.DESCRIPTOR.fields_by_name["dtype"].enum_type.values_by_number[descriptor.dtype].name
    )
    return _TORCH_NAMES.get(name, name.removeprefix("DT_").lower())


def _tensor_type(descriptor: Any) -> str:
    dims = ", ".join("?" if dim == _UNKNOWN_DIM else str(dim) for dim in descriptor.shape.dim)
    return f"{_dtype(descriptor)}[{dims}]"


def _constant(tensor: Any) -> str:
    """A constant's type and value; a digest stands for more than a few elements."""
    data: bytes = tensor.data
    name = _dtype(tensor.desc)
    dtype = getattr(torch, name, None)
    if isinstance(dtype, torch.dtype) and 0 < len(data) <= _SHOWN_ELEMENTS * dtype.itemsize:
        values = torch.frombuffer(bytearray(data), dtype=dtype).tolist()
        return f"{_tensor_type(tensor.desc)} {values}"
    return (
        f"{_tensor_type(tensor.desc)} sha256:{hashlib.sha256(data).hexdigest()[:12]}"
        if data
        else _tensor_type(tensor.desc)
    )


def _attribute(value: Any) -> str:
    """An attribute's value, whatever its kind, as a Python literal where there is one."""
    kind = value.WhichOneof("value")
    if kind is None:
        return "unset"
    content = getattr(value, kind)
    if kind in ("s", "bt"):
        return repr(content.decode("utf-8", "backslashreplace"))
    if kind == "f":
        return f"{content:.9g}"  # float32 round trip
    if kind == "t":
        return _constant(content)
    if kind == "td":
        return _tensor_type(content)
    if kind == "list":
        return _list(content)
    if kind == "list_list_int":
        return str([list(inner.list_i) for inner in content.list_list_i])
    if kind == "list_list_float":
        return str([list(inner.list_f) for inner in content.list_list_f])
    if kind in ("i", "b", "dt"):
        return str(content)
    return str(kind)


def _list(content: Any) -> str:
    shown: dict[str, Callable[[Any], str]] = {
        "s": lambda v: repr(v.decode("utf-8", "backslashreplace")),
        "f": lambda v: f"{v:.9g}",
        "td": _tensor_type,
        "t": _constant,
    }
    values = [
        shown.get(field.name, str)(value)
        for field, filled in content.ListFields()
        if field.name != "val_type"
        for value in filled
    ]
    return f"[{', '.join(values)}]"


class _Names:
    """Numbers for the generated node names, in order of appearance."""

    def __init__(self, graph: Any) -> None:
        self._numbers = {node.name: number for number, node in enumerate(graph.op)}
        self._outputs = {node.name: [output.name for output in node.output_desc] for node in graph.op}

    def node(self, name: str) -> str:
        return f"%{self._numbers[name]}" if name in self._numbers else f"%{name}"

    def value(self, edge: str) -> str:
        """``edge``: ``name:output``. An output is named only where its node has several."""
        name, _, index = edge.rpartition(":")
        outputs = self._outputs.get(name, [])
        return self.node(name) + (f".{outputs[int(index)]}" if len(outputs) > 1 else "")


def _inputs(node: Any, names: _Names) -> tuple[list[str], list[str]]:
    """The node's inputs as ``port=value``, and the nodes it must follow without using their values."""
    values, after = [], []
    ports = iter(descriptor.name for descriptor in node.input_desc)
    for edge in node.input:
        if edge.endswith(":-1"):
            after.append(names.node(edge.rpartition(":")[0]))
            continue
        port = next(ports, "")
        if edge:  # an optional input that isn't fed has an empty edge
            values.append(f"{port}={names.value(edge)}" if port else names.value(edge))
    return values, after


def _node(node: Any, names: _Names) -> str:
    values, after = _inputs(node, names)
    attributes = [
        f"{key}={_attribute(node.attr[key])}" for key in sorted(node.attr) if not key.startswith("_")
    ]
    outputs = [_tensor_type(output) for output in node.output_desc]
    text = f"{names.node(node.name)} = {node.type}({', '.join(values + attributes)})"
    if outputs:
        text += f" -> {', '.join(outputs)}"
    return text + (f" after {', '.join(after)}" if after else "")


def graph_text(graph: Any) -> str:
    """``graph`` (a ``GraphDef`` message) as text: nodes in order, with inputs, attributes and output types.

    Nodes are numbered, so the text does not depend on what else the process compiled. ``?`` is a dimension
    that is known only when the graph runs.
    """
    names = _Names(graph)
    lines = [_node(node, names) for node in graph.op]
    return "\n".join([*lines, ""])
