# SPDX-License-Identifier: Apache-2.0
"""Random graphs of torch's and our operators: compiled for npu they give what torch gives on the CPU."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
import torch
from torch import Tensor

from ascendc_ops import ascendc_add, dispersion_correction
from support.compiling import CompiledForNpu
from support.progress import shown

BATCH = 3
TOLERANCES = {torch.float32: (1e-4, 1e-4), torch.float16: (1e-2, 1e-2), torch.bfloat16: (5e-2, 5e-2)}
DTYPES = (*TOLERANCES, torch.int32)  # integers are compared exactly

UNARY = (
    "torch.relu({x})",
    "torch.tanh({x})",
    "torch.sigmoid({x})",
    "{x}.abs().sqrt()",
    "{x}.neg()",
    "torch.exp(-{x}.abs())",
    "{x}.clamp(-0.5, 1.5)",
    "{x}.softmax(-1)",
    "{x} * 0.5 + 1",
    "{x}.sum(-1, keepdim=True)",
    "{x}.mean(-1, keepdim=True)",
    "{x}.max(-1, keepdim=True).values",
    "{x}.transpose(1, 2)",
    "{x}.flatten(1).unsqueeze(1)",
    "{x}[:, :, ::2]",
    "{x}.float()",
    "{x}.half()",
    "{x}.bfloat16()",
    "{x}.to(torch.int32)",
    "torch.cat([{x}, {x}.neg()], 1)",
    "torch.cumsum({x}, 1)",
    "torch.nn.functional.layer_norm({x}, {x}.shape[2:])",
    "{x}.flip(2)",
    "correct({x}.abs())",
)
BINARY = (
    "add({x}, {y})",
    "({x} > {y}).to({x}.dtype)",
    "{x}.masked_fill({x} < {y}, 2)",
    "add(add({x}, {y}), {y})",
    "{x} * {y}",
    "{x} - {y}",
    "torch.maximum({x}, {y})",
    "torch.where({x} > {y}, {x}, {y})",
    "{x} @ {y}.transpose(1, 2)",
    "torch.cat([{x}, {y}], 2)",
)

Function = Callable[..., tuple[Tensor, ...]]


@dataclass
class Program:
    """A function of two tensors [batch, rows, columns] with random statements; values are 3-D."""

    seed: int
    lines: list[str] = field(default_factory=list)

    def make(self, steps: int) -> tuple[list[Tensor], str]:
        """Inputs and source text. A statement that torch refuses for its operands is left out."""
        draw = random.Random(self.seed)
        torch.manual_seed(self.seed)
        dtype = draw.choice(DTYPES)
        shapes = [(BATCH, draw.randint(1, 4), draw.randint(1, 9)) for _ in range(2)]
        scale = 1 if dtype.is_floating_point else 9
        inputs = [(torch.randn(shape) * scale).to(dtype) for shape in shapes]
        values = {f"a{i}": x for i, x in enumerate(inputs)}
        while len(self.lines) < steps:
            x, y = (draw.choice(list(values)) for _ in range(2))
            expression = draw.choice(UNARY + BINARY * 2).format(x=x, y=y)
            try:
                result = eval(expression, {"torch": torch, **ON_CPU}, values)
            except (RuntimeError, TypeError):
                continue
            if result.numel() > 4096:
                continue
            name = f"v{len(self.lines)}"
            values[name] = result
            self.lines.append(f"    {name} = {expression}")
        text = "\n".join(self.lines)
        results = ", ".join(list(values)[-3:])
        return inputs, f"def program(a0, a1):\n{text}\n    return ({results},)\n"


def _add(x: Tensor, y: Tensor) -> Tensor:
    """torch's addition where ascendc_add accepts the operands."""
    if x.dtype != y.dtype or x.dtype not in DTYPES:
        raise TypeError
    return x + y


def _correct(x: Tensor) -> Tensor:
    """dispersion_correction by 0.5 where it accepts ``x``; half types are computed in float32."""
    if x.dtype not in TOLERANCES:
        raise TypeError
    return (x.float() * 0.5 + x.float().sqrt()).to(x.dtype)


ON_CPU = {"add": _add, "correct": _correct}
ON_NPU = {"add": ascendc_add, "correct": lambda x: dispersion_correction(x, 0.5)}


def _compile_source(source: str, operators: dict[str, Callable[..., Tensor]]) -> Function:
    scope: dict[str, object] = {"torch": torch, **operators}
    exec(source, scope)
    function = scope["program"]
    assert callable(function)
    return function


@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
def test_random_graphs(
    compile_npu: Callable[..., CompiledForNpu], request: pytest.FixtureRequest, dynamic: bool
) -> None:
    count = 400 if request.config.getoption("--thorough") else 12
    for seed in shown(range(count), count, "random graphs"):
        torch._dynamo.reset()
        inputs, source = Program(seed).make(steps=4 + seed % 12)
        expected_of = _compile_source(source, ON_CPU)
        compiled = compile_npu(_compile_source(source, ON_NPU), dynamic=dynamic)
        for batch in (BATCH, BATCH + 2) if dynamic else (BATCH,):
            given = [torch.cat([x, x * 0.5])[:batch] for x in inputs]
            expected = expected_of(*given)
            results = compiled(*(x.npu() for x in given))
            for got, wanted in zip(results, expected, strict=True):
                rtol, atol = TOLERANCES.get(wanted.dtype, (0, 0))
                try:
                    torch.testing.assert_close(got.cpu(), wanted, rtol=rtol, atol=atol, equal_nan=True)
                except AssertionError as error:
                    raise AssertionError(f"seed {seed}, batch {batch}: {error}\n{source}") from None
