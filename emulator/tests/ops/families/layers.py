# SPDX-License-Identifier: Apache-2.0
"""Matrix products, convolutions and pooling."""

from __future__ import annotations

from collections.abc import Callable

import torch
from cases import Case

F = torch.nn.functional


def _random(*shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(sum(shape))).to(dtype)


def _products(dtype: torch.dtype) -> list[Case]:
    a, b, bias = _random(5, 7, dtype=dtype), _random(7, 3, dtype=dtype), _random(3, dtype=dtype)
    at, bt = a.t().contiguous(), b.t().contiguous()
    batch = _random(2, 5, 7, dtype=dtype)
    cases = []
    for op_type in ("MatMul", "MatMulV2"):
        cases += [
            Case(op_type, {"x1": a, "x2": b}, lambda x1, x2: x1 @ x2),
            Case(op_type, {"x1": at, "x2": b}, lambda x1, x2: x1.t() @ x2, {"transpose_x1": True}, note="t1"),
            Case(op_type, {"x1": a, "x2": bt}, lambda x1, x2: x1 @ x2.t(), {"transpose_x2": True}, note="t2"),
            Case(
                op_type,
                {"x1": a, "x2": b, "bias": bias},
                lambda x1, x2, bias: torch.addmm(bias, x1, x2),
                note="bias",
            ),
        ]
    return [
        *cases,
        Case("BatchMatMul", {"x1": batch, "x2": b}, lambda x1, x2: x1 @ x2),
        Case(
            "BatchMatMulV2",
            {"x1": batch, "x2": b, "bias": bias},
            lambda x1, x2, bias: x1 @ x2 + bias,
        ),
        Case(
            "BatchMatMul", {"x1": batch, "x2": batch}, lambda x1, x2: x1 @ x2.mT, {"adj_x2": True}, note="adj"
        ),
    ]


IMAGES, FILTERS, BIAS = _random(2, 4, 7, 6), _random(6, 2, 3, 3), _random(6)
GEOMETRY = {
    "strides": [1, 1, 2, 2],
    "pads": [1, 1, 1, 1],
    "dilations": [1, 1, 1, 1],
    "groups": 2,
    "data_format": "NCHW",
}


def _conv(x: torch.Tensor, filter: torch.Tensor, bias: torch.Tensor | None = None) -> torch.Tensor:
    return F.conv2d(x, filter, bias, 2, 1, 1, 2)


def _conv_gradients(grad: torch.Tensor) -> tuple[torch.Tensor, ...]:
    leaves = IMAGES.clone().requires_grad_(), FILTERS.clone().requires_grad_()
    return torch.autograd.grad(_conv(*leaves), leaves, grad)


GRAD = torch.ones_like(_conv(IMAGES, FILTERS))
VOLUMES, VOLUME_FILTERS = _random(1, 2, 4, 4, 4), _random(2, 3, 2, 2, 2)

_CONVOLUTIONS = [
    Case("Conv2D", {"x": IMAGES, "filter": FILTERS, "bias": BIAS}, _conv, GEOMETRY),
    Case("Conv2D", {"x": IMAGES, "filter": FILTERS}, _conv, GEOMETRY, note="no bias"),
    Case(
        "Conv2DBackpropInput",
        {"input_size": torch.tensor(IMAGES.shape), "filter": FILTERS, "out_backprop": GRAD},
        lambda out_backprop, **_: _conv_gradients(out_backprop)[0],
        GEOMETRY,
    ),
    Case(
        "Conv2DBackpropFilter",
        {"x": IMAGES, "filter_size": torch.tensor(FILTERS.shape), "out_backprop": GRAD},
        lambda out_backprop, **_: _conv_gradients(out_backprop)[1],
        GEOMETRY,
    ),
    Case(
        "Conv2DTranspose",
        {"input_size": torch.tensor([2, 4, 8, 6]), "x": GRAD, "filter": FILTERS},
        lambda x, filter, **_: F.conv_transpose2d(x, filter, None, 2, 1, (1, 1), 2),
        {**GEOMETRY, "output_padding": [0, 0, 1, 1]},
    ),
    Case(
        "Conv3D",
        {"x": VOLUMES, "filter": VOLUME_FILTERS.transpose(0, 1).contiguous()},
        lambda x, filter: F.conv3d(x, filter, None, 1, 1),
        {"strides": [1] * 5, "pads": [1] * 6, "data_format": "NCDHW"},
    ),
    Case(
        "Conv3DTranspose",
        {"input_size": torch.tensor([1, 3, 8, 8, 8]), "x": VOLUMES, "filter": VOLUME_FILTERS},
        lambda x, filter, **_: F.conv_transpose3d(x, filter, None, 2),
        {"strides": [1, 1, 2, 2, 2], "pads": [0] * 6, "data_format": "NCDHW"},
    ),
]


