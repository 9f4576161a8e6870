# SPDX-License-Identifier: Apache-2.0
"""References for the declared operators that CPU torch does not have, and checks for random ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import npu_references as npu
import quantized_references as quantized
import torch
from torch import Tensor


def _batch_norm(
    x: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    mean: Tensor,
    var: Tensor,
    training: bool,
    momentum: float,
    eps: float,
) -> tuple[Tensor, ...]:
    """In graphs TorchAir keeps the batch's variance where torch keeps 1 / sqrt(variance + eps)."""
    y, batch_mean, invstd, new_mean, new_var = torch.ops.aten._native_batch_norm_legit_functional(
        x, weight, bias, mean, var, training, momentum, eps
    )
    return y, batch_mean, invstd**-2 - eps, new_mean, new_var


def _batch_norm_in_place(
    x: Tensor, weight: Tensor | None, bias: Tensor | None, mean: Tensor, var: Tensor, **options: Any
) -> tuple[Tensor, ...]:
    *results, new_mean, new_var = _batch_norm(x, weight, bias, mean, var, **options)
    mean.copy_(new_mean)
    var.copy_(new_var)
    return tuple(results)


def _batch_norm_backward(
    grad: Tensor,
    x: Tensor,
    weight: Tensor | None,
    mean: Tensor,
    var: Tensor,
    save_mean: Tensor,
    save_var: Tensor,
    train: bool,
    eps: float,
    output_mask: list[bool],
) -> tuple[Tensor, ...]:
    """The counterpart of _batch_norm: what the forward pass saved is a variance."""
    return torch.ops.aten.native_batch_norm_backward(
        grad, x, weight, mean, var, save_mean, (save_var + eps).rsqrt(), train, eps, output_mask
    )


def _layer_norm(
    x: Tensor, shape: list[int], weight: Tensor | None, bias: Tensor | None, eps: float
) -> tuple[Tensor, Tensor, Tensor]:
    """As on accelerators, mean and reciprocal deviation are float32 for half types."""
    parameters = [None if each is None else each.float() for each in (weight, bias)]
    y, mean, rstd = torch.native_layer_norm(x.float(), shape, *parameters, eps)
    return y.to(x.dtype), mean, rstd


def _batch_norm_elemt(
    x: Tensor, weight: Tensor, bias: Tensor, mean: Tensor, invstd: Tensor, eps: float
) -> Tensor:
    per_channel = [each[:, None, None] for each in (weight, bias, mean, invstd)]
    weight, bias, mean, invstd = per_channel
    return (x - mean) * invstd * weight + bias


def _batch_norm_backward_reduce(
    grad: Tensor, x: Tensor, mean: Tensor, invstd: Tensor, weight: Tensor, *which: bool
) -> tuple[Tensor, ...]:
    sum_dy = grad.sum((0, 2, 3))
    sum_dy_xmu = (grad * (x - mean[:, None, None])).sum((0, 2, 3))
    return sum_dy, sum_dy_xmu, sum_dy_xmu * invstd, sum_dy


def _batch_norm_backward_elemt(
    grad: Tensor,
    x: Tensor,
    mean: Tensor,
    invstd: Tensor,
    weight: Tensor,
    sum_dy: Tensor,
    sum_dy_xmu: Tensor,
    count: Tensor,
) -> Tensor:
    mean, invstd, weight, mean_dy, mean_dy_xmu = (
        each[:, None, None] for each in (mean, invstd, weight, sum_dy / count.sum(), sum_dy_xmu / count.sum())
    )
    return (grad - mean_dy - (x - mean) * invstd**2 * mean_dy_xmu) * invstd * weight


def _gather_stats_in_place(
    x: Tensor, total: Tensor, square_total: Tensor, mean: Tensor, var: Tensor, *rest: Any
) -> tuple[Tensor, Tensor]:
    """Eager mode updates the running statistics as well; in graphs TorchAir drops them."""
    momentum, _, counts = rest
    count = counts.sum()
    batch_mean = total.sum(0) / count
    unbiased = (square_total.sum(0) - count * batch_mean**2) / (count - 1)
    results = npu.batch_norm_gather_stats_update(x, total, square_total, mean, var, *rest)
    mean.lerp_(batch_mean, momentum)
    var.lerp_(unbiased, momentum)
    return results


