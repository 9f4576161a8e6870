# SPDX-License-Identifier: Apache-2.0
"""An operator's schema, read by torch's own parser, and its arguments as C++, GE and Python have them."""

from __future__ import annotations

import keyword
import re
from dataclasses import dataclass
from typing import Any, Literal

import torch

from ascendc_ops.scaffold import ScaffoldError
from ascendc_ops.scaffold.attributes import (
    ATTRIBUTES,
    AttributeType,
    cpp_value,
    default_of,
    python_value,
    why_not,
)

TensorKind = Literal["required", "optional", "list", "inplace"]


_TENSORS: dict[str, TensorKind] = {
    "Tensor": "required",
    "Optional[Tensor]": "optional",
    "List[Tensor]": "list",
}
_CPP_TENSORS = {
    "required": "const at::Tensor&",
    "optional": "const std::optional<at::Tensor>&",
    "list": "at::TensorList",
    "inplace": "at::Tensor&",
}


@dataclass(frozen=True)
class Tensor:
    name: str
    kind: TensorKind
    index: int  # among the inputs of the GE prototype
    may_be_left_out: bool = False

    @property
    def cpp(self) -> str:
        return _CPP_TENSORS[self.kind]


@dataclass(frozen=True)
class Attribute:
    name: str
    type: AttributeType
    default: Any  # None: required
    index: int  # among the attributes of the GE prototype

    @property
    def cpp(self) -> str:
        return self.type.cpp

    @property
    def ge_default(self) -> str:
        """The default as REG_OP takes it."""
        return cpp_value(self.default)

    @property
    def python_default(self) -> str:
        return python_value(self.default)

    @property
    def example(self) -> str:
        """A value in Python."""
        return self.type.example if self.default is None else self.python_default


@dataclass(frozen=True)
class Operator:
    """What is known of a new operator."""

    name: str
    schema: str  # without a namespace
    arguments: tuple[Tensor | Attribute, ...]
    outputs: tuple[str, ...]
    keywords: tuple[str, ...]  # arguments that are given by name only

    @property
    def type(self) -> str:
        """The name of the GE operator and of C++ types: my_op -> MyOp."""
        return "".join(part.capitalize() for part in self.name.strip("_").split("_"))

    @property
    def tensors(self) -> list[Tensor]:
        return [each for each in self.arguments if isinstance(each, Tensor)]

    @property
    def attributes(self) -> list[Attribute]:
        return [each for each in self.arguments if isinstance(each, Attribute)]

    @property
    def inplace(self) -> list[Tensor]:
        return [each for each in self.tensors if each.kind == "inplace"]

    @property
    def ge_outputs(self) -> list[str]:
        """GE's outputs: those of the schema, then the changed inputs, by their own names."""
        return [*self.outputs, *(each.name for each in self.inplace)]


def _kind(type_: Any) -> str:
    """torch's name of a type; it calls SymInt int."""
    if type_.kind() == "ListType":
        return f"List[{_kind(type_.getElementType())}]"
    return "SymInt" if type_.kind() == "SymIntType" else str(type_)


def parse(schema: str) -> Operator:
    """Reads ``my_op(Tensor x, Tensor? y, float alpha=1.0) -> Tensor``.

    Raises:
        ScaffoldError: for what torch's parser refuses and for arguments that GE has nothing for.
    """
    try:
        parsed = torch._C.parse_schema(schema)
    except RuntimeError as error:
        reason = " ".join(str(error).partition("Exception raised from")[0].split())
        raise ScaffoldError(f"torch cannot read the schema {schema!r}: {reason}") from None
    name = parsed.name.rpartition("::")[2]
    if parsed.overload_name or not re.fullmatch(r"[a-z]\w*", name):
        raise ScaffoldError(
            f"expected a lower-case name without an overload, got {parsed.name!r} in {schema!r}"
        )
    arguments: list[Tensor | Attribute] = []
    for argument in parsed.arguments:
        index = sum(isinstance(each, Tensor) for each in arguments)
        kind = _kind(argument.real_type)
        if keyword.iskeyword(argument.name):
            raise ScaffoldError(f"argument {argument.name}: a word of Python, which no call could name")
        if kind in _TENSORS:
            written = argument.alias_info is not None and argument.alias_info.is_write
            if written and kind != "Tensor":
                raise ScaffoldError(
                    f"argument {argument.name}: only a Tensor can be changed in place, got {kind}"
                )
            arguments.append(
                Tensor(
                    argument.name,
                    "inplace" if written else _TENSORS[kind],
                    index,
                    argument.has_default_value(),
                )
            )
        elif kind in ATTRIBUTES:
            type_ = ATTRIBUTES[kind]
            attribute = Attribute(argument.name, type_, default_of(argument, type_), len(arguments) - index)
            arguments.append(attribute)
        else:
            raise ScaffoldError(f"argument {argument.name} has type {kind}; {why_not(kind)}")
    first = arguments[0] if arguments else None
    if not isinstance(first, Tensor) or first.kind not in ("required", "inplace"):
        raise ScaffoldError("expected a Tensor as first argument: outputs get its shape, dtype and device")
    for result in parsed.returns:
        if str(result.type) != "Tensor" or result.alias_info is not None:
            raise ScaffoldError(f"expected results that are new Tensors, got {result.type} in {schema!r}")
    outputs = tuple(
        result.name or ("output" if len(parsed.returns) == 1 else f"output{i}")
        for i, result in enumerate(parsed.returns)
    )
    names = [each.name for each in arguments]
    changed = [each.name for each in arguments if isinstance(each, Tensor) and each.kind == "inplace"]
    if not outputs and not changed:
        raise ScaffoldError(f"{schema!r} returns nothing and changes nothing: nothing can be computed")
    clash = set(outputs) & set(names)
    if clash:
        raise ScaffoldError(f"{', '.join(clash)} names an argument and a result; GE takes that for in place")
    keywords = tuple(argument.name for argument in parsed.arguments if argument.kwarg_only)
    return Operator(name, schema.partition("::")[2] or schema, tuple(arguments), outputs, keywords)
