# SPDX-License-Identifier: Apache-2.0
"""Small versions of well-known networks. Residual connections are ascendc_add; on the CPU torch's add."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from ascendc_ops import ascendc_add

WIDTH, HEADS, TOKENS, WORDS = 32, 4, 8, 50


def add(x: Tensor, y: Tensor) -> Tensor:
    return ascendc_add(x, y) if x.device.type == "npu" else x + y


class Residual(nn.Module):
    """x + branch(x)"""

    def __init__(self, branch: nn.Module) -> None:
        super().__init__()
        self.branch = branch

    def forward(self, x: Tensor) -> Tensor:
        return add(x, self.branch(x))


class Mlp(nn.Sequential):
    """Features [batch, 32] to scores [batch, 10]."""

    def __init__(self) -> None:
        branch = nn.Sequential(nn.Linear(WIDTH, 64), nn.ReLU(), nn.Linear(64, WIDTH))
        super().__init__(Residual(branch), nn.GELU(), nn.Linear(WIDTH, 10))


class Attention(nn.Module):
    """Written out: TorchAir 2.13 has no converter for what scaled_dot_product_attention is on npu."""

    def __init__(self, *, causal: bool, rotary: bool = False) -> None:
        super().__init__()
        self.project = nn.Linear(WIDTH, 3 * WIDTH, bias=not rotary)
        self.out = nn.Linear(WIDTH, WIDTH, bias=not rotary)
        self.causal, self.rotary = causal, rotary

    def forward(self, x: Tensor) -> Tensor:
        batch, tokens, _ = x.shape
        query, key, value = (
            part.reshape(batch, tokens, HEADS, -1).transpose(1, 2)
            for part in self.project(x).split(WIDTH, -1)
        )
        if self.rotary:
            query, key = _rotate(query), _rotate(key)
        scores = query @ key.transpose(-1, -2) / math.sqrt(query.shape[-1])
        if self.causal:
            positions = torch.arange(tokens, device=x.device)
            scores = scores.masked_fill(positions > positions[:, None], -1e4)
        mixed = scores.softmax(-1) @ value
        return self.out(mixed.transpose(1, 2).reshape(batch, tokens, WIDTH))


def _rotate(x: Tensor) -> Tensor:
    """Rotary position embedding of [batch, heads, tokens, size]."""
    half = x.shape[-1] // 2
    frequency = 10000.0 ** (-torch.arange(half, device=x.device, dtype=torch.float32) / half)
    angle = torch.arange(x.shape[-2], device=x.device, dtype=torch.float32)[:, None] * frequency
    cos, sin = angle.cos().repeat(1, 2).to(x.dtype), angle.sin().repeat(1, 2).to(x.dtype)
    return x * cos + torch.cat([-x[..., half:], x[..., :half]], -1) * sin


class BertLayer(nn.Module):
    """[batch, tokens, 32] to the same; normalisation follows each residual connection."""

    def __init__(self) -> None:
        super().__init__()
        feed_forward = nn.Sequential(nn.Linear(WIDTH, 64), nn.GELU(), nn.Linear(64, WIDTH))
        self.attention, self.feed_forward = Residual(Attention(causal=False)), Residual(feed_forward)
        self.norms = nn.ModuleList([nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)])

    def forward(self, x: Tensor) -> Tensor:
        return self.norms[1](self.feed_forward(self.norms[0](self.attention(x))))


class Gpt2Block(nn.Sequential):
    """[batch, tokens, 32] to the same; normalisation precedes each branch."""

    def __init__(self) -> None:
        feed_forward = nn.Sequential(
            nn.LayerNorm(WIDTH), nn.Linear(WIDTH, 64), nn.GELU(), nn.Linear(64, WIDTH)
        )
        super().__init__(
            Residual(nn.Sequential(nn.LayerNorm(WIDTH), Attention(causal=True))), Residual(feed_forward)
        )


class Gpt2(nn.Module):
    """Words [batch, tokens] to scores of the next word [batch, tokens, 50], in four blocks."""

    def __init__(self) -> None:
        super().__init__()
        self.words, self.positions = nn.Embedding(WORDS, WIDTH), nn.Embedding(64, WIDTH)
        self.blocks = nn.Sequential(*(Gpt2Block() for _ in range(4)), nn.LayerNorm(WIDTH))
        self.head = nn.Linear(WIDTH, WORDS, bias=False)

    def forward(self, words: Tensor) -> Tensor:
        positions = torch.arange(words.shape[1], device=words.device)
        return self.head(self.blocks(add(self.words(words), self.positions(positions))))


class RmsNorm(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(WIDTH))

    def forward(self, x: Tensor) -> Tensor:
        rstd = torch.rsqrt(x.float().square().mean(-1, keepdim=True) + 1e-6)
        return (x.float() * rstd).to(x.dtype) * self.weight


class SwiGlu(nn.Module):
    """silu is written out: TorchAir 2.13 has no converter for its gradient."""

    def __init__(self) -> None:
        super().__init__()
        self.gate, self.up = nn.Linear(WIDTH, 64, bias=False), nn.Linear(WIDTH, 64, bias=False)
        self.down = nn.Linear(64, WIDTH, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        gate = self.gate(x)
        return self.down(gate * torch.sigmoid(gate) * self.up(x))


class LlamaBlock(nn.Sequential):
    """[batch, tokens, 32] to the same: RMS normalisation, rotary positions, SwiGLU."""

    def __init__(self) -> None:
        super().__init__(
            Residual(nn.Sequential(RmsNorm(), Attention(causal=True, rotary=True))),
            Residual(nn.Sequential(RmsNorm(), SwiGlu())),
        )


class BasicBlock(nn.Module):
    def __init__(self, channels_in: int, channels: int, stride: int) -> None:
        super().__init__()
        self.branch = nn.Sequential(
            nn.Conv2d(channels_in, channels, 3, stride, 1, bias=False),
            nn.BatchNorm2d(channels),
            nn.ReLU(),
            nn.Conv2d(channels, channels, 3, 1, 1, bias=False),
            nn.BatchNorm2d(channels),
        )
        self.shortcut: nn.Module = nn.Identity()
        if stride != 1 or channels_in != channels:
            convolution = nn.Conv2d(channels_in, channels, 1, stride, bias=False)
            self.shortcut = nn.Sequential(convolution, nn.BatchNorm2d(channels))

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(add(self.branch(x), self.shortcut(x)))


class ResNet18(nn.Sequential):
    """Images [batch, 3, 32, 32] to scores [batch, 10]; an eighth of the usual channels."""

    def __init__(self) -> None:
        blocks = []
        channels_in = 8
        for stage, channels in enumerate((8, 16, 32, 64)):
            blocks += [
                BasicBlock(channels_in, channels, 1 if stage == 0 else 2),
                BasicBlock(channels, channels, 1),
            ]
            channels_in = channels
        stem = [nn.Conv2d(3, 8, 7, 2, 3, bias=False), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(3, 2, 1)]
        super().__init__(*stem, *blocks, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(64, 10))


class Lstm(nn.Module):
    """[batch, tokens, 32] to the same. The cell is written out, gate by gate."""

    def __init__(self) -> None:
        super().__init__()
        self.of_input, self.of_state = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(WIDTH, 4 * WIDTH)

    def forward(self, x: Tensor) -> Tensor:
        state = cell = torch.zeros_like(x[:, 0])
        states = []
        for step in range(TOKENS):
            gates = self.of_input(x[:, step]) + self.of_state(state)
            keep, write, read, new = gates.chunk(4, -1)
            cell = torch.sigmoid(keep) * cell + torch.sigmoid(write) * torch.tanh(new)
            state = torch.sigmoid(read) * torch.tanh(cell)
            states.append(state)
        return add(x, torch.stack(states, 1))


def _vectors(batch: int) -> Tensor:
    return torch.randn(batch, WIDTH)


def _sequences(batch: int) -> Tensor:
    return torch.randn(batch, TOKENS, WIDTH)


@dataclass(frozen=True)
class Network:
    make: Callable[[], nn.Module]
    inputs: Callable[[int], Tensor]  # for a batch size

    @property
    def takes_words(self) -> bool:
        return not self.inputs(1).is_floating_point()


NETWORKS = {
    "mlp": Network(Mlp, _vectors),
    "bert": Network(BertLayer, _sequences),
    "resnet18": Network(ResNet18, lambda batch: torch.randn(batch, 3, 32, 32)),
    "gpt2_block": Network(Gpt2Block, _sequences),
    "gpt2": Network(Gpt2, lambda batch: torch.randint(WORDS, (batch, TOKENS))),
    "llama": Network(LlamaBlock, _sequences),
    "lstm": Network(Lstm, _sequences),
}