def _matmul_backward(grad: Tensor, x: Tensor, y: Tensor, mask: list[bool]) -> tuple[Tensor, Tensor]:
    return grad @ y.transpose(-1, -2), x.transpose(-1, -2) @ grad


def _with_bytes(function: Callable[..., tuple[Tensor, ...]]) -> Callable[..., tuple[Tensor, ...]]:
    """torch_npu shows float8_e8m0 as bytes; from graphs they come as they are."""
    return lambda *args, **options: tuple(
        each.view(torch.uint8) if each.dtype == torch.float8_e8m0fnu else each
        for each in function(*args, **options)
    )


# Operator -> the same function on CPU tensors, in both modes.
REFERENCES: dict[str, Callable[..., Any]] = {
    "aten._foreach_frac.default": lambda xs: [x.float().frac().to(x.dtype) for x in xs],
    "aten.batch_norm_backward_elemt.default": _batch_norm_backward_elemt,
    "aten.batch_norm_backward_reduce.default": _batch_norm_backward_reduce,
    "aten.batch_norm_elemt.default": _batch_norm_elemt,
    "aten.matmul_backward.default": _matmul_backward,
    "npu._npu_dtype_cast.default": lambda x, dtype: x.to(dtype),
    "npu._npu_dtype_cast_backward.default": lambda x, dtype: x.to(dtype),
    "npu._npu_rms_norm_backward_quant.default": npu.npu_rms_norm_backward_quant,
    "npu.batch_norm_gather_stats_update.default": _gather_stats_in_place,
    "npu.npu_add_rms_norm_cast.default": npu.npu_add_rms_norm_cast,
    "npu.npu_add_rms_norm_dynamic_quant.default": npu.npu_add_rms_norm_dynamic_quant,
    "npu.npu_add_rms_norm_v2_functional.default": lambda *args, **options: tuple(
        npu.npu_add_rms_norm(*args, **options)[i] for i in (1, 0, 2)
    ),
    "npu.npu_all_gather_quant_mm.default": npu.npu_all_gather_quant_mm,
    "npu.npu_anti_quant.default": npu.npu_anti_quant,
    "npu.npu_dtype_cast.default": lambda x, dtype: x.to(dtype),
    "npu.npu_dtype_cast_backward.default": lambda x, dtype: x.to(dtype),
    "npu.npu_dynamic_block_quant.default": npu.npu_dynamic_block_quant,
    "npu.npu_dynamic_quant.default": npu.npu_dynamic_quant,
    "npu.npu_dynamic_quant_asymmetric.default": npu.npu_dynamic_quant_asymmetric,
    "npu.npu_dynamic_block_mx_quant.default": _with_bytes(quantized.npu_dynamic_block_mx_quant),
    "npu.npu_dynamic_dual_level_mx_quant.default": _with_bytes(quantized.npu_dynamic_dual_level_mx_quant),
    "npu.npu_dynamic_mx_quant.default": _with_bytes(quantized.npu_dynamic_mx_quant),
    "npu.npu_dynamic_mx_quant_with_dual_axis.default": _with_bytes(
        quantized.npu_dynamic_mx_quant_with_dual_axis
    ),
    "npu.npu_ffn.default": npu.npu_ffn,
    "npu.npu_gelu.default": lambda x, approximate: torch.nn.functional.gelu(x, approximate=approximate),
    "npu.npu_gelu_backward.default": lambda grad, x, approximate: torch.ops.aten.gelu_backward(
        grad, x, approximate=approximate
    ),
    "npu.npu_group_norm_silu.default": npu.npu_group_norm_silu,
    "npu.npu_incre_flash_attention.default": npu.npu_flash_attention,
    "npu.npu_kronecker_quant.default": quantized.npu_kronecker_quant,
    "npu.npu_linear.default": torch.nn.functional.linear,
    "npu.npu_masked_softmax_with_rel_pos_bias.default": npu.npu_masked_softmax_with_rel_pos_bias,
    "npu.npu_mm_all_reduce_base.default": npu.npu_mm_all_reduce_base,
    "npu.npu_moe_finalize_routing.default": npu.npu_moe_finalize_routing,
    "npu.npu_moe_gating_top_k_softmax.default": npu.npu_moe_gating_top_k_softmax,
    "npu.npu_moe_gating_top_k_softmax_v2.default": npu.npu_moe_gating_top_k_softmax_v2,
    "npu.npu_moe_init_routing.default": npu.npu_moe_init_routing,
    "npu.npu_prefetch.default": lambda x, dependency, size: None,
    "npu.npu_prompt_flash_attention.default": npu.npu_flash_attention,
    "npu.npu_quant_max.default": npu.npu_quant_max,
    "npu.npu_quant_mm_reduce_scatter.default": npu.npu_quant_mm_reduce_scatter,
    "npu.npu_quant_scatter.default": npu.npu_quant_scatter,
    "npu.npu_quantize.default": npu.npu_quantize,
    "npu.npu_rms_norm.default": npu.npu_rms_norm,
    "npu.npu_rms_norm_backward.default": npu.npu_rms_norm_backward,
    "npu.npu_rotary_mul.default": npu.npu_rotary_mul,
    "npu.npu_rotate_quant.default": quantized.npu_rotate_quant,
    "npu.npu_scatter_list.default": npu.npu_scatter_list,
    "npu.npu_swiglu.default": npu.npu_swiglu,
    "npu.npu_swiglu_mx_quant.default": _with_bytes(quantized.npu_swiglu_mx_quant),
    "npu.npu_swiglu_backward.default": npu.npu_swiglu_backward,
    "npu.npu_trans_quant_param.default": npu.npu_trans_quant_param,
    "npu.npu_weight_quant_batchmatmul.default": npu.npu_weight_quant_batchmatmul,
}


