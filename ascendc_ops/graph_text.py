# SPDX-License-Identifier: Apache-2.0
"""The GE graphs that TorchAir hands over for a compiled model, as readable text that is stable between runs.

>>> config = torchair.CompilerConfig()
>>> graphs = GraphRecorder(config)
>>> backend = torchair.get_npu_backend(compiler_config=config)
>>> model = torch.compile(model, fullgraph=True, backend=backend, dynamic=False)
>>> model(x, y)
>>> print(graphs.texts[0])
static graph
  %0 = Data(index=0) -> float32[8, 2048] on NPU
  %1 = Data(index=1) -> float32[8, 2048] on NPU
  %2 = AddCustom(x=%0, y=%1) -> float32[8, 2048]
  NetOutput(%2: float32[8, 2048])

The source is TorchAir's own dump, so the text is the same on an NPU and on the emulator. Generated names
become numbers; addresses, counters and file names are left out.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import struct
import tempfile
import weakref
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from ascendc_ops.fx_origin import FxNode, fx_node

_TORCH_NAMES = {
    "DT_FLOAT": "float32",
    "DT_DOUBLE": "float64",
    "DT_BF16": "bfloat16",
}
_META_SHAPE = re.compile(r"shape=torch\.Size\(\[(.*?)\]\)")
_SYMBOL = re.compile(r"\b[su]\d+\b")
# Constants up to this many elements are written out, larger ones as a digest of their bytes.
_SHOWN_ELEMENTS = 8
_UNKNOWN_DIM = -1
_CONTROL = ":-1"  # ends an edge that orders nodes and carries no value


@dataclass(frozen=True)
class CapturedGraph:
    """A GE graph (``GraphDef`` message) and the FX nodes that it was made of, by name."""

    definition: Any
    fx: Mapping[str, FxNode]


class GraphRecorder:
    """Records every GE graph compiled with a ``torchair.CompilerConfig`` from now on.

    Create it before ``get_npu_backend`` gets the configuration, whose own ``debug.graph_dump`` it replaces.
    """

    def __init__(self, config: Any) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="ascendc_ops_graphs_"))
        # TorchAir writes as long as there is something to compile with the configuration.
        weakref.finalize(config, shutil.rmtree, self._folder, ignore_errors=True)
        self._config = config
        config.debug.graph_dump.type = "txt"
        config.debug.graph_dump.path = str(self._folder)
        self._fx = fx_graphs = list[dict[str, FxNode]]()
        users_pass = config.post_grad_custom_post_pass.value

        def note(module: torch.fx.GraphModule, *rest: Any) -> Any:
            fx_graphs.append({node.name: fx_node(node) for node in module.graph.nodes})
            return users_pass(module, *rest) if users_pass else None

        config.post_grad_custom_post_pass = note

    @property
    def graphs(self) -> list[Any]:
        """The graphs so far, as ``GraphDef`` messages, in the order they were compiled."""
        return list(_read(self._folder))

    @property
    def captured(self) -> list[CapturedGraph]:
        """The graphs so far with their FX nodes."""
        candidates = iter(self._fx)
        found = []
        for graph in self.graphs:
            inputs = {node.name for node in graph.op if node.type == "Data"}
            # A graph that could not be converted left FX nodes and no GE graph.
            fx = next((nodes for nodes in candidates if inputs <= nodes.keys()), {})
            found.append(CapturedGraph(graph, fx))
        return found

    def _repr_html_(self) -> str:
        from ascendc_ops.graph_picture import picture_svg

        return "".join(picture_svg(graph) for graph in self.captured)

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


def _float(value: float) -> str:
    """The shortest text that gives the same float32."""
    texts = (f"{value:.{digits}g}" for digits in range(6, 10))
    return next(
        (text for text in texts if struct.pack("f", float(text)) == struct.pack("f", value)), str(value)
    )


def _text(value: bytes) -> str:
    return repr(value.decode("utf-8", "backslashreplace"))


class _Symbols:
    """Names s0, s1, ... for dimensions that are known only when the graph runs, in order of appearance."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def rename(self, dims: str) -> str:
        return _SYMBOL.sub(lambda match: self._names.setdefault(match[0], f"s{len(self._names)}"), dims)


