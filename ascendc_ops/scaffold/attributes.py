# SPDX-License-Identifier: Apache-2.0
"""The kinds of GE attributes, as torch schemas, C++ and Python have them, and their defaults."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from ascendc_ops.scaffold import ScaffoldError


@dataclass(frozen=True)
class AttributeType:
    """One kind of GE attribute, in each place that it passes through.

    Attributes:
        schema: as a torch schema has it.
        cpp: what torch's C++ calls give.
        ge: the kind in REG_OP.
        torchair: the class in torchair.ge.attr.
        value: what a kernel's launcher takes.
        example: in Python, where the schema has no default.
    """

    schema: str
    cpp: str
    ge: str
    torchair: str
    value: str
    example: str

    @property
    def numeric(self) -> bool:
        """Whether it is usable in a formula."""
        return self.schema in ("float", "int", "bool")


def _vector(element: str) -> str:
    return f"const std::vector<{element}>&"


def _list(element: str) -> str:
    return f"const c10::List<{element}>&"


_INT, _STRING = "std::int64_t", "std::string"
_KINDS = (
    AttributeType("float", "double", "Float", "Float", "float", "0.5"),
    AttributeType("int", _INT, "Int", "Int", _INT, "3"),
    AttributeType("bool", "bool", "Bool", "Bool", "bool", "True"),
    AttributeType("str", "c10::string_view", "String", "Str", f"const {_STRING}&", '"text"'),
    AttributeType("ScalarType", "at::ScalarType", "Type", "DataType", "DataType", "torch.int32"),
    AttributeType("int[]", "at::IntArrayRef", "ListInt", "ListInt", _vector(_INT), "[1, 2]"),
    AttributeType("float[]", "at::ArrayRef<double>", "ListFloat", "ListFloat", _vector("float"), "[1.5, 2]"),
    AttributeType("bool[]", _list("bool"), "ListBool", "ListBool", _vector("bool"), "[True, False]"),
    AttributeType("str[]", _list(_STRING), "ListString", "ListStr", _vector(_STRING), '["a", "bc"]'),
    AttributeType(
        "ScalarType[]", "at::ArrayRef<at::ScalarType>", "ListType", "ListDataType", _vector("DataType"),
        "[torch.int8, torch.bfloat16]",
    ),
    AttributeType(
        "int[][]", _list(f"c10::List<{_INT}>"), "ListListInt", "ListListInt", _vector(f"std::vector<{_INT}>"),
        "[[1], [2, 3]]",
    ),
    AttributeType(
        "float[][]", _list("c10::List<double>"), "ListListFloat", "ListListFloat",
        _vector("std::vector<float>"), "[[0.5], [1.5, 2.5]]",
    ),
)  # fmt: skip


def _torch_name(schema: str) -> str:
    """torch's name of a type: int[] -> List[int]."""
    return f"List[{_torch_name(schema[:-2])}]" if schema.endswith("[]") else schema


#: By torch's names of the types.
ATTRIBUTES = {_torch_name(kind.schema): kind for kind in _KINDS}
# The first pattern that fits.
_REFUSALS = (
    (r"SymInt", "a GE attribute is fixed when the graph is compiled: write int"),
    (r"Optional\[List\[Tensor|List\[Optional\[Tensor", "GE's list inputs have no None: write Tensor[]"),
    (r"Optional", "a GE attribute always has a value: write the type without ?, with a default"),
    (r"number", "a GE attribute has one type: write float or int"),
    (r"Tensor", "GE has lists of tensors, no lists of those: write Tensor[]"),
    (r"List\[List", "GE has lists of lists of int and of float only"),
    (r"", "GE has no attribute of that kind"),
)


def why_not(kind: str) -> str:
    """Why an argument of torch's type ``kind`` cannot be one of a GE operator, and what there is."""
    reason = next(reason for pattern, reason in _REFUSALS if re.search(pattern, kind))
    present = ["Tensor", "Tensor?", "Tensor[]", *(kind.schema for kind in _KINDS)]
    return f"{reason}. What there is: {', '.join(present)}"


@dataclass(frozen=True)
class DType:
    """A default of type ScalarType, which torch's parser gives as a number."""

    name: str  # as in torch

    @property
    def ge(self) -> str:
        short = {"float32": "FLOAT", "bfloat16": "BF16", "float64": "DOUBLE"}
        return f"DT_{short.get(self.name, self.name.upper())}"


# at::ScalarType's numbers, which are part of torch's interface.
_DTYPES = dict(enumerate(["uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64"]))
_DTYPES |= {9: "complex64", 10: "complex128", 11: "bool", 15: "bfloat16"}


def default_of(argument: Any, kind: AttributeType) -> Any:
    """The default of an argument; None where it has none.

    Raises ScaffoldError for a default that torch cannot pass, or GE has nothing for.
    """
    if not argument.has_default_value():
        return None
    value = argument.default_value
    if kind.schema == "ScalarType[]":
        raise ScaffoldError(f"argument {argument.name}: torch cannot pass a default of type ScalarType[]")
    if kind.schema != "ScalarType":
        return value
    if value not in _DTYPES:
        raise ScaffoldError(f"argument {argument.name}: no GE dtype for the default {value}")
    return DType(_DTYPES[value])


def python_value(value: Any) -> str:
    """A default in Python."""
    return f"torch.{value.name}" if isinstance(value, DType) else repr(value)


def cpp_value(value: Any) -> str:
    """A default as REG_OP takes it."""
    if isinstance(value, DType):
        return value.ge
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "{" + ", ".join(cpp_value(each) for each in value) + "}"
    return repr(value)
