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


CASES = [
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
