# SPDX-License-Identifier: Apache-2.0
"""Normalisation."""

from __future__ import annotations

import torch
from cases import Case
from torch import Tensor

F = torch.nn.functional
aten = torch.ops.aten
EPSILON = 1e-5


def _random(*shape: int) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(sum(shape)))


X, GAMMA, BETA = _random(2, 3, 6), _random(6), _random(6) + 1
IMAGES, SCALE, OFFSET = _random(4, 3, 5, 5), _random(3), _random(3) + 1
MEAN, VARIANCE = IMAGES.mean((0, 2, 3)), IMAGES.var((0, 2, 3), correction=0)
GRADS = _random(4, 3, 5, 5) + 1


def _channels(vector: Tensor) -> Tensor:
    return vector.reshape(1, 3, 1, 1)


def _layer_norm(x: Tensor, gamma: Tensor, beta: Tensor) -> list[Tensor]:
    return list(aten.native_layer_norm(x, [6], gamma, beta, EPSILON))


def _layer_norm_half(x: Tensor, gamma: Tensor, beta: Tensor) -> list[Tensor]:
    y = F.layer_norm(x, [6], gamma, beta, EPSILON)
    _, mean, rstd = _layer_norm(x.float(), gamma.float(), beta.float())
    return [y, mean, rstd]


def _rms(x: Tensor, gamma: Tensor) -> list[Tensor]:
    rstd = (x.square().mean(-1, keepdim=True) + 1e-6).rsqrt()
    return [x * rstd * gamma, rstd]


def _rms_gradient(dy: Tensor, x: Tensor, gamma: Tensor) -> list[Tensor]:
    leaf_x, leaf_gamma = x.clone().requires_grad_(), gamma.clone().requires_grad_()
    return list(torch.autograd.grad(_rms(leaf_x, leaf_gamma)[0], (leaf_x, leaf_gamma), dy))


def _batch_norm_training(x: Tensor) -> list[Tensor]:
    mean, var = torch.zeros(3), torch.ones(3)
    y = F.batch_norm(x, mean, var, SCALE, OFFSET, training=True, momentum=0.1, eps=EPSILON)
    return [y, MEAN, VARIANCE, mean, var]


def _batch_norm_gradient() -> list[Tensor]:
    leaves = [t.clone().requires_grad_() for t in (IMAGES, SCALE, OFFSET)]
    y = F.batch_norm(leaves[0], None, None, leaves[1], leaves[2], training=True, eps=EPSILON)
    return list(torch.autograd.grad(y, leaves, GRADS))


_LAYER = [
    Case(
        "LayerNormV4",
        {"x": X, "normalized_shape": torch.tensor([6]), "gamma": GAMMA, "beta": BETA},
        lambda normalized_shape, **inputs: _layer_norm(**inputs),
    ),
    Case(
        "LayerNormV4",
        {"x": X.half(), "normalized_shape": torch.tensor([6]), "gamma": GAMMA.half(), "beta": BETA.half()},
        lambda normalized_shape, **inputs: _layer_norm_half(**inputs),
        tolerance=1e-3,
    ),
    Case("LayerNormV3", {"x": X, "gamma": GAMMA, "beta": BETA}, _layer_norm, {"begin_norm_axis": -1}),
    Case(
        "LayerNorm",
        {"x": X, "gamma": GAMMA, "beta": BETA},
        lambda x, gamma, beta: [
            F.layer_norm(x, [6], gamma, beta, EPSILON),
            x.mean(-1, keepdim=True),
            x.var(-1, keepdim=True, correction=0),
        ],
        {"begin_norm_axis": -1, "epsilon": EPSILON},
        1e-5,
    ),
    Case(
        "LayerNormGradV3",
        {
            "dy": _random(2, 3, 6),
            "x": X,
            "rstd": _layer_norm(X, GAMMA, BETA)[2],
            "mean": _layer_norm(X, GAMMA, BETA)[1],
            "gamma": GAMMA,
        },
        lambda dy, x, rstd, mean, gamma: aten.native_layer_norm_backward(
            dy, x, [6], mean, rstd, gamma, BETA, [True] * 3
        ),
        tolerance=1e-5,
    ),
    Case("RmsNorm", {"x": X, "gamma": GAMMA}, _rms, tolerance=1e-6),
    Case(
        "RmsNormGrad",
        {"dy": _random(2, 3, 6), "x": X, "rstd": _rms(X, GAMMA)[1], "gamma": GAMMA},
        lambda dy, x, rstd, gamma: _rms_gradient(dy, x, gamma),
        tolerance=1e-5,
    ),
    Case(
        "AddRmsNorm",
        {"x1": X, "x2": X * 2, "gamma": GAMMA},
        lambda x1, x2, gamma: [*_rms(x1 + x2, gamma), x1 + x2],
        tolerance=1e-6,
    ),
    Case(
        "GroupNorm",
        {"x": _random(2, 6, 4), "gamma": GAMMA, "beta": BETA},
        lambda x, gamma, beta: [
            F.group_norm(x, 3, gamma, beta, EPSILON),
            x.reshape(2, 3, -1).mean(2),
            x.reshape(2, 3, -1).var(2, correction=0),
        ],
        {"num_groups": 3, "data_format": "NCHW", "eps": EPSILON},
        1e-5,
    ),
]

