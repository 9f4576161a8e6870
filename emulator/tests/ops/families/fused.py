# SPDX-License-Identifier: Apache-2.0
"""Attention, feed-forward networks, mixtures of experts, and prefetching."""

from __future__ import annotations

import npu_references as npu
import torch
from cases import Case

Q, K, V = torch.randn(2, 3, 16).half(), torch.randn(2, 5, 16).half(), torch.randn(2, 5, 16).half()
BSH = {"num_heads": 4, "input_layout": "BSH", "num_key_value_heads": 4, "scale_value": 0.5}
EXPERTS = torch.tensor([[2, 0], [1, 2], [0, 1]], dtype=torch.int32)
CHOICES = torch.tensor([[0, 3], [1, 4], [2, 5]], dtype=torch.int32)
FINALIZE = {
    "expanded_x": torch.randn(6, 4),
    "x1": torch.randn(3, 4),
    "x2": torch.randn(3, 4),
    "bias": torch.randn(3, 4),
    "scales": torch.rand(3, 2),
    "expanded_row_idx": torch.tensor([4, 2, 0, 1, 5, 3], dtype=torch.int32),
}


def _attention(query: torch.Tensor, key: object, value: object) -> torch.Tensor:
    key, value = (x[0] if isinstance(x, list) else x for x in (key, value))
    return npu.npu_flash_attention(query, key, value, num_heads=4, input_layout="BSH", scale_value=0.5)


def _by_head(x: torch.Tensor, heads: int) -> torch.Tensor:
    return x.unflatten(2, (heads, -1)).transpose(1, 2)


def _inferred(
    note: str,
    layout: str = "BSH",
    *,
    kv_heads: int = 4,
    lengths: dict[str, list[int]] | None = None,
    mask: torch.Tensor | None = None,
    attrs: dict[str, object] | None = None,
    **options: object,
) -> Case:
    """FusedInferAttentionScore in a layout against the reference on [batch, heads, sequence, size]."""
    width = 4 * kv_heads
    heads = [_by_head(Q, 4), *(_by_head(x[..., :width], kv_heads) for x in (K, V))]

    def expected(**_: object) -> list[torch.Tensor]:
        out, log_sum = npu.npu_fused_infer_attention_score(
            *heads, scale=0.5, hidden=mask, **(lengths or {}), **options
        )
        by_layout = {"BNSD": lambda x: x, "BSH": lambda x: x.transpose(1, 2).flatten(2)}
        out = by_layout.get(layout, lambda x: x.transpose(1, 2))(out).contiguous()
        return [out, log_sum if (attrs or {}).get("softmax_lse_flag") else torch.empty(0)]

    if layout == "BSH":
        query, key, value = Q, *(x[..., :width].contiguous() for x in (K, V))
    else:
        by_position = layout == "BSND"
        query, key, value = ((x.transpose(1, 2) if by_position else x).contiguous() for x in heads)
    inputs = {"query": query, "key": [key], "value": [value]}
    if mask is not None:
        inputs["atten_mask"] = mask
    inputs |= {name: torch.tensor(value) for name, value in (lengths or {}).items()}
    given = {"num_heads": 4, "num_key_value_heads": kv_heads, "scale": 0.5, "input_layout": layout}
    return Case(
        "FusedInferAttentionScore", inputs, expected, given | (attrs or {}), tolerance=2e-3, note=note
    )


LENGTHS = {"actual_seq_lengths": [3, 2], "actual_seq_lengths_kv": [4, 5]}
SUM = {"softmax_lse_flag": True}