class _Writer:
    """Writes one graph's nodes."""

    def __init__(self, graph: Any) -> None:
        self._graph = graph
        self._symbols = _Symbols()
        self._numbers = {node.name: number for number, node in enumerate(graph.op)}
        self._outputs = {node.name: [output.name for output in node.output_desc] for node in graph.op}

    def text(self) -> str:
        data = [node.output_desc[0] for node in self._graph.op if node.type == "Data"]
        dynamic = any(_UNKNOWN_DIM in descriptor.shape.dim for descriptor in data)
        lines = [f"{'dynamic' if dynamic else 'static'} graph"]
        return "\n".join([*lines, *(f"  {self._node(node)}" for node in self._graph.op), ""])

    def _node(self, node: Any) -> str:
        if node.type == "NetOutput":
            edges = [edge for edge in node.input if not edge.endswith(_CONTROL)]
            pairs = zip(edges, node.input_desc, strict=True)
            return f"NetOutput({', '.join(f'{self._value(e)}: {self._tensor(d)}' for e, d in pairs)})"
        values, after = self._inputs(node)
        attributes = [
            f"{key}={self._attribute(node.attr[key])}" for key in sorted(node.attr) if not key.startswith("_")
        ]
        text = f"{self._name(node.name)} = {node.type}({', '.join(values + attributes)})"
        if node.output_desc and node.type != "Const":
            text += f" -> {', '.join(self._tensor(output) for output in node.output_desc)}"
        if node.type == "Data":
            text += f" on {node.output_desc[0].device_type}"
        return text + (f" after {', '.join(after)}" if after else "")

    def _inputs(self, node: Any) -> tuple[list[str], list[str]]:
        """The node's inputs as ``port=value``, and the nodes it follows without using their values."""
        values, after = [], []
        ports = iter([descriptor.name for descriptor in node.input_desc])
        for edge in node.input:
            if edge.endswith(_CONTROL):
                after.append(self._name(edge.rpartition(":")[0]))
                continue
            port = next(ports, "")
            if edge:  # an optional input that isn't fed has an empty edge
                values.append(f"{port}={self._value(edge)}" if port else self._value(edge))
        return values, after

    def _name(self, node: str) -> str:
        return f"%{self._numbers[node]}" if node in self._numbers else f"%{node}"

    def _value(self, edge: str) -> str:
        """``edge``: ``node:output``. The output is named only where the node has several."""
        node, _, index = edge.rpartition(":")
        outputs = self._outputs.get(node, [])
        return self._name(node) + (f".{outputs[int(index)]}" if len(outputs) > 1 else "")

    def _tensor(self, descriptor: Any) -> str:
        """dtype[dims]. GE's dims win; torch's stand in where GE has none and name those it does not know."""
        meta = _META_SHAPE.search(descriptor.attr["_meta"].s.decode()) if "_meta" in descriptor.attr else None
        traced = self._symbols.rename(meta[1]).split(", ") if meta and meta[1] else []
        dims = [str(dim) for dim in descriptor.shape.dim]
        if not descriptor.HasField("shape"):
            return f"{_dtype(descriptor)}[{', '.join(traced)}]" if meta else _dtype(descriptor)
        if _UNKNOWN_DIM in descriptor.shape.dim:
            known = traced if len(traced) == len(dims) else ["?"] * len(dims)
            dims = [name if dim == str(_UNKNOWN_DIM) else dim for dim, name in zip(dims, known, strict=True)]
        return f"{_dtype(descriptor)}[{', '.join(dims)}]"

    def _constant(self, tensor: Any) -> str:
        """Type and value; a digest stands for more than a few elements."""
        data: bytes = tensor.data
        dtype = getattr(torch, _dtype(tensor.desc), None)
        if not data:
            value = "[]"
        elif isinstance(dtype, torch.dtype) and len(data) <= _SHOWN_ELEMENTS * dtype.itemsize:
            values = torch.frombuffer(bytearray(data), dtype=dtype)
            value = str(values.tolist() if tensor.desc.shape.dim else values.item())
        else:
            value = f"sha256:{hashlib.sha256(data).hexdigest()[:12]}"
        return f"{self._tensor(tensor.desc)} {value}"

    def _attribute(self, value: Any) -> str:
        """An attribute's value, whatever its kind, as a Python literal where there is one."""
        kind = str(value.WhichOneof("value"))
        if kind == "list":
            return self._list(value.list)
        if kind == "list_list_int":
            return str([list(inner.list_i) for inner in value.list_list_int.list_list_i])
        if kind == "list_list_float":
            return str([list(inner.list_f) for inner in value.list_list_float.list_list_f])
        write = self._writers().get(kind)
        return write(getattr(value, kind)) if write else kind

    def _list(self, values: Any) -> str:
        writers = self._writers()
        written = [
            writers[field.name](value)
            for field, content in values.ListFields()
            if field.name in writers
            for value in content
        ]
        return f"[{', '.join(written)}]"

    def _writers(self) -> dict[str, Callable[[Any], str]]:
        return {
            "s": _text,
            "bt": _text,
            "i": str,
            "b": str,
            "dt": str,
            "f": _float,
            "t": self._constant,
            "td": self._tensor,
        }


def graph_text(graph: Any) -> str:
    """``graph`` (a ``GraphDef`` message) as text: nodes in order, with inputs, attributes and output types.

    Nodes are numbered, so the text does not depend on what else the process compiled. Dimensions that are
    known only when the graph runs are ``s0``, ``s1``, ... or, where torch gave them no name, ``?``.
    """
    return _Writer(graph).text()
