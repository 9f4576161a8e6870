# SPDX-License-Identifier: Apache-2.0
"""Well-known networks, small or of usual size. Residual connections are ascendc_add, on the CPU x + y."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from ascendc_ops import ascendc_add


@dataclass(frozen=True)
class Size:
    """Features of a token, of the layer between two, attention heads, tokens of a text, words known,
    channels of the first stage of a ResNet and the side of its images."""

    width: int
    hidden: int
    heads: int
    tokens: int
    words: int
    channels: int
    image: int


SMALL = Size(width=32, hidden=64, heads=4, tokens=8, words=50, channels=8, image=32)
BASE = Size(width=768, hidden=3072, heads=12, tokens=128, words=50257, channels=64, image=224)


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
    """Features [batch, width] to scores [batch, 10]."""

    def __init__(self, size: Size) -> None:
        branch = nn.Sequential(
            nn.Linear(size.width, size.hidden), nn.ReLU(), nn.Linear(size.hidden, size.width)
        )
        super().__init__(Residual(branch), nn.GELU(), nn.Linear(size.width, 10))


class Attention(nn.Module):
    """Written out: TorchAir 2.13 has no converter for what scaled_dot_product_attention is on npu."""

    def __init__(self, size: Size, *, causal: bool, rotary: bool = False) -> None:
        super().__init__()
        self.project = nn.Linear(size.width, 3 * size.width, bias=not rotary)
        self.out = nn.Linear(size.width, size.width, bias=not rotary)
        self.heads, self.causal, self.rotary = size.heads, causal, rotary

    def forward(self, x: Tensor) -> Tensor:
        batch, tokens, width = x.shape
        query, key, value = (
            part.reshape(batch, tokens, self.heads, -1).transpose(1, 2)
            for part in self.project(x).split(width, -1)
        )
        if self.rotary:
            query, key = _rotate(query), _rotate(key)
        scores = query @ key.transpose(-1, -2) / math.sqrt(query.shape[-1])
        if self.causal:
            positions = torch.arange(tokens, device=x.device)
            scores = scores.masked_fill(positions > positions[:, None], -1e4)
        mixed = scores.softmax(-1) @ value
        return self.out(mixed.transpose(1, 2).reshape(batch, tokens, width))


def _rotate(x: Tensor) -> Tensor:
    """Rotary position embedding of [batch, heads, tokens, size]."""
    half = x.shape[-1] // 2
    frequency = 10000.0 ** (-torch.arange(half, device=x.device, dtype=torch.float32) / half)
    angle = torch.arange(x.shape[-2], device=x.device, dtype=torch.float32)[:, None] * frequency
    cos, sin = angle.cos().repeat(1, 2).to(x.dtype), angle.sin().repeat(1, 2).to(x.dtype)
    return x * cos + torch.cat([-x[..., half:], x[..., :half]], -1) * sin


class BertLayer(nn.Module):
    """[batch, tokens, width] to the same; normalisation follows each residual connection."""

    def __init__(self, size: Size) -> None:
        super().__init__()
        feed_forward = nn.Sequential(
            nn.Linear(size.width, size.hidden), nn.GELU(), nn.Linear(size.hidden, size.width)
        )
        self.attention, self.feed_forward = Residual(Attention(size, causal=False)), Residual(feed_forward)
        self.norms = nn.ModuleList([nn.LayerNorm(size.width), nn.LayerNorm(size.width)])

    def forward(self, x: Tensor) -> Tensor:
        return self.norms[1](self.feed_forward(self.norms[0](self.attention(x))))


class Gpt2Block(nn.Sequential):
    """[batch, tokens, width] to the same; normalisation precedes each branch."""

    def __init__(self, size: Size) -> None:
        feed_forward = nn.Sequential(
            nn.LayerNorm(size.width),
            nn.Linear(size.width, size.hidden),
            nn.GELU(),
            nn.Linear(size.hidden, size.width),
        )
        attention = nn.Sequential(nn.LayerNorm(size.width), Attention(size, causal=True))
        super().__init__(Residual(attention), Residual(feed_forward))


class Gpt2(nn.Module):
    """Words [batch, tokens] to scores of the next word [batch, tokens, words], in four blocks."""

    def __init__(self, size: Size) -> None:
        super().__init__()
        self.words = nn.Embedding(size.words, size.width)
        self.positions = nn.Embedding(8 * size.tokens, size.width)
        self.blocks = nn.Sequential(*(Gpt2Block(size) for _ in range(4)), nn.LayerNorm(size.width))
        self.head = nn.Linear(size.width, size.words, bias=False)

    def forward(self, words: Tensor) -> Tensor:
        positions = torch.arange(words.shape[1], device=words.device)
        return self.head(self.blocks(add(self.words(words), self.positions(positions))))


class RmsNorm(nn.Module):
    def __init__(self, size: Size) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(size.width))

    def forward(self, x: Tensor) -> Tensor:
        rstd = torch.rsqrt(x.float().square().mean(-1, keepdim=True) + 1e-6)
        return (x.float() * rstd).to(x.dtype) * self.weight


class SwiGlu(nn.Module):
    """silu is written out: TorchAir 2.13 has no converter for its gradient."""

    def __init__(self, size: Size) -> None:
        super().__init__()
        self.gate = nn.Linear(size.width, size.hidden, bias=False)
        self.up = nn.Linear(size.width, size.hidden, bias=False)
        self.down = nn.Linear(size.hidden, size.width, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        gate = self.gate(x)
        return self.down(gate * torch.sigmoid(gate) * self.up(x))


class LlamaBlock(nn.Sequential):
    """[batch, tokens, width] to the same: RMS normalisation, rotary positions, SwiGLU."""

    def __init__(self, size: Size) -> None:
        super().__init__(
            Residual(nn.Sequential(RmsNorm(size), Attention(size, causal=True, rotary=True))),
            Residual(nn.Sequential(RmsNorm(size), SwiGlu(size))),
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
    """Images [batch, 3, height, width] to scores [batch, 10]."""

    def __init__(self, size: Size) -> None:
        blocks = []
        channels_in = first = size.channels
        for stage, channels in enumerate((first, 2 * first, 4 * first, 8 * first)):
            blocks += [
                BasicBlock(channels_in, channels, 1 if stage == 0 else 2),
                BasicBlock(channels, channels, 1),
            ]
            channels_in = channels
        stem = [
            nn.Conv2d(3, first, 7, 2, 3, bias=False),
            nn.BatchNorm2d(first),
            nn.ReLU(),
            nn.MaxPool2d(3, 2, 1),
        ]
        super().__init__(*stem, *blocks, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(channels_in, 10))


class Lstm(nn.Module):
    """[batch, tokens, width] to the same. The cell is written out, gate by gate."""

    def __init__(self, size: Size) -> None:
        super().__init__()
        self.of_input = nn.Linear(size.width, 4 * size.width)
        self.of_state = nn.Linear(size.width, 4 * size.width)

    def forward(self, x: Tensor) -> Tensor:
        state = cell = torch.zeros_like(x[:, 0])
        states = []
        for step in range(x.shape[1]):
            gates = self.of_input(x[:, step]) + self.of_state(state)
            keep, write, read, new = gates.chunk(4, -1)
            cell = torch.sigmoid(keep) * cell + torch.sigmoid(write) * torch.tanh(new)
            state = torch.sigmoid(read) * torch.tanh(cell)
            states.append(state)
        return add(x, torch.stack(states, 1))


def _vectors(batch: int, size: Size) -> Tensor:
    return torch.randn(batch, size.width)


def _sequences(batch: int, size: Size) -> Tensor:
    return torch.randn(batch, size.tokens, size.width)


def _words(batch: int, size: Size) -> Tensor:
    return torch.randint(size.words, (batch, size.tokens))


def _images(batch: int, size: Size) -> Tensor:
    return torch.randn(batch, 3, size.image, size.image)


@dataclass(frozen=True)
class Network:
    """How to make one, and its inputs for a batch size."""

    module: Callable[[Size], nn.Module]
    random_inputs: Callable[[int, Size], Tensor]

    def make(self, size: Size = SMALL) -> nn.Module:
        return self.module(size)

    def inputs(self, batch: int, size: Size = SMALL) -> Tensor:
        return self.random_inputs(batch, size)


NETWORKS = {
    "mlp": Network(Mlp, _vectors),
    "bert": Network(BertLayer, _sequences),
    "resnet18": Network(ResNet18, _images),
    "gpt2_block": Network(Gpt2Block, _sequences),
    "gpt2": Network(Gpt2, _words),
    "llama": Network(LlamaBlock, _sequences),
    "lstm": Network(Lstm, _sequences),
}
