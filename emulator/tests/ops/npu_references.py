# SPDX-License-Identifier: Apache-2.0
"""What torch_npu's own operators compute, written with plain torch from their documentation.

Names and parameters are those of ``torch.ops.npu``; parameters that no test uses are left out.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor
from torch.nn import functional


def saturate(x: Tensor, dtype: torch.dtype) -> Tensor:
    """Rounded to the nearest even integer and clamped to the range of ``dtype``."""
    info = torch.iinfo(dtype)
    return x.double().round().clamp(info.min, info.max).to(dtype)


def npu_dynamic_quant(x: Tensor, smooth_scales: Tensor | None = None) -> tuple[Tensor, Tensor]:
    x = x.float() if smooth_scales is None else x.float() * smooth_scales.float()
    scale = x.abs().amax(-1) / 127
    return saturate(x / scale.unsqueeze(-1), torch.int8), scale


def npu_dynamic_quant_asymmetric(x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    low, high = torch.aminmax(x.float(), dim=-1)
    scale = (high - low) / 255
    offset = 127 - high / scale
    return saturate(x.float() / scale.unsqueeze(-1) + offset.unsqueeze(-1), torch.int8), scale, offset


def npu_dynamic_block_quant(x: Tensor, columns: int = 128) -> tuple[Tensor, Tensor]:
    """In blocks of one row."""
    blocks = x.float().split(columns, -1)
    scales = torch.stack([block.abs().amax(-1) / 127 for block in blocks], -1)
    steps = [block / scales[..., i : i + 1] for i, block in enumerate(blocks)]
    return saturate(torch.cat(steps, -1), torch.int8), scales


def npu_anti_quant(
    x: Tensor,
    scale: Tensor,
    *,
    offset: Tensor | None = None,
    dst_dtype: torch.dtype | None = None,
    src_dtype: torch.dtype | None = None,
) -> Tensor:
    return ((x.float() + (0 if offset is None else offset)) * scale).to(dst_dtype or torch.float16)


def npu_quantize(
    x: Tensor, scales: Tensor, zero_points: Tensor, dtype: torch.dtype, axis: int, div_mode: bool = True
) -> Tensor:
    if div_mode:
        integer = {torch.qint8: torch.int8, torch.quint8: torch.uint8, torch.qint32: torch.int32}[dtype]
        shape = [-1 if i == axis % x.dim() else 1 for i in range(x.dim())]
        return saturate((x.float() / scales.reshape(shape)).round() + zero_points.reshape(shape), integer)
    return saturate(x * scales + zero_points, torch.int8)


def npu_quant_max(x: Tensor, scale: Tensor) -> tuple[Tensor, Tensor]:
    return (x.float() * scale).to(torch.float8_e5m2), x.abs().amax().reshape(1)


def npu_trans_quant_param(scale: Tensor, offset: Tensor | None = None) -> Tensor:
    kept = scale.float().view(torch.int32).long() & 0xFFFFE000
    result = kept | (1 << 46)
    return result if offset is None else result | ((offset.round().long() & 0x1FF) << 37)


def npu_quant_scatter(
    var: Tensor,
    indices: Tensor,
    updates: Tensor,
    quant_scales: Tensor,
    quant_zero_points: Tensor | None = None,
    **options: object,
) -> Tensor:
    """For axis -2 of three dimensions."""
    steps = updates.float() / quant_scales.float()
    steps = steps if quant_zero_points is None else steps + quant_zero_points.float()
    result = var.clone()
    for batch, begin in enumerate(indices.tolist()):
        result[batch, begin : begin + updates.shape[1]] = saturate(steps[batch], torch.int8)
    return result


def npu_weight_quant_batchmatmul(
    x: Tensor, weight: Tensor, antiquant_scale: Tensor, antiquant_offset: Tensor | None = None
) -> Tensor:
    offset = 0 if antiquant_offset is None else antiquant_offset.float()
    packed = antiquant_scale.dtype == torch.int64
    scale = antiquant_scale.int().view(torch.float32) if packed else antiquant_scale.float()
    return (x.float() @ ((weight.float() + offset) * scale)).to(x.dtype)


def npu_moe_gating_top_k_softmax(x: Tensor, finished: Tensor | None = None, k: int = 1) -> tuple[Tensor, ...]:
    rows, experts = x.shape
    weights, chosen = x.float().softmax(-1).topk(k)
    if finished is not None:
        chosen[finished] = experts
    row = torch.tensor([[choice * rows + i for choice in range(k)] for i in range(rows)], dtype=torch.int32)
    return weights.to(x.dtype), chosen.int(), row


def npu_moe_gating_top_k_softmax_v2(
    x: Tensor, *, k: int, finished: Tensor | None = None, renorm: int = 0, output_softmax: bool = False
) -> tuple[Tensor, ...]:
    scores = x.float() if renorm else x.float().softmax(-1)
    y, chosen = scores.topk(k)
    if finished is not None:
        chosen[finished] = x.shape[-1]
    y = y.softmax(-1) if renorm else y
    return y.to(x.dtype), chosen.int(), scores if output_softmax and not renorm else torch.empty(0)


def npu_moe_init_routing(
    x: Tensor, row_idx: Tensor, expert_idx: Tensor, active_num: int = 99
) -> tuple[Tensor, Tensor, Tensor]:
    choices = sorted(
        zip(expert_idx.flatten().tolist(), row_idx.flatten().tolist(), strict=True),
        key=lambda choice: choice[0],
    )
    active = min(active_num, len(x)) * expert_idx.shape[1]
    place = torch.zeros(len(choices), dtype=torch.int32)
    for position, (_, choice) in enumerate(choices):
        place[choice] = position
    rows = [choice % len(x) for _, choice in choices[:active]]
    return x[rows], place, torch.tensor([expert for expert, _ in choices], dtype=torch.int32)


def npu_moe_finalize_routing(
    expanded: Tensor,
    skip1: Tensor | None,
    skip2: Tensor | None,
    bias: Tensor | None,
    scales: Tensor,
    places: Tensor,
    experts: Tensor,
) -> Tensor:
    rows = []
    for i in range(len(scales)):
        row = torch.zeros(expanded.shape[1])
        for j in range(scales.shape[1]):
            term = expanded[places[i + j * len(scales)]].float()
            term = term if bias is None else term + bias[experts[i, j]].float()
            row += scales[i, j].float() * term
        rows.append(row + sum(skip[i].float() for skip in (skip1, skip2) if skip is not None))
    return torch.stack(rows).to(expanded.dtype)


def npu_flash_attention(
    query: Tensor, key: Tensor, value: Tensor, *, num_heads: int, input_layout: str, scale_value: float = 1.0
) -> Tensor:
    """``npu_prompt_flash_attention`` and ``npu_incre_flash_attention``."""
    by_head = input_layout == "BNSD"
    heads = [
        x.float() if by_head else x.float().unflatten(2, (num_heads, -1)).transpose(1, 2)
        for x in (query, key, value)
    ]
    result = functional.scaled_dot_product_attention(*heads, scale=scale_value).to(query.dtype)
    return result if by_head else result.transpose(1, 2).flatten(2)


def npu_fused_infer_attention_score(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    *,
    scale: float,
    hidden: Tensor | None = None,
    actual_seq_lengths: list[int] | None = None,
    actual_seq_lengths_kv: list[int] | None = None,
    causal_from: str = "",
) -> tuple[Tensor, Tensor]:
    """Of [batch, heads, sequence, size], sequence by sequence, each cut at its length; queries beyond give 0.

    ``causal_from``: "start" or "end", where the sequences of queries and keys are aligned.
    """
    batch, _, queries, _ = query.shape
    out, log_sum = torch.zeros(query.shape), torch.full((*query.shape[:3], 1), -torch.inf)
    shared = query.shape[1] // key.shape[1]
    for i in range(batch):
        n = (actual_seq_lengths or [queries] * batch)[i]
        m = (actual_seq_lengths_kv or [key.shape[2]] * batch)[i]
        k, v = (x[i, :, :m].float().repeat_interleave(shared, 0) for x in (key, value))
        scores = query[i, :, :n].float() @ k.mT * scale
        if hidden is not None:
            scores = scores.where(~hidden[i, :, :n, :m], -torch.inf)
        if causal_from:
            seen = torch.ones(n, m, dtype=torch.bool).tril(m - n if causal_from == "end" else 0)
            scores = scores.where(seen, -torch.inf)
        out[i, :, :n] = scores.softmax(-1) @ v
        log_sum[i, :, :n] = scores.exp().sum(-1, keepdim=True).log()
    return out.to(query.dtype), log_sum


def npu_ffn(x: Tensor, weight1: Tensor, weight2: Tensor, *, activation: str, **options: object) -> Tensor:
    activate = {
        "relu": functional.relu,
        "gelu": functional.gelu,
        "silu": functional.silu,
        "fastgelu": lambda y: y * torch.sigmoid(1.702 * y),
    }[activation]
    return (activate(x.float() @ weight1.float()) @ weight2.float()).to(x.dtype)


def npu_rms_norm(x: Tensor, gamma: Tensor, epsilon: float = 1e-6) -> tuple[Tensor, Tensor]:
    rstd = (x.float().square().mean(-1, keepdim=True) + epsilon).rsqrt()
    return functional.rms_norm(x.float(), gamma.shape, gamma.float(), epsilon).to(x.dtype), rstd


def npu_rms_norm_backward(dy: Tensor, x: Tensor, gamma: Tensor, rstd: Tensor) -> tuple[Tensor, Tensor]:
    """The reciprocal root of the mean square is that of the call, whatever the mean square of x is."""
    n = x.shape[-1]
    scaled = dy.float() * gamma.float()
    projection = (scaled * x.float()).sum(-1, keepdim=True) * rstd.float() ** 3 / n
    dx = scaled * rstd.float() - x.float() * projection
    dgamma = (dy.float() * x.float() * rstd.float()).flatten(0, -2).sum(0)
    return dx.to(x.dtype), dgamma


def npu_add_rms_norm(
    x1: Tensor, x2: Tensor, gamma: Tensor, epsilon: float = 1e-6
) -> tuple[Tensor, Tensor, Tensor]:
    return *npu_rms_norm(x1 + x2, gamma, epsilon), x1 + x2


def npu_add_rms_norm_cast(x1: Tensor, x2: Tensor, gamma: Tensor, epsilon: float = 1e-6) -> tuple[Tensor, ...]:
    y, rstd, x = npu_add_rms_norm(x1, x2, gamma, epsilon)
    return y.float(), y, rstd, x


def npu_add_rms_norm_dynamic_quant(
    x1: Tensor,
    x2: Tensor,
    gamma: Tensor,
    *,
    smooth_scale1: Tensor | None = None,
    output_mask: Sequence[bool] = (True, True),
) -> tuple[Tensor, ...]:
    x = x1 + x2
    y = npu_rms_norm(x.float(), gamma)[0]
    y1, scale1 = npu_dynamic_quant(y, smooth_scale1)
    y2, scale2 = npu_dynamic_quant(y)
    return y1, y2, x, scale1, scale2


def npu_rms_norm_backward_quant(
    dy: Tensor, x: Tensor, rstd: Tensor, gamma: Tensor, scale_x: Tensor
) -> tuple[Tensor, Tensor]:
    dx, dgamma = npu_rms_norm_backward(dy, x, gamma, rstd.unsqueeze(-1) if rstd.dim() < x.dim() else rstd)
    return saturate(dx.float() / scale_x, torch.int8), dgamma


def npu_group_norm_silu(
    x: Tensor, weight: Tensor, bias: Tensor, group: int, eps: float
) -> tuple[Tensor, ...]:
    y = functional.silu(functional.group_norm(x.float(), group, weight.float(), bias.float(), eps))
    variance, mean = torch.var_mean(x.float().unflatten(1, (group, -1)).flatten(2), -1, correction=0)
    return y.to(x.dtype), mean.to(x.dtype), (variance + eps).rsqrt().to(x.dtype)


def npu_masked_softmax_with_rel_pos_bias(
    x: Tensor, atten_mask: Tensor, relative_pos_bias: Tensor, scale_value: float = 1.0, **options: object
) -> Tensor:
    scores = x.float() * scale_value + relative_pos_bias.float()
    for window in range(x.shape[1]):
        scores[:, window] += atten_mask[window].float()
    return scores.softmax(-1).to(x.dtype)


def npu_swiglu(x: Tensor, dim: int = -1) -> Tensor:
    gate, value = x.float().chunk(2, dim)
    return (functional.silu(gate) * value).to(x.dtype)


def npu_swiglu_backward(grad: Tensor, x: Tensor, dim: int = -1) -> Tensor:
    leaf = x.float().requires_grad_()
    gate, value = leaf.chunk(2, dim)
    (functional.silu(gate) * value).backward(grad.float())
    assert leaf.grad is not None
    return leaf.grad.to(x.dtype)


def npu_rotary_mul(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    first, second = x.float().chunk(2, -1)
    return (x.float() * cos.float() + torch.cat([-second, first], -1) * sin.float()).to(x.dtype)


def npu_scatter_list(
    var: Sequence[Tensor], indice: Tensor, updates: Tensor, mask: Tensor, **options: object
) -> list[Tensor]:
    """For axis -2."""
    result = [x.clone() for x in var]
    for i, begin in enumerate(indice.tolist()):
        if mask[i]:
            result[i][:, begin : begin + updates.shape[2]] = updates[i]
    return result


def npu_mm_all_reduce_base(
    x1: Tensor,
    x2: Tensor,
    group: str,
    *,
    bias: Tensor,
    dequant_scale: Tensor | None = None,
    **options: object,
) -> Tensor:
    """In a group of one process."""
    product = x1.double() @ x2.double() + bias
    if dequant_scale is None:
        return product.to(x1.dtype)
    return (product.float() * dequant_scale.int().view(torch.float32)).half()


def npu_all_gather_quant_mm(x1: Tensor, x2: Tensor, **options: object) -> tuple[Tensor, Tensor, Tensor]:
    """In a group of one process."""
    return (x1.double() @ x2.double()).to(x1.dtype), x1, torch.empty(0)


def npu_quant_mm_reduce_scatter(x1: Tensor, x2: Tensor, **options: object) -> tuple[Tensor, Tensor]:
    """In a group of one process."""
    return (x1.double() @ x2.double()).to(x1.dtype), torch.empty(0)


def batch_norm_gather_stats_update(
    x: Tensor,
    total: Tensor,
    square_total: Tensor,
    running_mean: Tensor,
    running_var: Tensor,
    momentum: float,
    eps: float,
    counts: Tensor,
) -> tuple[Tensor, Tensor]:
    count = counts.int().sum()
    mean = total.sum(0) / count
    return mean, (square_total.sum(0) / count - mean.square() + eps).rsqrt()
