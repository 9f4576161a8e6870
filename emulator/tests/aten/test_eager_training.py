# SPDX-License-Identifier: Apache-2.0
"""Eager training: every kind of optimiser, mixed precision with skipped steps, gradients beyond the first."""

from __future__ import annotations

import copy
from typing import Any

import pytest
import torch
from torch import Tensor, nn
from torch.utils.checkpoint import checkpoint

F = torch.nn.functional

OPTIMIZERS: list[tuple[type[torch.optim.Optimizer], dict[str, Any]]] = [
    (torch.optim.SGD, {"lr": 0.1, "momentum": 0.9, "nesterov": True, "weight_decay": 0.01}),
    (torch.optim.Adam, {"lr": 0.01, "amsgrad": True}),
    (torch.optim.AdamW, {"lr": 0.01, "weight_decay": 0.1}),
    (torch.optim.Adagrad, {"lr": 0.01}),
    (torch.optim.Adadelta, {"lr": 0.1}),
    (torch.optim.Adamax, {"lr": 0.01}),
    (torch.optim.ASGD, {"lr": 0.01}),
    (torch.optim.NAdam, {"lr": 0.01}),
    (torch.optim.RAdam, {"lr": 0.01}),
    (torch.optim.RMSprop, {"lr": 0.01, "momentum": 0.5, "centered": True}),
    (torch.optim.Rprop, {"lr": 0.01}),
    (torch.optim.LBFGS, {"lr": 0.1, "max_iter": 3}),
]
FUSED = (torch.optim.SGD, torch.optim.Adam, torch.optim.AdamW)


def _variants() -> list[Any]:
    found = []
    for optimizer, options in OPTIMIZERS:
        kinds: list[dict[str, bool]] = [{}]
        if optimizer is not torch.optim.LBFGS:
            kinds += [{"foreach": True}, {"foreach": False}]
        if optimizer in FUSED:
            kinds.append({"fused": True})
        for kind in kinds:
            name = "-".join([optimizer.__name__, *(f"{key}={value}" for key, value in kind.items())])
            found.append(pytest.param(optimizer, options | kind, id=name))
    return found


def _steps(device: str, optimizer: type[torch.optim.Optimizer], options: dict[str, Any]) -> list[Tensor]:
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 3)).to(device)
    step = optimizer(model.parameters(), **options)
    data = torch.Generator().manual_seed(1)
    for _ in range(5):
        x = torch.randn(4, 6, generator=data).to(device)
        y = torch.randn(4, 3, generator=data).to(device)

        def loss(x: Tensor = x, y: Tensor = y) -> Tensor:
            step.zero_grad()
            result = F.mse_loss(model(x), y)
            result.backward()
            return result

        step.step(loss)
    return [parameter.detach().cpu() for parameter in model.parameters()]