_LAYER.append(
    Case(
        "GroupNormV2",
        {"x": _random(2, 6, 4), "gamma": GAMMA, "beta": BETA},
        lambda x, gamma, beta: aten.native_group_norm(x, gamma, beta, 2, 6, 4, 3, EPSILON),
        {"num_groups": 3, "data_format": "NCHW"},
        1e-6,
    )
)

_BATCH = [
    Case(
        "BatchNormV3",
        {
            "x": IMAGES,
            "weight": SCALE,
            "bias": OFFSET,
            "running_mean": torch.zeros(3),
            "running_var": torch.ones(3),
        },
        lambda x, **_: _batch_norm_training(x),
        tolerance=1e-5,
    ),
    Case(
        "BNInfer",
        {"x": IMAGES, "scale": SCALE, "offset": OFFSET, "mean": MEAN, "variance": VARIANCE},
        lambda x, scale, offset, mean, variance: F.batch_norm(x, mean, variance, scale, offset, eps=EPSILON),
        {"epsilon": EPSILON},
        1e-6,
    ),
    Case(
        "BNInferGrad",
        {"grads": GRADS, "scale": SCALE, "batch_variance": VARIANCE},
        lambda grads, scale, batch_variance: grads * _channels(scale * (batch_variance + EPSILON).rsqrt()),
        {"epsilon": EPSILON},
        1e-6,
    ),
]
for _prefix in ("BN", "BN3D"):
    _sums = [IMAGES.sum((0, 2, 3)), IMAGES.square().sum((0, 2, 3))]
    _batch = {"batch_mean": MEAN, "batch_variance": VARIANCE}
    _BATCH += [
        Case(_prefix + "TrainingReduce", {"x": IMAGES}, lambda x, s=_sums: s, tolerance=1e-5),
        Case(
            _prefix + "TrainingUpdate",
            {
                "x": IMAGES,
                "sum": _sums[0],
                "square_sum": _sums[1],
                "scale": SCALE,
                "offset": OFFSET,
                "mean": torch.zeros(3),
                "variance": torch.ones(3),
            },
            lambda x, **_: [_batch_norm_training(x)[i] for i in (0, 3, 4, 1, 2)],
            {"factor": 0.1, "epsilon": EPSILON},
            1e-4,
        ),
        Case(
            _prefix + "TrainingUpdateGrad",
            {"grads": GRADS, "x": IMAGES, **_batch},
            lambda **_: _batch_norm_gradient()[1:],
            {"epsilon": EPSILON},
            1e-4,
        ),
        Case(
            _prefix + "TrainingReduceGrad",
            {
                "grads": GRADS,
                "x": IMAGES,
                "diff_scale": _batch_norm_gradient()[1],
                "diff_offset": _batch_norm_gradient()[2],
                "scale": SCALE,
                **_batch,
            },
            lambda **_: _batch_norm_gradient()[0],
            {"epsilon": EPSILON},
            1e-5,
        ),
    ]

CASES = [*_LAYER, *_BATCH]
