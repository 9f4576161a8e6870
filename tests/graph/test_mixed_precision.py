# SPDX-License-Identifier: Apache-2.0
"""Training in mixed precision with GradScaler: it learns, and nothing is compiled after the first step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

from ascendc_ops.nn import DispersionCorrection, ResidualAdd
from support.compiling import CompiledForNpu

CompileNpu = Callable[..., CompiledForNpu]


class Model(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(8, 8)
        self.correction = DispersionCorrection(0.5)
        self.residual = ResidualAdd(torch.nn.Linear(8, 8))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.residual(self.correction(self.linear(x).abs() + 1))


def train(
    model: Model, function: Callable[..., torch.Tensor], scaler: Any, lower: torch.dtype
) -> list[float]:
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    x = torch.linspace(-1, 1, 32).reshape(4, 8).npu()
    losses = []
    for _ in range(6):
        optimizer.zero_grad()
        with torch.autocast("npu", dtype=lower):
            loss = function(x).float().square().mean()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        losses.append(loss.item())
    return losses


@pytest.mark.parametrize(
    "scaler",
    [lambda: torch.amp.GradScaler("npu"), lambda: torch.npu.amp.GradScaler()],
    ids=["torch", "torch_npu"],
)
@pytest.mark.parametrize("lower", [torch.float16, torch.bfloat16], ids=str)
def test_grad_scaler(compile_npu: CompileNpu, scaler: Callable[[], Any], lower: torch.dtype) -> None:
    losses = []
    for compile_it in (False, True):
        torch.manual_seed(0)
        model = Model().npu()
        function = compile_npu(model) if compile_it else model
        losses.append(train(model, function, scaler(), lower))
        assert losses[-1][-1] < losses[-1][0]
        if isinstance(function, CompiledForNpu):
            assert function.backend_calls == 1
    torch.testing.assert_close(losses[1], losses[0], rtol=1e-3, atol=1e-3)
