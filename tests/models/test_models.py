# SPDX-License-Identifier: Apache-2.0
"""Whole models compiled with TorchAir against the same models on the CPU."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest
import torch
from torch import Tensor, nn

from support.compiling import CompiledForNpu
from support.networks import NETWORKS, TOKENS, WORDS, Gpt2

Compile = Callable[..., CompiledForNpu]

# Relative and absolute. Sums of many terms in another order; for half types also other places of rounding.
TOLERANCES = {torch.float32: (1e-4, 1e-4), torch.float16: (2e-2, 1e-2), torch.bfloat16: (5e-2, 5e-2)}
DTYPES = list(TOLERANCES)

ALL = pytest.mark.parametrize("name", NETWORKS)


def _network(name: str, dtype: torch.dtype = torch.float32) -> tuple[nn.Module, nn.Module]:
    """The same network on the CPU and on npu."""
    torch.manual_seed(0)
    on_cpu = NETWORKS[name].make().to(dtype)
    return on_cpu, copy.deepcopy(on_cpu).npu()


def _inputs(name: str, batch: int, dtype: torch.dtype = torch.float32) -> Tensor:
    x = NETWORKS[name].inputs(batch)
    return x.to(dtype) if x.is_floating_point() else x


def _assert_close(got: Tensor, expected: Tensor) -> None:
    rtol, atol = TOLERANCES[expected.dtype]
    torch.testing.assert_close(got.cpu(), expected, rtol=rtol, atol=atol)


@ALL
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_forward(compile_npu: Compile, name: str, dtype: torch.dtype) -> None:
    on_cpu, on_npu = (model.eval() for model in _network(name, dtype))
    compiled = compile_npu(on_npu)
    x = _inputs(name, 4, dtype)
    with torch.no_grad():
        _assert_close(compiled(x.npu()), on_cpu(x))
    compiled.assert_compiled(graphs=1)


@ALL
def test_forward_of_any_batch(compile_npu: Compile, name: str) -> None:
    on_cpu, on_npu = (model.eval() for model in _network(name))
    compiled = compile_npu(on_npu, dynamic=True)
    with torch.no_grad():
        for batch in (4, 7, 2):
            x = _inputs(name, batch)
            _assert_close(compiled(x.npu()), on_cpu(x))
    compiled.assert_compiled(graphs=1)


def _training_losses(model: nn.Module, run: Callable[..., Tensor], batches: list[Tensor]) -> list[float]:
    """SGD towards small outputs; the losses before each step."""
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    losses = []
    for x in batches:
        optimizer.zero_grad()
        loss = run(x).float().square().mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


@ALL
def test_training_step(compile_npu: Compile, name: str) -> None:
    """After one step every parameter's gradient equals the CPU's."""
    on_cpu, on_npu = _network(name)
    x = _inputs(name, 4)
    _training_losses(on_cpu, on_cpu, [x])
    compiled = compile_npu(on_npu)
    _training_losses(on_npu, compiled, [x.npu()])
    compiled.assert_compiled(graphs=2, op_type=None)
    for (parameter, got), expected in zip(on_npu.named_parameters(), on_cpu.parameters(), strict=True):
        assert got.grad is not None, parameter
        assert expected.grad is not None, parameter
        torch.testing.assert_close(
            got.grad.cpu(), expected.grad, rtol=1e-3, atol=1e-4, msg=lambda m, p=parameter: f"{p}: {m}"
        )


def _generate(model: Callable[[Tensor], Tensor], words: Tensor, count: int) -> list[int]:
    """The likeliest next word, ``count`` times; the model sees a window of the last words."""
    generated: list[int] = []
    for _ in range(count):
        following = model(words)[:, -1].argmax(-1, keepdim=True)
        words = torch.cat([words[:, 1:], following], 1)
        generated.append(int(following))
    return generated


def test_generation(compile_npu: Compile) -> None:
    """A four-layer GPT-2 writes the same 32 words as on the CPU, in one graph."""
    torch.manual_seed(0)
    model = Gpt2().eval()
    prompt = torch.randint(WORDS, (1, TOKENS))
    with torch.no_grad():
        expected = _generate(model, prompt, 32)
        compiled = compile_npu(model.npu())
        assert _generate(compiled, prompt.npu(), 32) == expected
    compiled.assert_compiled(graphs=1)
