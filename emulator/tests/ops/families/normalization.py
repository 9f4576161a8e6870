# SPDX-License-Identifier: Apache-2.0
"""Normalisation."""

from __future__ import annotations

import npu_references as npu
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

_X, _GRAD = torch.randn(2, 4, 3, 3), torch.randn(2, 4, 3, 3)


def _per_image(x: torch.Tensor) -> torch.Tensor:
    return x.reshape(1, 4, 1, 1).expand(2, 4, 3, 3).contiguous()


def _sync_gather_stats(
    total_sum: torch.Tensor,
    total_square_sum: torch.Tensor,
    sample_count: torch.Tensor,
    mean: torch.Tensor,
    variance: torch.Tensor,
) -> tuple[torch.Tensor, ...]:
    """Two devices with 3 and 5 rows against one batch of 8 rows."""
    torch.nn.functional.batch_norm(_ROWS, mean, variance, training=True, momentum=0.1)
    batch_variance, batch_mean = torch.var_mean(_ROWS, 0, correction=0)
    return batch_mean, (batch_variance + 1e-5).rsqrt(), mean, variance


def _sync_backward(
    grad_output: torch.Tensor, save_input: torch.Tensor, weight: torch.Tensor, **statistics: torch.Tensor
) -> torch.Tensor:
    """The gradient of batch normalisation, from which the statistics were taken."""
    return torch.ops.aten.native_batch_norm_backward(
        grad_output, save_input, weight[0, :, 0, 0], None, None, *_STATISTICS, True, 1e-5, [True, True, True]
    )[0]


_ROWS = torch.randn(8, 4)
_STATISTICS = (_X.mean((0, 2, 3)), (_X.var((0, 2, 3), correction=0) + 1e-5).rsqrt())
_CENTERED = _X - _per_image(_STATISTICS[0])
_SYNC = [
    Case(
        "SyncBatchNormGatherStats",
        {
            "total_sum": torch.stack([_ROWS[:3].sum(0), _ROWS[3:].sum(0)]),
            "total_square_sum": torch.stack([_ROWS[:3].square().sum(0), _ROWS[3:].square().sum(0)]),
            "sample_count": torch.tensor([3, 5], dtype=torch.int32),
            "mean": torch.randn(4),
            "variance": torch.rand(4),
        },
        lambda mean, variance, **sums: _sync_gather_stats(
            **sums, mean=mean.clone(), variance=variance.clone()
        ),
        {"momentum": 0.1, "eps": 1e-5},
        tolerance=1e-5,
    ),
    Case(
        "SyncBatchNormBackwardReduce",
        {
            "sum_dy": _GRAD.sum((0, 2, 3)),
            "sum_dy_dx_pad": (_GRAD * _X).sum((0, 2, 3)),
            "mean": _STATISTICS[0],
            "invert_std": _STATISTICS[1],
        },
        lambda **_: ((_GRAD * _CENTERED).sum((0, 2, 3)), (_GRAD * _CENTERED).sum((0, 2, 3)) * _STATISTICS[1]),
        tolerance=1e-5,
    ),
    Case(
        "SyncBatchNormBackwardElemt",
        {
            "grad_output": _GRAD,
            "save_input": _X,
            "mean": _per_image(_STATISTICS[0]),
            "invstd": _per_image(_STATISTICS[1]),
            "weight": _per_image(torch.rand(4)),
            "mean_dy": _per_image(_GRAD.mean((0, 2, 3))),
            "mean_dy_xmu": _per_image((_GRAD * _CENTERED).mean((0, 2, 3))),
        },
        _sync_backward,
        tolerance=1e-5,
    ),
]
_FUSED = [
    Case(
        "AddRmsNormCast",
        {"x1": torch.randn(3, 8).half(), "x2": torch.randn(3, 8).half(), "gamma": torch.rand(8).half()},
        npu.npu_add_rms_norm_cast,
        tolerance=1e-3,
    ),
    Case(
        "GroupNormSilu",
        {"x": torch.randn(2, 4, 5), "gamma": torch.rand(4), "beta": torch.rand(4)},
        lambda x, gamma, beta: npu.npu_group_norm_silu(x, gamma, beta, 2, 1e-4),
        {"num_groups": 2, "eps": 1e-4},
        tolerance=1e-5,
    ),
    Case(
        "MaskedSoftmaxWithRelPosBias",
        {
            "x": torch.randn(3, 2, 4, 5, 5),
            "atten_mask": torch.randn(2, 5, 5),
            "relative_pos_bias": torch.randn(4, 5, 5),
        },
        lambda x, atten_mask, relative_pos_bias: npu.npu_masked_softmax_with_rel_pos_bias(
            x, atten_mask, relative_pos_bias, 0.5
        ),
        {"scale_value": 0.5},
        tolerance=1e-6,
    ),
]

CASES = [*_LAYER, *_BATCH, *_SYNC, *_FUSED]
