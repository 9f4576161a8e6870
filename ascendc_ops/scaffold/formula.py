# SPDX-License-Identifier: Apache-2.0
"""Elementwise formulas: from a Python expression to vector instructions, and to the same on torch."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from ascendc_ops.scaffold import ScaffoldError
from ascendc_ops.scaffold.names import identifier
from ascendc_ops.scaffold.schema import Operator

_BINARY = {ast.Add: "Add", ast.Sub: "Sub", ast.Mult: "Mul", ast.Div: "Div"}
_SIGNS = {"Add": "+", "Sub": "-", "Mul": "*", "Div": "/"}
# Function -> instruction of one source, or None where it is several; the name in torch is the same.
_UNARY = {
    "abs": "Abs",
    "exp": "Exp",
    "log": "Ln",
    "relu": "Relu",
    "rsqrt": "Rsqrt",
    "sqrt": "Sqrt",
    "reciprocal": "Reciprocal",
    "square": None,
    "sigmoid": None,
    "neg": None,
}
_PAIRS = {"maximum": "Max", "minimum": "Min"}
_MAX_POWER = 8
RESULT = "result"


@dataclass(frozen=True)
class Kernel:
    """How one output is computed.

    Attributes:
        target: the output, or the argument that is changed in place.
        formula: as the user wrote it.
        expression: the same on torch tensors.
        lines: C++ statements on LocalTensor<float>, ending with the result in ``result``.
        scratch: number of buffers ``scratch[i]`` that the statements use.
    """

    target: str
    formula: str
    expression: str
    lines: tuple[str, ...]
    scratch: int


@dataclass(frozen=True)
class _Value:
    text: str  # C++: a LocalTensor or a float
    is_tensor: bool
    is_buffer: bool = False  # may be overwritten


class _Program:
    """Vector instructions of one expression."""

    def __init__(self, operator: Operator) -> None:
        self._tensors = {t.name: f"inputs[{t.index}]" for t in operator.tensors}
        self._lists = [t.name for t in operator.tensors if t.kind == "list"]
        self._scalars = [a.name for a in operator.attributes if a.type.numeric]
        self._others = [a.name for a in operator.attributes if not a.type.numeric]
        self._free: list[str] = []
        self.scratch = 0
        self.lines: list[str] = []

    def compile(self, node: ast.expr) -> None:
        value = self._value(node)
        if not value.is_tensor:
            self._emit(f"Duplicate({RESULT}, {value.text}, count)")
        elif not value.is_buffer:
            self._emit(f"Muls({RESULT}, {value.text}, 1.0F, count)")
        else:  # the last instruction writes the result at once
            self.lines[-1] = self.lines[-1].replace(f"({value.text}, ", f"({RESULT}, ", 1)

    def _emit(self, call: str) -> None:
        self.lines.append(f"AscendC::{call};")

    def _buffer(self, *reusable: _Value) -> str:
        """A buffer to write to: one of ``reusable`` that nothing else needs, or another one."""
        own = [value.text for value in reusable if value.is_buffer]
        self._free += own[1:]
        if own:
            return own[0]
        if self._free:
            return self._free.pop()
        self.scratch += 1
        return f"scratch[{self.scratch - 1}]"

    def _apply(self, instruction: str, *operands: _Value) -> _Value:
        target = self._buffer(*operands)
        self._emit(f"{instruction}({', '.join([target, *(o.text for o in operands)])}, count)")
        return _Value(target, is_tensor=True, is_buffer=True)

    def _filled(self, scalar: _Value) -> _Value:
        return self._apply("Duplicate", scalar)

    def _value(self, node: ast.expr) -> _Value:
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
            return _Value(f"{float(node.value)!r}F", is_tensor=False)
        if isinstance(node, ast.Name):
            return self._name(node.id)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return self._negated(self._value(node.operand))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
            return self._power(node)
        if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
            left, right = self._value(node.left), self._value(node.right)
            return self._binary(_BINARY[type(node.op)], left, right)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
            return self._call(node.func.id, [self._value(each) for each in node.args])
        raise ScaffoldError(f"the formula has {ast.unparse(node)!r}; expected {_EXPECTED}")

    def _name(self, name: str) -> _Value:
        if name in self._lists:
            raise ScaffoldError(f"the formula uses {name}, a list of tensors: an elementwise kernel has none")
        if name in self._tensors:
            return _Value(self._tensors[name], is_tensor=True)
        if name in self._scalars:
            return _Value(identifier(name), is_tensor=False)
        kind = "an attribute that is no number" if name in self._others else "no argument of the schema"
        raise ScaffoldError(f"the formula uses {name}, which is {kind}")

    def _negated(self, value: _Value) -> _Value:
        if value.is_tensor:
            return self._apply("Muls", value, _Value("-1.0F", is_tensor=False))
        return _Value(f"(-{value.text})", is_tensor=False)

    def _binary(self, instruction: str, left: _Value, right: _Value) -> _Value:
        if not left.is_tensor and not right.is_tensor:
            if instruction in ("Max", "Min"):
                sign = ">" if instruction == "Max" else "<"
                return _Value(
                    f"({left.text} {sign} {right.text} ? {left.text} : {right.text})", is_tensor=False
                )
            return _Value(f"({left.text} {_SIGNS[instruction]} {right.text})", is_tensor=False)
        if left.is_tensor and right.is_tensor:
            return self._apply(instruction, left, right)
        if instruction == "Div":
            left, right = (v if v.is_tensor else self._filled(v) for v in (left, right))
            return self._apply("Div", left, right)
        if instruction == "Sub" and right.is_tensor:
            return self._apply("Adds", self._negated(right), left)
        tensor, scalar = (left, right) if left.is_tensor else (right, left)
        if instruction == "Sub":
            return self._apply("Adds", tensor, _Value(f"(-{scalar.text})", is_tensor=False))
        return self._apply(f"{instruction}s", tensor, scalar)

    def _power(self, node: ast.BinOp) -> _Value:
        power = node.right.value if isinstance(node.right, ast.Constant) else None
        if not isinstance(power, int) or not 2 <= power <= _MAX_POWER:
            raise ScaffoldError(
                f"the formula has the power {ast.unparse(node.right)}; "
                f"expected 2 to {_MAX_POWER}, or sqrt(...)"
            )
        base = self._value(node.left)
        result = self._binary("Mul", base, base) if not base.is_buffer else self._apply_kept("Mul", base)
        for _ in range(power - 2):
            result = self._binary("Mul", result, base) if not base.is_buffer else self._onto(result, base)
        if base.is_buffer:
            self._free.append(base.text)
        return result

    def _apply_kept(self, instruction: str, value: _Value) -> _Value:
        """value with itself into another buffer, so that value stays."""
        kept = _Value(value.text, is_tensor=True)
        return self._apply(instruction, kept, kept)

    def _onto(self, result: _Value, base: _Value) -> _Value:
        return self._apply("Mul", result, _Value(base.text, is_tensor=True))

    def _call(self, name: str, arguments: list[_Value]) -> _Value:
        expected = 2 if name in _PAIRS else 1
        if name not in _UNARY and name not in _PAIRS:
            raise ScaffoldError(f"the formula calls {name}; expected {_EXPECTED}")
        if len(arguments) != expected:
            raise ScaffoldError(
                f"the formula calls {name} with {len(arguments)} arguments, expected {expected}"
            )
        if name in _PAIRS:
            return self._binary(_PAIRS[name], *arguments)
        value = arguments[0] if arguments[0].is_tensor else self._filled(arguments[0])
        instruction = _UNARY[name]
        if instruction is not None:
            return self._apply(instruction, value)
        if name == "neg":
            return self._negated(value)
        if name == "square":
            square = self._apply_kept("Mul", value)
            if value.is_buffer:
                self._free.append(value.text)
            return square
        one = _Value("1.0F", is_tensor=False)
        below = self._apply("Adds", self._apply("Exp", self._negated(value)), one)
        return self._apply("Div", self._filled(one), below)


_EXPECTED = (
    "names of arguments, numbers, + - * / ** and "
    + ", ".join([*_UNARY, *_PAIRS])
    + ", one expression for each output and changed argument, separated by commas"
)


class _OnTorch(ast.NodeTransformer):
    """Functions become torch's, which take tensors only: so do numbers among their arguments."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name):
            torch = ast.Name("torch", ast.Load())
            node.func = ast.Attribute(torch, node.func.id, ast.Load())
            as_tensor = ast.Attribute(torch, "tensor", ast.Load())
            node.args = [
                each
                if any(isinstance(part, ast.Name) for part in ast.walk(each))
                else ast.Call(as_tensor, [each], [])
                for each in node.args
            ]
        return node


