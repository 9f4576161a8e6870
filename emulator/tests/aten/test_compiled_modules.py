# SPDX-License-Identifier: Apache-2.0
"""Attention, repeat_interleave and silu compiled through TorchAir, against the CPU.

What TorchAir cannot convert says so; the way round of docs/emulator-operators.md gives the CPU's numbers.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch
import torchair
from torch import Tensor, nn

F = torch.nn.functional
X = torch.randn(2, 5, 8, generator=torch.Generator().manual_seed(0))
HEADS = X.reshape(2, 2, 5, 4)


def _compiled(function: Callable[..., Any], *, view_optimize: bool = True) -> Callable[..., Any]:
    torch._dynamo.reset()
    config = torchair.CompilerConfig()
    config.experimental_config.enable_view_optimize = view_optimize
    backend = torchair.get_npu_backend(compiler_config=config)
    compiled: Callable[..., Any] = torch.compile(function, backend=backend, fullgraph=True, dynamic=False)
    return compiled


def _first(result: Any) -> Tensor:
    first: Tensor = result[0] if isinstance(result, tuple) else result
    return first


TRAINED: dict[str, tuple[Callable[[Tensor], Any], Tensor]] = {
    "attention": (lambda x: F.scaled_dot_product_attention(x, x, x), HEADS),
    "causal attention": (lambda x: F.scaled_dot_product_attention(x, x, x, is_causal=True), HEADS),
    "silu": (F.silu, X),
    "repeat_interleave": (lambda x: x.repeat_interleave(2, 1), X),
}


@pytest.mark.parametrize("name", TRAINED)
def test_functions_and_their_gradients(name: str) -> None:
    function, x = TRAINED[name]
    on_cpu, on_npu = x.clone().requires_grad_(), x.npu().requires_grad_()
    results = [function(on_cpu), _compiled(function)(on_npu)]
    for y in results:
        y.square().sum().backward()
    torch.testing.assert_close(results[1].cpu(), results[0], rtol=1e-5, atol=1e-5)
    assert on_npu.grad is not None
    torch.testing.assert_close(on_npu.grad.cpu(), on_cpu.grad, rtol=1e-4, atol=1e-5)


def test_fused_attention_of_inference() -> None:
    """Eager and compiled: heads share keys, the second sequence has three keys of five."""
    query, key = (torch.randn(2, heads, 5, 4, dtype=torch.float16) for heads in (4, 2))

    def attend(q: Tensor, k: Tensor) -> Tensor:
        return _first(
            torch.ops.npu.npu_fused_infer_attention_score(
                q, k, k, num_heads=4, num_key_value_heads=2, input_layout="BNSD", scale=0.5,
                actual_seq_lengths_kv=[5, 3],
            )
        )  # fmt: skip

    mask = torch.tensor([[True] * 5, [True] * 3 + [False] * 2])[:, None, None]
    expected = F.scaled_dot_product_attention(
        query.float(), key.float(), key.float(), attn_mask=mask, scale=0.5, enable_gqa=True
    )
    for function in (attend, _compiled(attend)):
        result = function(query.npu(), key.npu())
        torch.testing.assert_close(result.cpu().float(), expected, rtol=2e-3, atol=2e-3)


def _check_gradients(on_cpu: nn.Module, on_npu: nn.Module, results: list[Tensor]) -> None:
    """The results of both, and the gradients of their sums of squares."""
    for y in results:
        y.square().sum().backward()
    torch.testing.assert_close(results[1].cpu(), results[0], rtol=1e-5, atol=1e-5)
    for a, b in zip(on_cpu.parameters(), on_npu.parameters(), strict=True):
        assert b.grad is not None
        torch.testing.assert_close(b.grad.cpu(), a.grad, rtol=1e-4, atol=1e-4)


class _SelfAttention(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.attention = nn.MultiheadAttention(8, 2, batch_first=True)

    def forward(self, x: Tensor) -> Tensor:
        return _first(self.attention(x, x, x))


@pytest.mark.parametrize("module", [_SelfAttention, lambda: nn.TransformerEncoderLayer(8, 2, 16, 0.0)])
def test_modules_in_training(module: Callable[[], nn.Module]) -> None:
    on_cpu = module()
    on_npu = copy.deepcopy(on_cpu).npu()
    results = [on_cpu(X), _compiled(on_npu, view_optimize=False)(X.npu())]
    _check_gradients(on_cpu, on_npu, results)


@pytest.fixture
def without_fast_path() -> Iterator[None]:
    torch.backends.mha.set_fastpath_enabled(False)
    yield
    torch.backends.mha.set_fastpath_enabled(True)


def _encoder_layer() -> nn.Module:
    return nn.TransformerEncoderLayer(8, 2, 16, batch_first=True).eval()


@pytest.mark.parametrize("module", [lambda: _SelfAttention().eval(), _encoder_layer])
@pytest.mark.usefixtures("without_fast_path")
def test_modules_in_evaluation(module: Callable[[], nn.Module]) -> None:
    on_cpu = module()
    with torch.no_grad():
        result = _compiled(copy.deepcopy(on_cpu).npu())(X.npu())
        torch.testing.assert_close(result.cpu(), on_cpu(X), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(
    "view_optimize",
    [
        pytest.param(True, marks=pytest.mark.xfail(strict=True, reason="TorchAir 2.13 drops the transpose")),
        False,
    ],
)
def test_views_of_strided_inputs(view_optimize: bool) -> None:
    """TorchAir merges views as if a graph's inputs lay in memory as they did before they were made dense."""
    x = X.transpose(0, 1)
    function = _compiled(lambda v: v.transpose(0, 1).reshape(10, 8) * 1, view_optimize=view_optimize)
    assert torch.equal(function(X.npu().transpose(0, 1)).cpu(), x.transpose(0, 1).reshape(10, 8))