def _vector_norm(x: Tensor, *args: Any, dtype: torch.dtype | None = None, **options: Any) -> Tensor:
    """TorchAir takes the norm in the input's type and converts it."""
    return torch.linalg.vector_norm(x, *args, **options).to(dtype or x.dtype)


# Where graphs differ from eager mode.
COMPILED_REFERENCES: dict[str, Callable[..., Any]] = {
    "aten._native_batch_norm_legit.default": _batch_norm_in_place,
    "aten._native_batch_norm_legit_functional.default": _batch_norm,
    "aten.linalg_vector_norm.default": _vector_norm,
    "aten.native_batch_norm_backward.default": _batch_norm_backward,
    "aten.native_layer_norm.default": _layer_norm,
    "npu.batch_norm_gather_stats_update.default": npu.batch_norm_gather_stats_update,
    "npu.npu_dynamic_block_mx_quant.default": quantized.npu_dynamic_block_mx_quant,
    "npu.npu_dynamic_dual_level_mx_quant.default": quantized.npu_dynamic_dual_level_mx_quant,
    "npu.npu_dynamic_mx_quant.default": quantized.npu_dynamic_mx_quant,
    "npu.npu_dynamic_mx_quant_with_dual_axis.default": quantized.npu_dynamic_mx_quant_with_dual_axis,
    "npu.npu_swiglu_mx_quant.default": quantized.npu_swiglu_mx_quant,
}


def _bernoulli(result: Tensor, x: Tensor, p: Tensor | float | None = None) -> str | None:
    probability = x if p is None else torch.as_tensor(p).expand(x.shape)
    if not ((result == 0) | (result == 1)).all():
        return "numbers other than 0 and 1"
    if (result[probability <= 0] != 0).any() or (result[probability >= 1] != 1).any():
        return "certain events do not happen"
    return None


def _uniform(result: Tensor, x: Tensor, low: float = 0, high: float = 1) -> str | None:
    return None if (result >= low).all() and (result <= high).all() else f"numbers outside [{low}, {high}]"


def _random(result: Tensor, *arguments: Any, **options: Any) -> str | None:
    return None if result.isfinite().all() and len(set(result.flatten().tolist())) > 1 else "not random"


# Operator -> function of (result, *arguments) that gives None or what is wrong, for graphs, whose random
# numbers are not those of torch's generator.
CHECKS: dict[str, Callable[..., str | None]] = {
    "aten.bernoulli.default": _bernoulli,
    "aten.bernoulli.p": _bernoulli,
    "aten.bernoulli.Tensor": _bernoulli,
    "aten.rand.default": _random,
    "aten.randint.default": _random,
    "aten.randn.default": _random,
    "aten.randn.generator": _random,
    "aten.uniform.default": _uniform,
}
