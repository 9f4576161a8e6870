# SPDX-License-Identifier: Apache-2.0
"""Whole models: modules, autograd and optimisers."""

from __future__ import annotations

import copy
from typing import Any

import pytest
import torch
from torch import Tensor, nn

F = torch.nn.functional


def _model() -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(1, 4, 3),
        nn.BatchNorm2d(4),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Linear(36, 16),
        nn.LayerNorm(16),
        nn.GELU(),
        nn.Dropout(0.2),
        nn.Linear(16, 5),
    )


def _train(
    model: nn.Module, optimizer: type[torch.optim.Optimizer], device: str, **options: Any
) -> list[Tensor]:
    torch.manual_seed(3)
    torch.npu.manual_seed(3)
    model = copy.deepcopy(model).to(device)
    step = optimizer(model.parameters(), **options)
    data = torch.Generator().manual_seed(4)
    for _ in range(4):
        x = torch.randn(6, 1, 8, 8, generator=data).to(device)
        y = torch.randint(0, 5, (6,), generator=data).to(device)
        step.zero_grad()
        F.cross_entropy(model(x), y).backward()
        step.step()
    return [value.detach().cpu() for value in model.state_dict().values()]


@pytest.mark.parametrize(
    ("optimizer", "options"),
    [
        (torch.optim.SGD, {"lr": 0.1, "momentum": 0.9}),
        (torch.optim.Adam, {"lr": 0.01}),
        (torch.optim.AdamW, {"lr": 0.01, "foreach": True}),
        (torch.optim.AdamW, {"lr": 0.01, "foreach": False}),
    ],
)
def test_training_is_bit_identical(optimizer: type[torch.optim.Optimizer], options: dict[str, Any]) -> None:
    model = _model()
    on_cpu, on_npu = (_train(model, optimizer, device, **options) for device in ("cpu", "npu"))
    for a, b in zip(on_cpu, on_npu, strict=True):
        assert torch.equal(a, b)


def _attention(x: Tensor) -> Tensor:
    result: Tensor = F.scaled_dot_product_attention(x, x, x, is_causal=True)
    return result


class _First(nn.Module):
    """The first result of a module that gives several."""

    def __init__(self, module: nn.Module, copies: int = 1) -> None:
        super().__init__()
        self.module, self.copies = module, copies

    def forward(self, x: Tensor) -> Tensor:
        result: Tensor = self.module(*[x] * self.copies)[0]
        return result


@pytest.mark.parametrize(
    "module",
    [
        _First(nn.LSTM(4, 8, 2)),
        _First(nn.GRU(4, 8, bidirectional=True)),
        _First(nn.RNN(4, 8)),
        _First(nn.LSTMCell(4, 8)),
        _First(nn.MultiheadAttention(4, 2), 3),
        nn.TransformerEncoderLayer(4, 2, 8, 0.0),
    ],
    ids=lambda module: type(getattr(module, "module", module)).__name__,
)
def test_modules(module: nn.Module) -> None:
    x = torch.randn(3, 2, 4)
    if isinstance(getattr(module, "module", None), nn.LSTMCell):
        x = x[0]
    results = []
    for device in ("cpu", "npu"):
        copied, leaf = copy.deepcopy(module).to(device), x.clone().to(device).requires_grad_()
        y = copied(leaf)
        y.square().sum().backward()
        gradients = [leaf.grad, *(parameter.grad for parameter in copied.parameters())]
        results.append([t.detach().cpu() for t in (y, *gradients) if t is not None])
    torch.testing.assert_close(results[1], results[0], rtol=1e-5, atol=1e-5)


def test_attention() -> None:
    results = []
    x = torch.randn(2, 2, 5, 4)
    for device in ("cpu", "npu"):
        leaf = x.clone().to(device).requires_grad_()
        y = _attention(leaf)
        y.sum().backward()
        assert leaf.grad is not None
        results.append([y.detach().cpu(), leaf.grad.cpu()])
    torch.testing.assert_close(results[1], results[0], rtol=1e-5, atol=1e-5)


def test_autocast() -> None:
    x = torch.randn(3, 3, device="npu")
    with torch.autocast("npu", torch.bfloat16):
        assert (x @ x).dtype == torch.bfloat16
        assert x.softmax(0).dtype == torch.float32


def test_gradcheck() -> None:
    x = torch.randn(3, 4, dtype=torch.float64, device="npu", requires_grad=True)
    assert torch.autograd.gradcheck(lambda v: (v @ v.t()).tanh() / v.sum(), (x,))