@pytest.mark.parametrize(("optimizer", "options"), _variants())
def test_five_steps_equal_the_cpu(optimizer: type[torch.optim.Optimizer], options: dict[str, Any]) -> None:
    on_cpu, on_npu = (_steps(device, optimizer, options) for device in ("cpu", "npu"))
    torch.testing.assert_close(on_npu, on_cpu, rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("options", [{}, {"fused": True}], ids=["plain", "fused"])
def test_a_step_that_overflows_is_skipped(options: dict[str, bool]) -> None:
    torch.manual_seed(0)
    model = nn.Linear(4, 2).npu()
    step = torch.optim.Adam(model.parameters(), lr=0.1, **options)
    scaler = torch.amp.GradScaler("npu", init_scale=1024.0, growth_interval=1)
    changed = []
    for factor in (1.0, float("inf"), 1.0):
        before = model.weight.detach().clone()
        with torch.autocast("npu", torch.float16):
            y = model(torch.ones(3, 4, device="npu"))
            assert y.dtype == torch.float16
        step.zero_grad()
        scaler.scale(y.float().sum() * factor).backward()
        scaler.step(step)
        scaler.update()
        changed.append(not torch.equal(before, model.weight))
    assert changed == [True, False, True]
    assert scaler.get_scale() == 1024.0 * 2 / 2 * 2
    assert model.weight.isfinite().all()


def test_mixed_precision_follows_the_cpu() -> None:
    losses: dict[str, list[float]] = {}
    for device in ("cpu", "npu"):
        torch.manual_seed(0)
        model = nn.Sequential(nn.Linear(6, 16), nn.GELU(), nn.LayerNorm(16), nn.Linear(16, 3)).to(device)
        step = torch.optim.AdamW(model.parameters(), lr=0.01)
        data = torch.Generator().manual_seed(1)
        losses[device] = []
        for _ in range(5):
            x = torch.randn(8, 6, generator=data).to(device)
            with torch.autocast(device, torch.bfloat16):
                loss = F.mse_loss(model(x).float(), x[:, :3])
            step.zero_grad()
            loss.backward()
            step.step()
            losses[device].append(loss.item())
    assert losses["npu"] == pytest.approx(losses["cpu"], rel=2e-2)
    assert losses["npu"][-1] < losses["npu"][0]


def _both(function: Any) -> None:
    """The function of a device gives the same tensors on both."""
    results = [[x.detach().cpu() for x in function(device)] for device in ("cpu", "npu")]
    torch.testing.assert_close(results[1], results[0], rtol=1e-4, atol=1e-5)


def test_gradients_of_gradients() -> None:
    def run(device: str) -> list[Tensor]:
        x = torch.linspace(-1, 1, 6).reshape(2, 3).to(device).requires_grad_()
        (first,) = torch.autograd.grad((x.exp() * F.silu(x)).sum(), x, create_graph=True)
        (second,) = torch.autograd.grad(first.square().sum(), x)
        hessian = torch.autograd.functional.hessian(lambda v: (v.sin() * v).sum(), x.detach()[0])
        return [first, second, hessian, torch.func.jacrev(torch.tanh)(x.detach()[0])]

    _both(run)


class _Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        ctx.save_for_backward(x)
        return x**3

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Tensor:
        (x,) = ctx.saved_tensors
        result: Tensor = 3 * x**2 * grad
        return result


def test_hooks_checkpoints_and_custom_functions() -> None:
    def run(device: str) -> list[Tensor]:
        seen: list[Tensor] = []
        layer = nn.Linear(3, 3)
        with torch.no_grad():
            for parameter in layer.parameters():
                parameter.copy_(torch.linspace(-1, 1, parameter.numel()).reshape(parameter.shape))
        layer = layer.to(device)
        layer.register_forward_hook(lambda module, inputs, output: output * 2)
        layer.register_full_backward_hook(lambda module, grads, outputs: seen.extend(outputs))
        x = torch.linspace(-1, 1, 6).reshape(2, 3).to(device).requires_grad_()
        hidden = layer(x)
        hidden.register_hook(lambda grad: grad * 3)
        y = checkpoint(lambda v: _Cube.apply(v).sigmoid(), hidden, use_reentrant=False)
        y.sum().backward()
        assert x.grad is not None
        assert layer.weight.grad is not None
        return [y, x.grad, layer.weight.grad, *seen]

    _both(run)


def _module_results(module: nn.Module, inputs: tuple[Tensor, ...], device: str) -> list[Tensor]:
    module = copy.deepcopy(module).to(device)
    moved = [x.clone().to(device).requires_grad_() for x in inputs]
    result = module(*moved)
    outputs: list[Tensor] = [x for x in torch.utils._pytree.tree_leaves(result) if isinstance(x, Tensor)]
    torch.stack([x.square().sum() for x in outputs]).sum().backward()
    gradients = [p.grad for p in (*moved, *module.parameters())]
    return [*outputs, *(g for g in gradients if g is not None)]


@pytest.mark.parametrize(
    ("module", "inputs"),
    [
        (nn.LSTM(4, 6, 2, bidirectional=True), ((5, 2, 4),)),
        (nn.LSTM(4, 6, proj_size=3, batch_first=True), ((2, 5, 4),)),
        (nn.GRU(4, 6, 2, bias=False), ((5, 2, 4),)),
        (nn.GRUCell(4, 6), ((2, 4),)),
        (nn.MultiheadAttention(8, 2, batch_first=True), ((2, 5, 8),) * 3),
        (nn.MultiheadAttention(8, 2, kdim=4, vdim=6), ((5, 2, 8), (5, 2, 4), (5, 2, 6))),
        (nn.TransformerEncoderLayer(8, 2, 16, 0.0, batch_first=True), ((2, 5, 8),)),
        (nn.TransformerEncoderLayer(8, 2, 16, 0.0, "gelu", norm_first=True), ((5, 2, 8),)),
        (nn.TransformerDecoderLayer(8, 2, 16, 0.0), ((5, 2, 8), (4, 2, 8))),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, nn.Module) else "",
)
def test_modules_equal_the_cpu(module: nn.Module, inputs: tuple[tuple[int, ...], ...]) -> None:
    tensors = tuple(torch.randn(shape) for shape in inputs)
    _both(lambda device: _module_results(module, tensors, device))


@pytest.mark.parametrize("mask", ["none", "padding", "causal"])
def test_transformer_encoder_in_evaluation(mask: str) -> None:
    encoder = nn.TransformerEncoder(
        nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), 2, enable_nested_tensor=False
    ).eval()
    x = torch.randn(2, 5, 8)
    padding = torch.tensor([[False] * 5, [False] * 3 + [True] * 2])
    causal = nn.Transformer.generate_square_subsequent_mask(5)

    def run(device: str) -> list[Tensor]:
        options: dict[str, Any] = {
            "none": {},
            "padding": {"src_key_padding_mask": padding.to(device)},
            "causal": {"mask": causal.to(device), "is_causal": True},
        }[mask]
        with torch.no_grad():
            y = copy.deepcopy(encoder).to(device)(x.to(device), **options)
        return [y[0], y[1, :3]]

    _both(run)