CASES = [
    _inferred("plain"),
    *(_inferred(layout, layout, attrs=SUM) for layout in ("BSND", "BNSD", "BNSD_BSND")),
    _inferred("grouped", kv_heads=2),
    _inferred("mask", mask=torch.rand(2, 1, 3, 5) < 0.3),
    _inferred("lengths", lengths=LENGTHS, attrs=SUM),
    _inferred("causal", attrs={"sparse_mode": 2}, causal_from="start"),
    _inferred("causal end", lengths=LENGTHS, attrs={"sparse_mode": 3} | SUM, causal_from="end"),
    Case("PromptFlashAttention", {"query": Q, "key": K, "value": V}, _attention, BSH, tolerance=2e-3),
    Case("IncreFlashAttention", {"query": Q, "key": [K], "value": [V]}, _attention, BSH, tolerance=2e-3),
    *(
        Case(
            "FFN",
            {"x": Q[0], "weight1": torch.randn(16, 8).half(), "weight2": torch.randn(8, 4).half()},
            lambda x, weight1, weight2, a=activation: npu.npu_ffn(x, weight1, weight2, activation=a),
            {"activation": activation},
            tolerance=2e-3,
            note=activation,
        )
        for activation in ("relu", "gelu", "fastgelu", "silu")
    ),
    Case(
        "MoeGatingTopKSoftmax",
        {"x": torch.randn(3, 4), "finished": torch.tensor([False, True, False])},
        lambda x, finished: npu.npu_moe_gating_top_k_softmax(x, finished, k=2),
        {"k": 2},
        tolerance=1e-6,
    ),
    *(
        Case(
            "MoeGatingTopKSoftmaxV2",
            {"x": torch.randn(3, 4), "finished": torch.tensor([False, True, False])},
            lambda x, finished, o=options: npu.npu_moe_gating_top_k_softmax_v2(x, finished=finished, **o),
            options,
            tolerance=1e-6,
            note=f"renorm {options['renorm']}",
        )
        for options in ({"k": 2, "renorm": 0, "output_softmax": True}, {"k": 2, "renorm": 1})
    ),
    Case(
        "MatmulAllReduce",
        {"x1": torch.randn(2, 3, 4), "x2": torch.randn(5, 4), "x3": torch.randn(2, 3, 5)},
        lambda x1, x2, x3: x1 @ x2.t() + x3,
        {"group": "one", "is_trans_b": True},
        tolerance=1e-5,
    ),
    Case(
        "MatmulAllReduce",
        {
            "x1": torch.randint(-9, 9, (3, 4), dtype=torch.int8),
            "x2": torch.randint(-9, 9, (4, 5), dtype=torch.int8),
            "dequant_scale": torch.rand(5),
            "pertoken_scale": torch.rand(3),
        },
        lambda x1, x2, dequant_scale, pertoken_scale: (
            (x1.int() @ x2.int()) * dequant_scale * pertoken_scale[:, None]
        ).half(),
        {"group": "one"},
        note="quantised",
    ),
    Case(
        "AllGatherMatmulV2",
        {"x1": torch.randn(3, 4), "x2": torch.randn(4, 5), "bias": torch.randn(5)},
        lambda x1, x2, bias: (x1 @ x2 + bias, x1, torch.empty(0)),
        {"group": "one", "rank_size": 1},
        tolerance=1e-5,
    ),
    Case(
        "MatmulReduceScatterV2",
        {"x1": torch.randn(3, 4), "x2": torch.randn(4, 5)},
        lambda x1, x2: (x1 @ x2, torch.empty(0)),
        {"group": "one", "rank_size": 1},
        tolerance=1e-5,
    ),
    Case(
        "MoeInitRouting",
        {"x": torch.randn(3, 4), "row_idx": CHOICES, "expert_idx": EXPERTS},
        lambda x, row_idx, expert_idx: npu.npu_moe_init_routing(x, row_idx, expert_idx, active_num=2),
        {"active_num": 2},
    ),
    Case(
        "MoeFinalizeRouting",
        {**FINALIZE, "expanded_expert_idx": EXPERTS},
        lambda expanded_x, x1, x2, bias, scales, expanded_row_idx, expanded_expert_idx: (
            npu.npu_moe_finalize_routing(
                expanded_x, x1, x2, bias, scales, expanded_row_idx, expanded_expert_idx
            )
        ),
        tolerance=1e-6,
    ),
    Case(
        "MoeFinalizeRoutingV2",
        {**FINALIZE, "x2": None, "expert_idx": EXPERTS},
        lambda expanded_x, x1, x2, bias, scales, expanded_row_idx, expert_idx: npu.npu_moe_finalize_routing(
            expanded_x, x1, None, bias, scales, expanded_row_idx, expert_idx
        ),
        tolerance=1e-6,
    ),
    Case("PrintV2", {"x": [torch.randn(3)]}, lambda x: [], {"template": "%s"}, dynamic_outputs=0),
    Case("Cmo", {"src": torch.randn(3)}, lambda src: [], {"max_size": 4}, dynamic_outputs=0),
]