def _pool_gradient(pool: Callable[[torch.Tensor], torch.Tensor]) -> Callable[..., torch.Tensor]:
    def gradient(**_: torch.Tensor) -> torch.Tensor:
        leaf = IMAGES.clone().requires_grad_()
        y = pool(leaf)
        return torch.autograd.grad(y, leaf, torch.ones_like(y))[0]

    return gradient


def _max_pool(x: torch.Tensor) -> list[torch.Tensor]:
    y, positions = F.max_pool2d(x, 3, 2, 1, ceil_mode=True, return_indices=True)
    return [y, positions.int()]


def _average_pool(x: torch.Tensor) -> torch.Tensor:
    return F.avg_pool2d(x, 3, 2, 1, ceil_mode=True, count_include_pad=False)


MAX_POOL = {"ksize": [1, 3, 3, 1], "strides": [1, 2, 2, 1], "pads": [1, 1, 1, 1], "ceil_mode": True}
AVERAGE_POOL = {"ksize": [1, 1, 3, 3], "strides": [1, 1, 2, 2], "pads": [1, 1, 1, 1], "ceil_mode": True}

_POOLING = [
    Case("MaxPoolWithArgmaxV1", {"x": IMAGES}, _max_pool, MAX_POOL),
    Case(
        "MaxPoolGradWithArgmaxV1",
        {"x": IMAGES, "grad": torch.ones_like(_max_pool(IMAGES)[0]), "argmax": _max_pool(IMAGES)[1]},
        _pool_gradient(lambda x: F.max_pool2d(x, 3, 2, 1, ceil_mode=True)),
        MAX_POOL,
    ),
    Case("AvgPoolV2", {"x": IMAGES}, _average_pool, AVERAGE_POOL),
    Case(
        "AvgPoolV2Grad",
        {
            "orig_input_shape": torch.tensor(IMAGES.shape),
            "input_grad": torch.ones_like(_average_pool(IMAGES)),
        },
        _pool_gradient(_average_pool),
        AVERAGE_POOL,
    ),
    Case(
        "AdaptiveAvgPool2d",
        {"x": IMAGES},
        lambda x: F.adaptive_avg_pool2d(x, (3, 2)),
        {"output_size": [3, 2]},
    ),
    Case(
        "AdaptiveAvgPool2dGrad",
        {"input_grad": torch.ones(2, 4, 3, 2)},
        _pool_gradient(lambda x: F.adaptive_avg_pool2d(x, (3, 2))),
        {"orig_input_shape": list(IMAGES.shape)},
    ),
]

GRID = _random(2, 3, 4, 2).tanh()
RESIZED = torch.ones(2, 4, 14, 9)

_IMAGES = [
    Case(
        "ResizeNearestNeighborV2",
        {"x": IMAGES, "size": torch.tensor([14, 9], dtype=torch.int32)},
        lambda x, size: F.interpolate(x, (14, 9)),
    ),
    Case(
        "ResizeNearestNeighborV2Grad",
        {"grads": RESIZED, "size": torch.tensor([7, 6], dtype=torch.int32)},
        _pool_gradient(lambda x: F.interpolate(x, (14, 9))),
    ),
    Case(
        "GridSampler2D",
        {"x": IMAGES, "grid": GRID},
        lambda x, grid: F.grid_sample(x, grid, "bicubic", "border", align_corners=True),
        {"interpolation_mode": "bicubic", "padding_mode": "border", "align_corners": True},
    ),
    Case(
        "GridSampler2DGrad",
        {"grad": torch.ones(2, 4, 3, 4), "x": IMAGES, "grid": GRID},
        lambda grad, x, grid: torch.ops.aten.grid_sampler_2d_backward(
            grad, x, grid, 0, 0, False, [True, True]
        ),
    ),
    Case(
        "GridSampler3D",
        {"x": VOLUMES, "grid": _random(1, 2, 2, 2, 3).tanh()},
        lambda x, grid: F.grid_sample(x, grid, align_corners=False),
    ),
]

CASES = [
    *_products(torch.float32),
    *_products(torch.float16),
    *_products(torch.bfloat16),
    *_CONVOLUTIONS,
    *_POOLING,
    *_IMAGES,
]
