# SPDX-License-Identifier: Apache-2.0
"""Random numbers on the NPU are the CPU's of the same seed."""

from __future__ import annotations

import torch
from torch.utils.checkpoint import checkpoint

F = torch.nn.functional


def _draw(device: str) -> list[torch.Tensor]:
    return [
        torch.rand(3, device=device),
        torch.randn(3, device=device),
        torch.randint(0, 9, (4,), device=device),
        torch.randperm(6, device=device),
        torch.empty(3, device=device).uniform_(-1, 1),
        torch.full((5,), 0.5, device=device).bernoulli(),
        F.dropout(torch.ones(20, device=device), 0.5),
        torch.multinomial(torch.ones(4, device=device), 2),
        # Without a kernel in torch_npu:
        torch.empty(4, device=device).geometric_(0.3),
        torch.empty(4, device=device).log_normal_(),
        torch.empty(4, device=device).cauchy_(),
        torch.poisson(torch.full((4,), 3.0, device=device)),
        torch.binomial(torch.full((4,), 9.0, device=device), torch.full((4,), 0.5, device=device)),
        torch.distributions.Gamma(torch.full((3,), 2.0, device=device), 1.0).sample(),
        torch.distributions.Dirichlet(torch.ones(3, device=device)).sample(),
        torch.randn(20, device=device),
    ]


def test_streams_of_one_seed_agree() -> None:
    torch.manual_seed(5)
    expected = _draw("cpu")
    torch.npu.manual_seed(5)
    for got, want in zip(_draw("npu"), expected, strict=True):
        assert torch.equal(got.cpu(), want)


def test_cpu_stream_is_untouched() -> None:
    torch.manual_seed(5)
    expected = torch.rand(3)
    torch.manual_seed(5)
    _draw("npu")
    assert torch.equal(torch.rand(3), expected)


def test_generator_argument() -> None:
    on_npu = torch.Generator("npu").manual_seed(7)
    on_cpu = torch.Generator().manual_seed(7)
    for _ in range(2):
        assert torch.equal(
            torch.randn(4, generator=on_npu, device="npu").cpu(), torch.randn(4, generator=on_cpu)
        )


def test_state_can_be_restored() -> None:
    torch.npu.manual_seed(1)
    torch.rand(3, device="npu")
    state = torch.npu.get_rng_state()
    first = [torch.rand(3, device="npu"), torch.rand(3, device="npu")]
    torch.npu.set_rng_state(state)
    for want in first:
        assert torch.equal(torch.rand(3, device="npu"), want)


def test_checkpoint_repeats_dropout() -> None:
    x = torch.ones(50, device="npu", requires_grad=True)
    y = checkpoint(lambda v: F.dropout(v, 0.5) * 3, x, use_reentrant=False)
    y.sum().backward()
    assert x.grad is not None
    assert torch.equal(x.grad, y.detach())