def compile_formula(operator: Operator, formula: str) -> list[Kernel]:
    """A kernel for each output of ``operator``, then for each argument that is changed in place.

    Raises:
        ScaffoldError: for a formula that is not elementwise, or not one for each output; for an expression
            with an argument that the one before it changes.
    """
    try:
        parsed = ast.parse(formula, mode="eval").body
    except SyntaxError as error:
        raise ScaffoldError(f"the formula {formula!r} is no Python expression: {error.msg}") from None
    expressions = list(parsed.elts) if isinstance(parsed, ast.Tuple) else [parsed]
    targets = operator.ge_outputs
    if len(expressions) != len(targets):
        raise ScaffoldError(
            f"the formula has {len(expressions)} expressions, expected one for each of {', '.join(targets)}"
        )
    changed: set[str] = set()
    for target, expression in zip(targets, expressions, strict=True):
        used = {node.id for node in ast.walk(expression) if isinstance(node, ast.Name)}
        if used & changed:
            raise ScaffoldError(
                f"the new {target} is computed from {', '.join(sorted(used & changed))}, which is changed "
                "before it: each result has a launch of its own; change it last, or leave the formula out "
                "and write the kernel"
            )
        changed |= {target} - set(operator.outputs)
    kernels = list(_kernels(operator, targets, expressions))
    lists = [tensor.name for tensor in operator.tensors if tensor.kind == "list"]
    if lists:
        raise ScaffoldError(
            f"the schema has a list of tensors ({', '.join(lists)}): an elementwise kernel takes none; leave "
            "the formula out, and write the kernel"
        )
    return kernels


def _kernels(operator: Operator, targets: list[str], expressions: list[ast.expr]) -> Iterator[Kernel]:
    for target, expression in zip(targets, expressions, strict=True):
        program = _Program(operator)
        program.compile(expression)
        on_torch = ast.unparse(_OnTorch().visit(ast.parse(ast.unparse(expression), mode="eval")))
        yield Kernel(target, ast.unparse(expression), on_torch, tuple(program.lines), program.scratch)
