# SPDX-License-Identifier: Apache-2.0
"""Reductions, softmax and losses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from cases import Case
from torch import Tensor

F = torch.nn.functional
X = torch.randn(3, 4, 5, generator=torch.Generator().manual_seed(1))


def _reduce(op_type: str, x: Tensor, function: Callable[..., Tensor]) -> list[Case]:
    cases = []
    for axes in ([1], [0, 2], [-1]):
        for keep in (False, True):

            def expected(x: Tensor, axes: Any = axes, keep: bool = keep) -> Tensor:
                dims = axes.tolist() if isinstance(axes, Tensor) else axes
                return function(x, dims, keep)

            inputs = {"x": x, "axes": torch.tensor(axes)}
            cases.append(Case(op_type, inputs, expected, {"keep_dims": keep}, note=f"{axes}{keep}"))
    return cases


def _losses(dtype: torch.dtype) -> list[Case]:
    scores = torch.randn(6, 4, generator=torch.Generator().manual_seed(2)).to(dtype)
    target = torch.tensor([0, 3, 1, 2, 2, 0], dtype=torch.int32)
    weight = torch.tensor([1.0, 0.5, 2.0, 1.0]).to(dtype)
    log_probabilities = F.log_softmax(scores, -1)
    probabilities = F.softmax(scores, -1)
    label = torch.zeros_like(scores)
    nll = torch.ops.aten.nll_loss_forward
    nll_backward = torch.ops.aten.nll_loss_backward
    one = torch.ones((), dtype=dtype)
    total = nll(log_probabilities, target.long(), weight, 1, -100)[1]
    return [
        Case("SoftmaxV2", {"x": scores}, lambda x: F.softmax(x, -1)),
        Case("SoftmaxV2", {"x": scores}, lambda x: F.softmax(x, 0), {"axes": [0]}, note="axis0"),
        Case("LogSoftmaxV2", {"logits": scores}, lambda logits: F.log_softmax(logits, -1)),
        Case(
            "SoftmaxGrad",
            {"softmax": probabilities, "grad_softmax": scores},
            lambda softmax, grad_softmax: torch._softmax_backward_data(grad_softmax, softmax, -1, dtype),
        ),
        Case(
            "LogSoftmaxGrad",
            {"grad": scores, "x": log_probabilities},
            lambda grad, x: torch._log_softmax_backward_data(grad, x, -1, dtype),
        ),
        *(
            Case(
                "NLLLoss",
                {"x": log_probabilities, "target": target, "weight": weight},
                lambda x, target, weight, number=number: nll(x, target.long(), weight, number, -100),
                {"reduction": reduction},
                note=reduction,
            )
            for number, reduction in enumerate(("none", "mean", "sum"))
        ),
        Case(
            "NLLLossGrad",
            {
                "x": log_probabilities,
                "y_grad": one,
                "target": target,
                "weight": weight,
                "total_weight": total,
            },
            lambda x, y_grad, target, weight, total_weight: nll_backward(
                y_grad, x, target.long(), weight, 1, -100, total_weight
            ),
        ),
        Case(
            "SoftmaxCrossEntropyWithLogits",
            {"features": scores, "labels": probabilities},
            lambda features, labels: (
                F.cross_entropy(features, labels, reduction="none"),
                F.softmax(features, -1) - labels,
            ),
            {},
            1e-2,
        ),
        Case(
            "SmoothL1LossV2",
            {"predict": scores, "label": label},
            lambda predict, label: F.smooth_l1_loss(predict, label),
        ),
        Case(
            "MseLoss", {"predict": scores, "label": label}, lambda predict, label: F.mse_loss(predict, label)
        ),
        Case(
            "MseLossGrad",
            {"predict": scores, "label": label, "dout": one},
            lambda predict, label, dout: torch.ops.aten.mse_loss_backward(dout, predict, label, 1),
        ),
    ]


CASES = [
    *_reduce("ReduceSum", X, lambda x, axes, keep: x.sum(axes, keep)),
    *_reduce("ReduceSum", X.to(torch.int32), lambda x, axes, keep: x.sum(axes, keep, dtype=torch.int32)),
    *_reduce("ReduceMean", X.half(), lambda x, axes, keep: x.mean(axes, keep)),
    *_reduce("ReduceMax", X, lambda x, axes, keep: x.amax(axes, keep)),
    *_reduce("ReduceMin", X, lambda x, axes, keep: x.amin(axes, keep)),
    *_reduce("ReduceAny", X > 1, lambda x, axes, keep: x.any(axes, keep)),
    *_reduce("ReduceAll", X > -1, lambda x, axes, keep: x.all(axes, keep)),
    *_reduce("ReduceLogSumExp", X, lambda x, axes, keep: x.logsumexp(axes, keep)),
    Case("ReduceSumD", {"x": X}, lambda x: x.sum([0, 2]), {"axes": [0, 2]}),
    Case("ReduceProdD", {"x": X}, lambda x: x.prod(2).prod(0), {"axes": [0, 2]}),
    Case("ReduceProd", {"x": X, "axes": torch.tensor([1])}, lambda x, axes: x.prod(1)),
    Case("ReduceMaxD", {"x": X}, lambda x: x.amax(1), {"axes": [1]}),
    Case("ReduceMinD", {"x": X}, lambda x: x.amin(1), {"axes": [1]}),
    Case("ReduceAnyD", {"x": X > 1}, lambda x: x.any(1), {"axes": [1]}),
    Case("ReduceAllD", {"x": X > -1}, lambda x: x.all(1), {"axes": [1]}),
    Case("ReduceLogSumExpD", {"x": X}, lambda x: x.logsumexp(1), {"axes": [1]}),
    Case("ReduceMeanD", {"x": X}, lambda x: x.mean(), {"axes": []}),
    Case(
        "ReduceSum", {"x": X, "axes": torch.tensor([], dtype=torch.int64)}, lambda x, axes: x, note="no axes"
    ),
    Case(
        "ReduceStdWithMean",
        {"x": X, "mean": X.mean(1, True)},
        lambda x, mean: x.std(1),
        {"dim": [1]},
        1e-6,
    ),
    Case("LpNormV2", {"x": X}, lambda x: torch.linalg.vector_norm(x, 2, [1, 2]), {"axes": [1, 2]}),
    Case("LpNormV2", {"x": X}, lambda x: x.norm(), tolerance=1e-6, note="all"),
    Case(
        "ReduceStdWithMean", {"x": X, "mean": X.mean()}, lambda x, mean: x.std(), tolerance=1e-6, note="all"
    ),
    Case("LpNormReduceV2", {"x": X}, lambda x: x.abs().pow(3).sum(1), {"p": 3.0, "axes": [1]}, 1e-5),
    Case("LpNormUpdateV2", {"x": X.abs()}, lambda x: x ** (1 / 3), {"p": 3.0}, 1e-6),
    *_losses(torch.float32),
    *_losses(torch.bfloat16),
]
