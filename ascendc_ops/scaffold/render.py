# SPDX-License-Identifier: Apache-2.0
"""The files of a new operator, from the templates in templates/."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2

from ascendc_ops.scaffold.formula import Kernel, compile_formula
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
            address=kernel.target if kernel.target in operator.outputs else f"{kernel.target}_written",
        )
        for kernel in kernels
    ]


def _camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def _context(operator: Operator, kernels: list[Kernel], namespace: str) -> dict[str, Any]:
    """What the templates use: lists of arguments as C++ writes them."""
    tensors, first = operator.tensors, operator.tensors[0].name
    scalars = [a for a in operator.attributes if a.type.numeric]
    written = [f"{t.name}_written" for t in operator.inplace]
    results = [*operator.outputs, *written]

    def dense(tensor: Tensor) -> str:
        return f"{tensor.name}_dense" if tensor.kind == "inplace" else tensor.name

    def address(tensor: Tensor) -> str:
        if tensor.kind == "optional":
            return f"{tensor.name}.defined() ? {tensor.name}.const_data_ptr() : nullptr"
        return f"{dense(tensor)}.const_data_ptr()"

    def capture(tensor: Tensor) -> str:
        if tensor.kind == "inplace":
            return f"{tensor.name}_dense"
        if tensor.kind == "optional":
            return f"{tensor.name} = {tensor.name}.has_value() ? {tensor.name}->contiguous() : at::Tensor()"
        return f"{tensor.name} = {tensor.name}.contiguous()"

    def parameter(each: Tensor | Attribute, used: bool) -> str:
        return f"{each.cpp} {each.name if used else f'/*{each.name}*/'}"

    return {
        "op": operator,
        "ns": namespace,
        "kernels": _written(operator, kernels),
        "first": first,
        "scalars": scalars,
        "launch_parameters": ", ".join(
            [
                *(f"const void* {t.name}" for t in tensors),
                *(f"float {a.name}" for a in scalars),
                *(f"void* {name}" for name in results),
            ]
        ),
        "launch_names": ", ".join([*(t.name for t in tensors), *(a.name for a in scalars), *results]),
        "kernel_inputs": ", ".join(f"GM_ADDR {t.name}" for t in tensors),
        "ge_names": results,
        "tensor_parameters": ", ".join(
            f"{'const at::Tensor&' if t.kind == 'inplace' else t.cpp} {t.name}" for t in tensors
        ),
        "tensor_names": ", ".join(t.name for t in tensors),
        "unused_parameters": ", ".join(parameter(a, isinstance(a, Tensor)) for a in operator.arguments),
        "npu_parameters": ", ".join(
            parameter(a, isinstance(a, Tensor) or (bool(kernels) and a.type.numeric))
            for a in operator.arguments
        ),
        "returns": _tuple_of("at::Tensor", len(operator.outputs)),
        "meta_result": _result([f"DenseLike({first})" for _ in operator.outputs]),
        "npu_result": _result(list(operator.outputs)),
        "captures": ", ".join(
            [
                *(capture(t) for t in tensors if t.kind != "list"),
                *(f"{a.name} = static_cast<float>({a.name})" for a in scalars),
                *operator.outputs,
            ]
        ),
        "like": operator.outputs[0] if operator.outputs else f"{operator.inplace[0].name}_dense",
        "launch_arguments": ", ".join(
            [
                *(address(t) for t in tensors),
                *(a.name for a in scalars),
                *(f"{name}.mutable_data_ptr()" for name in operator.outputs),
                *(f"{t.name}_dense.mutable_data_ptr()" for t in operator.inplace),
            ]
        ),
        "schema_text": '"' + operator.schema.replace("\\", "\\\\").replace('"', '\\"') + '"',
        "inplace_positions": [i for i, a in enumerate(operator.arguments) if a in operator.inplace],
    }


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
    kernels = compile_formula(operator, formula) if formula else []
    context = _context(operator, kernels, namespace)
    files = {**OPERATOR_FILES, **(PACKAGE_FILES if package else {})}
    return {
        path.format(name=operator.name, ns=namespace): environment.get_template(template).render(context)
        for template, path in files.items()
    }
