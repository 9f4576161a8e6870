# SPDX-License-Identifier: Apache-2.0
"""Matrix products and layers."""

from __future__ import annotations

import torch
from cases import Case


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
        Case("BatchMatMul", {"x1": batch, "x2": batch}, lambda x1, x2: x1 @ x2.mT, {"adj_x2": True}, note="adj"),
    ]


CASES = [*_products(torch.float32), *_products(torch.float16), *_products(torch.bfloat16)]
