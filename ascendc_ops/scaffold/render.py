# SPDX-License-Identifier: Apache-2.0
"""The files of a new operator, from the templates in templates/."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2

from ascendc_ops.scaffold.formula import Kernel, compile_formula
from ascendc_ops.scaffold.names import identifier
from ascendc_ops.scaffold.schema import Attribute, Operator, Tensor

_TEMPLATES = Path(__file__).parent / "templates"
#: Template -> the file it becomes, relative to the root of the repository or package.
OPERATOR_FILES = {
    "operator/kernel.h.j2": "kernel/{name}.h",
    "operator/kernel.asc.j2": "kernel/{name}.asc",
    "operator/ge.cpp.j2": "ge/{name}.cpp",
    "operator/pytorch.cpp.j2": "pytorch/{name}.cpp",
    "operator/converter.py.j2": "converters/{name}.py",
    "operator/test.py.j2": "tests/test_{name}.py",
}
#: Helpers of operators with attributes or lists; the same for every operator.
SUPPORT_FILES = {
    "support/attributes.h.j2": "ge/attributes.h",
    "support/arguments.h.j2": "pytorch/arguments.h",
}
PACKAGE_FILES = {
    "package/CMakeLists.txt.j2": "CMakeLists.txt",
    "package/pyproject.toml.j2": "pyproject.toml",
    "package/README.md.j2": "README.md",
    "package/init.py.j2": "src/{ns}/__init__.py",
    "package/converters.py.j2": "converters/__init__.py",
}


@dataclass(frozen=True)
class _Written:
    """A kernel with the names that the templates give it."""

    target: str
    expression: str  # on torch
    formula: str  # as the user wrote it
    lines: tuple[str, ...]
    scratch: int
    struct: str
    function: str
    address: str

    @property
    def uses_inputs(self) -> bool:
        return any("inputs[" in line for line in self.lines)


def _written(operator: Operator, kernels: list[Kernel]) -> list[_Written]:
    several = len(kernels) > 1
    return [
        _Written(
            target=kernel.target,
            expression=kernel.expression,
            formula=kernel.formula,
            lines=kernel.lines,
            scratch=kernel.scratch,
            struct=f"{operator.type}{_camel(kernel.target) if several else ''}Op",
            function=f"{operator.name}_{kernel.target}" if several else f"{operator.name}_kernel",
            address=(
                identifier(kernel.target) if kernel.target in operator.outputs else f"{kernel.target}_written"
            ),
        )
        for kernel in kernels
    ]


def _camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def _context(operator: Operator, kernels: list[Kernel], namespace: str) -> dict[str, Any]:
    """What the templates use: lists of arguments as C++ writes them.

    A kernel with a formula takes the numbers as float and the count of elements; one that is not written yet
    takes every attribute as it is, and the shape.
    """
    tensors, first = operator.tensors, operator.tensors[0].name
    used = [a for a in operator.attributes if a.type.numeric or not kernels]
    outputs = [identifier(name) for name in operator.outputs]
    results = [*outputs, *(f"{t.name}_written" for t in operator.inplace)]
    names = [*(t.name for t in tensors), *(a.name for a in used)]
    declared = [
        *(f"{_ADDRESSES[t.kind]} {identifier(t.name)}" for t in tensors),
        *(f"{'float' if kernels else a.type.value} {identifier(a.name)}" for a in used),
        *(f"void* {name}" for name in results),
        "std::uint64_t count" if kernels else "const std::vector<std::int64_t>& shape",
        "void* stream",
    ]
    like = outputs[0] if outputs else f"{operator.inplace[0].name}_dense"
    extent = f"static_cast<std::uint64_t>({like}.numel())" if kernels else f"{like}.sizes().vec()"

    def parameter(each: Tensor | Attribute) -> str:
        name = identifier(each.name) if each in tensors or each in used else f"/*{each.name}*/"
        return f"{each.cpp} {name}"

    return {
        "op": operator,
        "ns": namespace,
        "kernels": _written(operator, kernels),
        "first": first,
        "used": used,
        "launch_parameters": ", ".join(declared),
        "unwritten_parameters": ", ".join(re.sub(r"(\w+)$", r"/*\1*/", each) for each in declared),
        "launch_names": ", ".join([*(identifier(name) for name in names), *results]),
        "kernel_inputs": ", ".join(f"GM_ADDR {identifier(t.name)}" for t in tensors),
        "ge_names": results,
        "tensor_parameters": ", ".join(
            f"{'const at::Tensor&' if t.kind == 'inplace' else t.cpp} {identifier(t.name)}" for t in tensors
        ),
        "tensor_names": ", ".join(identifier(t.name) for t in tensors),
        "unused_parameters": ", ".join(
            f"{a.cpp} {identifier(a.name) if isinstance(a, Tensor) else f'/*{a.name}*/'}"
            for a in operator.arguments
        ),
        "npu_parameters": ", ".join(map(parameter, operator.arguments)),
        "returns": _tuple_of("at::Tensor", len(operator.outputs)),
        "meta_result": _result([f"DenseLike({first})" for _ in operator.outputs]),
        "npu_result": _result(outputs),
        "captures": ", ".join(
            [
                *map(_capture, tensors),
                *(_captured(a, as_float=bool(kernels)) for a in used),
                *outputs,
            ]
        ),
        "like": like,
        "launch_arguments": ", ".join(
            [
                *map(_address, tensors),
                *(identifier(a.name) for a in used),
                *(f"{name}.mutable_data_ptr()" for name in outputs),
                *(f"{t.name}_dense.mutable_data_ptr()" for t in operator.inplace),
                extent,
                "stream",
            ]
        ),
        "schema_text": '"' + operator.schema.replace("\\", "\\\\").replace('"', '\\"') + '"',
        "inplace_positions": [i for i, a in enumerate(operator.arguments) if a in operator.inplace],
    }


_ADDRESSES = {
    "required": "const void*",
    "inplace": "const void*",
    "optional": "const void*",
    "list": "const std::vector<const void*>&",
}


def _capture(tensor: Tensor) -> str:
    """How a queued launch keeps a tensor."""
    name = identifier(tensor.name)
    return {
        "required": f"{name} = {name}.contiguous()",
        "inplace": f"{tensor.name}_dense",
        "optional": f"{name} = {name}.has_value() ? {name}->contiguous() : at::Tensor()",
        "list": f"{name} = ToDense({name})",
    }[tensor.kind]


def _address(tensor: Tensor) -> str:
    """A kept tensor as the launcher takes it."""
    name = identifier(tensor.name)
    return {
        "required": f"{name}.const_data_ptr()",
        "inplace": f"{tensor.name}_dense.const_data_ptr()",
        "optional": f"{name}.defined() ? {name}.const_data_ptr() : nullptr",
        "list": f"Addresses({name})",
    }[tensor.kind]


def _captured(attribute: Attribute, *, as_float: bool) -> str:
    name = identifier(attribute.name)
    value = f"static_cast<float>({name})" if as_float else f"ToValue({name})"
    return f"{name} = {value}"


def _tuple_of(kind: str, count: int) -> str:
    if count == 0:
        return "void"
    return kind if count == 1 else f"std::tuple<{', '.join([kind] * count)}>"


def _result(values: list[str]) -> str:
    return values[0] if len(values) == 1 else f"{{{', '.join(values)}}}"


def render(operator: Operator, formula: str, namespace: str, *, package: bool) -> dict[str, str]:
    """The text of each file, by its path.

    Args:
        operator: what ``schema.parse`` gave.
        formula: one elementwise expression for each output; empty for a kernel that is not written yet.
        namespace: of the operators in torch and in C++, and the name of the Python package.
        package: also the files of a package of its own.
    """
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    environment.filters["id"] = identifier
    kernels = compile_formula(operator, formula) if formula else []
    context = _context(operator, kernels, namespace)
    files = {**OPERATOR_FILES, **SUPPORT_FILES, **(PACKAGE_FILES if package else {})}
    return {
        path.format(name=operator.name, ns=namespace): environment.get_template(template).render(context)
        for template, path in files.items()
    }
