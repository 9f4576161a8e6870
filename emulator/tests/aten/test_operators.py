# SPDX-License-Identifier: Apache-2.0
"""Operators, their views, in-place and out= forms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from npu_compare import assert_same
from torch import Tensor

F = torch.nn.functional
X = torch.randn(3, 4, generator=torch.Generator().manual_seed(1))
DTYPES = (torch.float32, torch.float16, torch.bfloat16, torch.int32, torch.int64, torch.bool, torch.complex64)

FUNCTIONS: dict[str, Callable[[Tensor], Any]] = {
    "scalar arithmetic": lambda x: (x * 2, 2 - x, x / 3, x // 2, x % 3, -x),
    "same types": lambda x: (x + x, x - x, x * x),
    "promotion": lambda x: (x + x.double(), x * x.int(), x.half() + x, x + torch.tensor(2.5)),
    "comparison": lambda x: (x > 0, x == x, x.ne(1), x.isfinite()),
    "reductions": lambda x: (x.sum(), x.mean(0), x.max(1), x.argmin(), x.std(), x.norm(), x.logsumexp(0)),
    "bool result": lambda x: (bool((x > 100).any()), x.equal(x), x.allclose(x + 1)),
    "matrix products": lambda x: (x @ x.t(), torch.addmm(x[:, 0], x, x.t()), torch.einsum("ij,kj->ik", x, x)),
    "linear algebra": lambda x: torch.linalg.svdvals(x),
    "views": lambda x: (x.t(), x[1:, ::2], x.reshape(2, 6), x.unsqueeze(0).expand(2, 3, 4), x.diagonal()),
    "non-contiguous": lambda x: (
        x.t().exp(),
        x[:, ::2] * 2,
        x.t() + x.t(),
        x.t().contiguous(),
        x[1:].clone(),
    ),
    "index": lambda x: (
        x[[0, 2]],
        x[x > 0],
        x[:, 1],
        x.gather(1, x.argsort(1)),
        x.index_select(0, _index(x)),
    ),
    "where": lambda x: (torch.where(x > 0, x, 0), x.nonzero(), x.masked_fill(x > 0, 7)),
    "join and split": lambda x: (torch.cat([x, x]), torch.stack([x, x], 1), x.split(2, 1), x.chunk(3)),
    "sort": lambda x: (x.sort(), x.topk(2), x.unique(), x.cumsum(0)),
    "softmax": lambda x: (x.softmax(1), F.log_softmax(x, 0), F.cross_entropy(x, _index(x, 3))),
    "norms": lambda x: (F.layer_norm(x, [4]), F.rms_norm(x, [4]), F.group_norm(x, 2), F.normalize(x)),
    "activations": lambda x: (F.gelu(x), F.silu(x), F.elu(x), F.hardswish(x), F.softplus(x), F.glu(x)),
    "convolution": lambda x: F.conv1d(x[None], torch.ones(2, 3, 2, device=x.device), padding=1),
    "pooling": lambda x: (F.max_pool1d(x[None], 2), F.avg_pool2d(x[None], 2), F.adaptive_avg_pool1d(x, 3)),
    "interpolation": lambda x: F.interpolate(x[None, None], scale_factor=2, mode="bilinear"),
    "embedding": lambda x: F.embedding(_index(x), x),
    "factories": lambda x: (
        torch.arange(5, device=x.device),
        torch.full((2,), 3.0, device=x.device),
        torch.eye(3, device=x.device),
        torch.ones_like(x),
        x.new_zeros(2),
        torch.linspace(0, 1, 4, device=x.device),
    ),
    "lists": lambda x: (torch._foreach_add([x, x], 1.0), torch._foreach_mul([x], [x])),
    "fft": lambda x: torch.fft.rfft(x),
    "cast": lambda x: (x.half(), x.to(torch.int16), x.double(), x.bool(), x.to(torch.complex64)),
}


def _index(x: Tensor, count: int = 2) -> Tensor:
    return torch.arange(count, device=x.device)


def _in_place(x: Tensor) -> Tensor:
    x.add_(1).mul_(x).clamp_(0, 3)
    x[0] = 7
    x[:, 1] += 2
    x.t().exp_()
    x.index_put_((_index(x),), x[1:].clone())
    x.masked_fill_(x > 100, 100)
    x[1].zero_()
    return x


@pytest.mark.parametrize("name", FUNCTIONS)
def test_same_as_cpu(name: str) -> None:
    assert_same(FUNCTIONS[name], X)


def test_in_place() -> None:
    assert_same(_in_place, X)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_dtypes(dtype: torch.dtype) -> None:
    assert_same(lambda x: (x + x, x * x, x.to(torch.float32), x.t().contiguous(), x == x), X.to(dtype))


@pytest.mark.parametrize("shape", [(), (0,), (4, 0), (1,), (2, 3, 4, 5)])
def test_shapes(shape: tuple[int, ...]) -> None:
    assert_same(lambda x: (x + x, x * 2, x.exp(), x.sum(), x.flatten().contiguous()), torch.randn(shape))


def test_out_arguments_are_resized() -> None:
    def write(x: Tensor) -> Any:
        small, large, exact = x.new_empty(0), x.new_empty(100).resize_(50), torch.empty_like(x)
        return [
            torch.exp(x, out=small),
            torch.sum(x, 0, out=large),
            torch.matmul(x, x.t(), out=exact.resize_(3, 3)),
        ]

    assert_same(write, X)


def test_views_share_memory() -> None:
    x = torch.zeros(4, 4, device="npu")
    x.t()[1:].fill_(3)
    x.view(-1)[0] = 5
    assert x.cpu().tolist() == [[5, 3, 3, 3], [0, 3, 3, 3], [0, 3, 3, 3], [0, 3, 3, 3]]


def test_resize_and_set() -> None:
    x = torch.arange(6.0, device="npu")
    assert x.resize_(8).shape == (8,)
    assert x[:6].cpu().tolist() == list(range(6))
    y = torch.empty(0, device="npu").set_(x.untyped_storage(), 2, (2, 2), (2, 1))
    assert y.cpu().tolist() == [[2, 3], [4, 5]]


def test_conjugate_and_negative_views() -> None:
    assert_same(
        lambda z: (z.conj() * 2, z.conj().imag + 1, z.conj().clone()), torch.randn(3, dtype=torch.complex64)
    )


def test_printing() -> None:
    assert str(torch.tensor([1.5, -2.0], device="npu")) == "tensor([ 1.5000, -2.0000], device='npu:0')"


def test_contiguous_copies_each_element_once() -> None:
    x = torch.randn(64, 64, device="npu").t()
    with torch.autograd.profiler.profile() as profile:
        x.contiguous()
    assert sum(event.count for event in profile.key_averages() if event.key == "aten::copy_") == 1
    with torch.autograd.profiler.profile() as profile:
        x.t().contiguous()
    assert not any(event.key == "aten::copy_" for event in profile.key_averages())


@pytest.mark.parametrize(
    ("function", "argument"),
    [
        (lambda x, y: torch.atan2(x, y), "other"),
        (lambda x, y: torch.cat([x, y]), "tensors"),
        (lambda x, y: torch.where(x > 0, x, y), "other"),
        (lambda x, y: torch.addmm(x, x, y), "mat2"),
        (lambda x, y: y[x > 0], "self"),
        (lambda x, y: y.index_put_((x.long(),), y), "self"),
    ],
)
def test_cpu_tensors_are_refused(function: Callable[..., Any], argument: str) -> None:
    with pytest.raises(RuntimeError, match=f"npu:0 and cpu! .*argument {argument} of aten::"):
        function(torch.ones(2, 2, device="npu"), torch.ones(2, 2))


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x @ x,
        lambda x: x[[7]],
        lambda x: x.view(5, 5),
        lambda x: torch.linalg.inv(x[:3, :3] * 0),
    ],
)
def test_errors_are_those_of_the_cpu(function: Callable[[Tensor], Any]) -> None:
    with pytest.raises(Exception) as on_cpu:  # noqa: PT011
        function(X.abs())
    with pytest.raises(type(on_cpu.value)) as on_npu:
        function(X.abs().npu())
    assert str(on_cpu.value).splitlines()[0][:30] == str(on_npu.value).splitlines()[0][:30]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"block_size": 0}, "block_size must be a multiple of 32, got 0"),
        ({"scale_alg": 1}, "scale_alg 1 is not emulated"),
        ({"dst_type": 1}, "dst_type must be DT_FLOAT4_E2M1"),
    ],
)
def test_what_operators_of_ge_do_not_compute_is_refused(options: dict[str, int], message: str) -> None:
    with pytest.raises(RuntimeError, match=message):
        torch.ops.npu.npu_dynamic_mx_quant(torch.ones(2, 64, device="npu"), **options)