def test_the_fast_path_has_no_converter() -> None:
    message = r"Failed to auto-generated converter for aten\._transformer_encoder_layer_fwd"
    with torch.no_grad(), pytest.raises(Exception, match=message):
        _compiled(_encoder_layer().npu())(X.npu())


RECURRENT = {"lstm": nn.LSTM(8, 6, 2, bidirectional=True, batch_first=True), "gru": nn.GRU(8, 6)}


@pytest.fixture
def allow_rnn() -> Iterator[None]:
    with torch._dynamo.config.patch(allow_rnn=True):
        yield


@pytest.mark.usefixtures("allow_rnn")
def test_recurrent_cells_have_no_converter() -> None:
    for name, module in RECURRENT.items():
        with pytest.raises(Exception, match=rf"aten\._thnn_fused_{name}_cell"):
            _compiled(copy.deepcopy(module).npu())(X.npu())


@pytest.fixture
def decompositions() -> Iterator[None]:
    """PyTorch's own, for what it would call cells."""
    key = torch._C.DispatchKey.AutogradPrivateUse1
    operators = [torch.ops.aten.lstm.input, torch.ops.aten.gru.input]
    for operator in operators:
        operator.py_impl(key)(torch._decomp.decomposition_table[operator])
    yield
    for operator in operators:
        del operator.py_kernels[key]
        operator._dispatch_cache.clear()


@pytest.mark.parametrize("name", RECURRENT)
@pytest.mark.usefixtures("allow_rnn", "decompositions")
def test_recurrent_modules(name: str) -> None:
    on_cpu = RECURRENT[name]
    on_npu = copy.deepcopy(on_cpu).npu()
    results = [_first(on_cpu(X)), _first(_compiled(on_npu)(X.npu()))]
    _check_gradients(on_cpu, on_npu, results)


def test_repeating_by_counts_has_no_converter() -> None:
    counts = torch.tensor([2, 1])
    with pytest.raises(Exception, match=r"aten\.repeat_interleave\.Tensor ge_converter is not implemented"):
        _compiled(lambda x, n: x.repeat_interleave(n, 0, output_size=3))(X.npu(), counts.npu())

    def by_index(x: Tensor, n: Tensor) -> Tensor:
        rows = torch.searchsorted(n.cumsum(0), torch.arange(3, device=x.device), right=True)
        return x.index_select(0, rows)

    result = _compiled(by_index)(X.npu(), counts.npu())
    assert torch.equal(result.cpu(), X.repeat_interleave(counts, 0))
