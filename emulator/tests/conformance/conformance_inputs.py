# SPDX-License-Identifier: Apache-2.0
"""What the declarations leave open, make too large, or state in a way that no torch accepts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

# Calls with more elements than this are made smaller.
MOST_ELEMENTS = 1 << 20

# Their integer arguments are tied to the sizes.
KEEP_SIZES = {"aten.as_strided.default", "aten.as_strided_scatter.default", "aten.native_group_norm.default"}

# Declared size -> size used, where the general rule does not fit.
SIZES: dict[str, dict[int, int]] = {
    "npu.npu_incre_flash_attention.default": {5120: 640, 128: 16, 40: 40, 2048: 24},
    "npu.npu_prompt_flash_attention.default": {5120: 640, 128: 16, 40: 40, 2048: 24},
}

# Integers are drawn from [0, limit), 10 unless named here: indices have to exist.
INTEGER_LIMITS: dict[str, int] = {
    "aten._unsafe_index.Tensor": 2,
    "aten.index_add.default": 5,
    "aten.scatter.src": 2,
    "npu.npu_moe_init_routing.default": 4,
}

Arguments = list[Any]
Keywords = dict[str, Any]


def _per_channel_weight(arguments: Arguments, keywords: Keywords) -> Arguments:
    """Declared as one list of tensors, the weight without the dimensions that it broadcasts over."""
    *tensors, weight = arguments[0]
    return [*tensors, weight.reshape(1, -1, 1)]


def _number(arguments: Arguments, keywords: Keywords) -> Arguments:
    """Declared as a vector of one number; torch takes a number without dimensions."""
    return [arguments[0], arguments[1].reshape(())]


def _positive(*positions: int) -> Callable[[Arguments, Keywords], Arguments]:
    """Variances and reciprocal deviations are."""
    return lambda arguments, keywords: [
        argument.abs() if i in positions else argument for i, argument in enumerate(arguments)
    ]


def _sorted_sequence(arguments: Arguments, keywords: Keywords) -> Arguments:
    if "sorter" in keywords:
        keywords["sorter"] = arguments[0].argsort()
        return arguments
    return [arguments[0].sort().values, arguments[1]]


def _choices(arguments: Arguments, keywords: Keywords) -> Arguments:
    """Row numbers count every choice once: first the rows, then the choices."""
    rows, choices = arguments[1].shape
    numbers = torch.arange(rows * choices, dtype=torch.int32).reshape(choices, rows).t().contiguous()
    return [arguments[0], numbers, arguments[2]]


def _half_gradient(arguments: Arguments, keywords: Keywords) -> Arguments:
    """The result of swiglu, and with it its gradient, is half as wide as its input."""
    return [arguments[0].chunk(2, -1)[0].contiguous(), arguments[1]]


def _batch_norm_sums(arguments: Arguments, keywords: Keywords) -> Arguments:
    """Sums, sums of squares and counts that belong together."""
    total, count = arguments[1], torch.full_like(arguments[7], 4.0)
    return [arguments[0], total, total.square() + 1, arguments[3], arguments[4].abs(), *arguments[5:7], count]


def _positive_scales(arguments: Arguments, keywords: Keywords) -> Arguments:
    return [*arguments[:1], arguments[1].abs() + 0.5, *arguments[2:]]


def _packed_scales(count: int) -> torch.Tensor:
    """64-bit parameters, whose lower halves are float32 numbers."""
    return (torch.rand(count) + 0.5).view(torch.int32).long()


def _group_of_one(arguments: Arguments, keywords: Keywords) -> Arguments:
    """This process alone, for which communication is no work: the declared group has eight."""
    keywords["world_size"] = 1
    return arguments


def _packed_dequant_scale(arguments: Arguments, keywords: Keywords) -> Arguments:
    if "dequant_scale" in keywords:
        keywords["dequant_scale"] = _packed_scales(1)
    return arguments


def _weight_by_columns(arguments: Arguments, keywords: Keywords) -> Arguments:
    """Declared the wrong way round for packed scales, whose lower halves are float32 numbers."""
    x, weight, scale, offset = arguments
    if scale.dtype == torch.int64:
        packed = _packed_scales(len(scale))
        return [x, weight.t().contiguous(), packed.reshape(1, -1), offset.t().contiguous()]
    return arguments


def _within_the_cache(arguments: Arguments, keywords: Keywords) -> Arguments:
    """Positions exist, and quantisation scales are not close to 0."""
    var, indices, updates, scales, *zero_points = arguments
    return [var, indices.clamp(max=var.shape[1] - 1), updates, scales.abs() + 0.25, *zero_points]


# Operator -> the positional arguments to use; keywords may be changed in place.
CORRECTIONS: dict[str, Callable[[Arguments, Keywords], Arguments]] = {
    "aten._prelu_kernel.default": _per_channel_weight,
    "aten._prelu_kernel_backward.default": _per_channel_weight,
    "aten.batch_norm_elemt.default": _positive(4),
    "aten.fill.Tensor": _number,
    "aten.native_batch_norm_backward.default": _positive(4, 6),
    "aten.native_group_norm_backward.default": _positive(3),
    "aten.searchsorted.Tensor": _sorted_sequence,
    "npu._npu_rms_norm_backward_quant.default": _positive(2),
    "npu.batch_norm_gather_stats_update.default": _batch_norm_sums,
    "npu.npu_all_gather_quant_mm.default": _group_of_one,
    "npu.npu_mm_all_reduce_base.default": _packed_dequant_scale,
    "npu.npu_moe_init_routing.default": _choices,
    "npu.npu_quant_mm_reduce_scatter.default": _group_of_one,
    "npu.npu_quant_scatter.default": _within_the_cache,
    "npu.npu_quantize.default": _positive_scales,
    "npu.npu_swiglu_backward.default": _half_gradient,
    "npu.npu_weight_quant_batchmatmul.default": _weight_by_columns,
}
