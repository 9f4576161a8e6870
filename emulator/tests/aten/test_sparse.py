# SPDX-License-Identifier: Apache-2.0
"""Tensors in coordinate format: operators, gradients, and the optimisers for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor, nn

DENSE = torch.arange(6.0).reshape(2, 3)


def _sparse(device: str) -> Tensor:
    """[2, 3] with one element given twice."""
    indices = torch.tensor([[1, 0, 1, 1], [2, 2, 0, 2]], device=device)
    values = torch.tensor([3.0, -4.0, 5.0, 6.0], device=device)
    return torch.sparse_coo_tensor(indices, values, (2, 3))


FUNCTIONS: dict[str, Callable[[Tensor, Tensor], Any]] = {
    "coalesce": lambda s, d: s.coalesce(),
    "arithmetic": lambda s, d: (s + s, s - s, s * s, s * 2, s / 2, -s),
    "with dense": lambda s, d: (d + s, s * d, d.clone().add_(s)),
    "in place": lambda s, d: (s.coalesce().mul_(2), s.coalesce().add_(s), s.clone().zero_()),
    "functions": lambda s, d: (s.abs(), s.sin(), s.relu(), s.pow(2), s.isnan()),
    "products": lambda s, d: (torch.sparse.mm(s, d.t()), s @ d[0], torch.sparse.mm(s, s.t())),
    "addmm": lambda s, d: torch.sparse.addmm(torch.ones(2, 2, device=d.device), s, d.t()),
    "reductions": lambda s, d: (s.sum(), torch.sparse.sum(s, 1), s.coalesce().norm()),
    "softmax": lambda s, d: (torch.sparse.softmax(s, 1), torch.sparse.log_softmax(s, 1)),
    "index": lambda s, d: (s[1], s.index_select(0, torch.tensor([1], device=d.device)), s.t()),
    "join": lambda s, d: (torch.cat([s, s]), torch.stack([s, s]), s.unsqueeze(0)),
    "layouts": lambda s, d: (d.to_sparse(), d.to_sparse(1), d.sparse_mask(s.coalesce()), s.to_dense()),
    "compressed": lambda s, d: s.to_sparse_csr(),
    "dtypes": lambda s, d: (s.double(), s.half()),
}


def _facts(result: Any) -> list[Any]:
    """What must agree: the elements, and how they are kept."""
    facts: list[Any] = []
    for each in result if isinstance(result, tuple) else (result,):
        facts += [each.layout, each.dtype, each.to_dense().cpu().tolist()]
        if each.layout == torch.sparse_coo:
            facts += [each.is_coalesced(), each._nnz()]
    return facts


@pytest.mark.parametrize("name", FUNCTIONS)
def test_same_as_cpu(name: str) -> None:
    function = FUNCTIONS[name]
    assert _facts(function(_sparse("npu"), DENSE.npu())) == _facts(function(_sparse("cpu"), DENSE))


def test_results_are_on_the_npu() -> None:
    s = _sparse("npu").coalesce()
    assert {s.device, s.indices().device, s.values().device} == {torch.device("npu:0")}


def test_gradients() -> None:
    gradients = []
    for device in ("cpu", "npu"):
        s = _sparse(device).coalesce().requires_grad_()
        dense = DENSE.t().clone().to(device).requires_grad_()
        torch.sparse.mm(s, dense).square().sum().backward()
        assert s.grad is not None
        assert dense.grad is not None
        gradients.append([s.grad.to_dense().cpu(), dense.grad.cpu()])
    torch.testing.assert_close(gradients[1], gradients[0])


@pytest.mark.parametrize("optimizer", [torch.optim.SGD, torch.optim.SparseAdam, torch.optim.Adagrad])
def test_sparse_embeddings_train(optimizer: type[torch.optim.Optimizer]) -> None:
    weights = []
    for device in ("cpu", "npu"):
        torch.manual_seed(0)
        embedding = nn.Embedding(6, 3, sparse=True).to(device)
        step = optimizer(list(embedding.parameters()), lr=0.1)  # type: ignore[call-arg]
        for words in ([0, 2, 2], [5, 2]):
            step.zero_grad()
            embedding(torch.tensor(words, device=device)).square().sum().backward()
            step.step()
        weights.append(embedding.weight.detach().cpu())
    torch.testing.assert_close(weights[1], weights[0])
