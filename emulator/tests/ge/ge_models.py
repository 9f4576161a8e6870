# SPDX-License-Identifier: Apache-2.0
"""Builds serialised models as TorchAir does, with the message classes of its wheel."""

from __future__ import annotations

import importlib.util
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Any

# ge::DataType and the numbers that models use.
FLOAT, FLOAT16, INT8, INT32, INT64, BOOL, DOUBLE, BF16 = 0, 1, 2, 3, 9, 12, 11, 27
_MODEL_TYPES = {FLOAT: 1, FLOAT16: 2, INT8: 3, INT32: 7, INT64: 8, BOOL: 11, DOUBLE: 12, BF16: 27}


def dtype_of(model_type: int, default: int) -> int:
    """The ge::DataType of a number that models use."""
    return next((dtype for dtype, number in _MODEL_TYPES.items() if number == model_type), default)


LIST_STRING, LIST_INT, LIST_FLOAT, LIST_BOOL, LIST_TYPE = 1, 2, 3, 4, 10


def _messages() -> Any:
    """The generated module, loaded by path: importing torchair would load torch_npu."""
    package = importlib.util.find_spec("torch_npu")
    if package is None or package.origin is None:
        raise RuntimeError("torch_npu, whose message schema these tests use, is not installed")
    folder = Path(package.origin).parent / "dynamo" / "torchair" / "_ge_concrete_graph"
    spec = importlib.util.spec_from_file_location("ge_messages", folder / "ge_ir_by_protoc_3_19_pb2.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


messages = _messages()


class ModelBuilder:
    """One graph, node by node; a node's output is "name:index"."""

    def __init__(self, name: str = "test") -> None:
        self.model = messages.ModelDef()
        self.graph = self.model.graph.add()
        self.graph.name = name
        self._inputs = 0

    def node(
        self,
        op_type: str,
        inputs: Sequence[tuple[str, str]] = (),
        outputs: Sequence[str] = ("y",),
        name: str | None = None,
        **attrs: Any,
    ) -> str:
        """Adds a node; `inputs` are (port, value), an absent one's value is "". Returns its first output."""
        op = self.graph.op.add()
        op.type = op_type
        op.name = name or f"{op_type}_{len(self.graph.op)}"
        for port, value in inputs:
            op.input.append(value)
            if not value.endswith(":-1"):
                op.input_desc.add().name = port
        for output in outputs:
            op.output_desc.add().name = output
        for key, value in attrs.items():
            set_attribute(op.attr[key], value)
        return f"{op.name}:0"

    def data(self, dtype: int, dims: Sequence[int], placement: str = "NPU") -> str:
        """An input of the graph."""
        value = self.node("Data", index=self._inputs, name=f"arg{self._inputs}")
        description = self.graph.op[-1].output_desc[0]
        description.dtype = _MODEL_TYPES[dtype]
        description.shape.dim.extend(dims)
        description.device_type = placement
        self._inputs += 1
        return value

    def const(self, dtype: int, dims: Sequence[int], data: bytes) -> str:
        value = self.node("Const")
        tensor = self.graph.op[-1].attr["value"].t
        tensor.desc.dtype = _MODEL_TYPES[dtype]
        tensor.desc.shape.dim.extend(dims)
        tensor.data = data
        return value

    def output(self, *values: str, traced: Sequence[tuple[int, Sequence[int]] | None] = ()) -> ModelBuilder:
        """The graph's outputs; `traced` are their dtypes and shapes as the caller knows them."""
        self.node("NetOutput", [(f"input{i}", value) for i, value in enumerate(values)], outputs=())
        for i, description in enumerate(self.graph.op[-1].input_desc):
            known = traced[i] if i < len(traced) else None
            if known is None:
                description.shape.dim.append(-2)
            else:
                description.dtype = _MODEL_TYPES[known[0]]
                description.shape.dim.extend(known[1])
        return self

    def serialised(self) -> bytes:
        return bytes(self.model.SerializeToString())


def set_attribute(attribute: Any, value: Any) -> None:
    """Sets an AttrDef from a Python value; lists of dtypes and empty lists go as (kind, values)."""
    if isinstance(value, tuple):
        kind, values = value
        attribute.list.val_type = kind
        field = {LIST_STRING: "s", LIST_INT: "i", LIST_FLOAT: "f", LIST_BOOL: "b", LIST_TYPE: "dt"}[kind]
        getattr(attribute.list, field).extend(values)
    elif isinstance(value, bool):
        attribute.b = value
    elif isinstance(value, int):
        attribute.i = value
    elif isinstance(value, float):
        attribute.f = value
    elif isinstance(value, str):
        attribute.s = value.encode()
    elif value and isinstance(value[0], list):
        if any(isinstance(item, float) for inner in value for item in inner):
            for inner in value:
                attribute.list_list_float.list_list_f.add().list_f.extend(inner)
        else:
            for inner in value:
                attribute.list_list_int.list_list_i.add().list_i.extend(inner)
    else:
        raise TypeError(f"no attribute kind for {value!r}")


def floats(*values: float) -> bytes:
    return struct.pack(f"{len(values)}f", *values)


def read_floats(data: bytes) -> list[float]:
    return list(struct.unpack(f"{len(data) // 4}f", data))