@pytest.mark.parametrize(
    "repeat",
    [
        lambda x: x.repeat_interleave(2),
        lambda x: x.repeat_interleave(3, 1),
        lambda x: x.repeat_interleave(torch.tensor([2, 0, 1], device=x.device), 0),
        lambda x: torch.repeat_interleave(x, torch.tensor([1, 2], device=x.device), 1, output_size=3),
        lambda x: torch.repeat_interleave(torch.tensor([0, 2, 1], device=x.device)).float() + x.sum(),
    ],
    ids=["flat", "axis", "counts", "output size", "indices"],
)
def test_repeat_interleave(repeat: Any) -> None:
    def run(device: str) -> list[Tensor]:
        x = torch.arange(6.0).reshape(3, 2).to(device).requires_grad_()
        y = repeat(F.silu(x))
        y.square().sum().backward()
        assert x.grad is not None
        return [y, x.grad]

    _both(run)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"is_causal": True},
        {"attn_mask": torch.tensor([[True, False, True, True, True]] * 5)},
        {"attn_mask": torch.linspace(-1, 1, 25).reshape(5, 5)},
        {"scale": 0.5},
        {"enable_gqa": True},
    ],
    ids=["plain", "causal", "bool mask", "float mask", "scale", "grouped heads"],
)
def test_scaled_dot_product_attention(options: dict[str, Any]) -> None:
    heads = 2 if options.get("enable_gqa") else 4
    inputs = [torch.randn(2, count, 5, 8) for count in (4, heads, heads)]

    def run(device: str) -> list[Tensor]:
        q, k, v = (x.clone().to(device).requires_grad_() for x in inputs)
        moved = {key: x.to(device) if isinstance(x, Tensor) else x for key, x in options.items()}
        y = F.scaled_dot_product_attention(q, k, v, **moved)
        y.square().sum().backward()
        return [y, *(x.grad for x in (q, k, v) if x.grad is not None)]

    _both(run)
