# SPDX-License-Identifier: Apache-2.0
"""Whole models compiled with TorchAir against the same models on the CPU."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest
import torch
from torch import Tensor, nn

from support.compiling import CompiledForNpu
from support.networks import NETWORKS, SMALL, Gpt2

Compile = Callable[..., CompiledForNpu]

# Relative and absolute. Sums of many terms in another order; for half types also other places of rounding.
TOLERANCES = {torch.float32: (1e-4, 1e-4), torch.float16: (2e-2, 1e-2), torch.bfloat16: (5e-2, 5e-2)}
DTYPES = list(TOLERANCES)

# Of a parameter's gradient as a whole, relative.
GRADIENT_TOLERANCES = {torch.float32: 1e-4, torch.float16: 1e-2, torch.bfloat16: 5e-2}

# The last stage of the small ResNet normalises four numbers of each channel. What differs in the sixth digit
# differs in the first after five steps, also between float32 and float64 on the CPU. So each step starts from
# the CPU's parameters; the other networks are left to themselves.
CHAOTIC = {"resnet18"}

# Dynamo traces each of these for half a minute with symbolic sizes, forward and backward.
LONG_TO_TRACE = {"gpt2", "resnet18"}

ALL = pytest.mark.parametrize("name", NETWORKS)
EACH_DTYPE = pytest.mark.parametrize("dtype", DTYPES, ids=str)


def _network(name: str, dtype: torch.dtype = torch.float32) -> tuple[nn.Module, nn.Module]:
    """The same network on the CPU and on npu. Batch statistics are float32 in every network."""
    torch.manual_seed(0)
    on_cpu = NETWORKS[name].make().to(dtype)
    for module in on_cpu.modules():
        if isinstance(module, nn.BatchNorm2d):
            module.float()
    return on_cpu, copy.deepcopy(on_cpu).npu()


def _inputs(name: str, batch: int, dtype: torch.dtype = torch.float32) -> Tensor:
    x = NETWORKS[name].inputs(batch)
    return x.to(dtype) if x.is_floating_point() else x


def _assert_close(got: Tensor, expected: Tensor) -> None:
    rtol, atol = TOLERANCES[expected.dtype]
    torch.testing.assert_close(got.cpu(), expected, rtol=rtol, atol=atol)


@ALL
@EACH_DTYPE
def test_forward(compile_npu: Compile, name: str, dtype: torch.dtype) -> None:
    on_cpu, on_npu = (model.eval() for model in _network(name, dtype))
    compiled = compile_npu(on_npu)
    x = _inputs(name, 4, dtype)
    with torch.no_grad():
        _assert_close(compiled(x.npu()), on_cpu(x))
    compiled.assert_compiled(graphs=1)


def _leave_to_thorough(request: pytest.FixtureRequest, left_out: bool, reason: str) -> None:
    if left_out and not request.config.getoption("--thorough"):
        pytest.skip(f"{reason}: --thorough runs it")


@ALL
@EACH_DTYPE
def test_forward_of_any_batch(
    compile_npu: Compile, name: str, dtype: torch.dtype, request: pytest.FixtureRequest
) -> None:
    _leave_to_thorough(
        request, dtype != torch.float32 and name not in {"mlp", "llama"}, "MLP and LLaMA stand for half types"
    )
    on_cpu, on_npu = (model.eval() for model in _network(name, dtype))
    compiled = compile_npu(on_npu, dynamic=True)
    with torch.no_grad():
        for batch in (4, 7, 2):
            x = _inputs(name, batch, dtype)
            _assert_close(compiled(x.npu()), on_cpu(x))
    compiled.assert_compiled(graphs=1)


def _assert_same_gradients(got: nn.Module, expected: nn.Module, dtype: torch.dtype) -> None:
    """Each parameter's, as a whole: the distance of the two relative to their length.

    A tenth of the longest one is added: BERT's are close to 0, differences of numbers of that size.
    """
    longest = max(float(parameter.grad.double().norm()) for parameter in expected.parameters())
    for (name, parameter), reference in zip(got.named_parameters(), expected.parameters(), strict=True):
        assert parameter.grad is not None, name
        distance = float((parameter.grad.cpu().double() - reference.grad.double()).norm())
        length = float(reference.grad.double().norm())
        assert distance <= GRADIENT_TOLERANCES[dtype] * (length + longest / 10), (name, distance, length)


def _train(
    compile_npu: Compile, name: str, batches: list[int], dtype: torch.dtype = torch.float32, *, dynamic: bool
) -> None:
    """SGD towards small outputs: losses and gradients of every step equal the CPU's."""
    on_cpu, on_npu = _network(name, dtype)
    compiled = compile_npu(on_npu, dynamic=dynamic)
    runs = [(on_cpu, on_cpu), (on_npu, compiled)]
    optimizers = [torch.optim.SGD(model.parameters(), lr=0.05) for model, _ in runs]
    for batch in batches:
        x = _inputs(name, batch, dtype)
        if name in CHAOTIC:
            on_npu.load_state_dict(on_cpu.state_dict())
        losses = []
        for (model, run), optimizer in zip(runs, optimizers, strict=True):
            optimizer.zero_grad()
            loss = run(x.to(next(model.parameters()).device)).float().square().mean()
            loss.backward()
            optimizer.step()
            losses.append(loss.detach().cpu())
        torch.testing.assert_close(losses[1], losses[0], rtol=TOLERANCES[dtype][0], atol=0)
        _assert_same_gradients(on_npu, on_cpu, dtype)
    compiled.assert_compiled(graphs=2, op_type=None)


@ALL
def test_training(compile_npu: Compile, name: str) -> None:
    """20 steps follow the CPU's loss curve."""
    _train(compile_npu, name, [4] * 20, dynamic=False)


@ALL
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
def test_training_step(compile_npu: Compile, name: str, dtype: torch.dtype) -> None:
    _train(compile_npu, name, [4], dtype, dynamic=False)


@ALL
@EACH_DTYPE
def test_training_with_any_batch(
    compile_npu: Compile, name: str, dtype: torch.dtype, request: pytest.FixtureRequest
) -> None:
    _leave_to_thorough(request, name in LONG_TO_TRACE, "half a minute of tracing each")
    _leave_to_thorough(request, dtype != torch.float32 and name != "mlp", "MLP stands for half types")
    _train(compile_npu, name, [4, 7, 2], dtype, dynamic=True)


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
    model = Gpt2(SMALL).eval()
    prompt = torch.randint(SMALL.words, (1, SMALL.tokens))
    with torch.no_grad():
        expected = _generate(model, prompt, 32)
        compiled = compile_npu(model.npu())
        assert _generate(compiled, prompt.npu(), 32) == expected
    compiled.assert_compiled(graphs=1)
