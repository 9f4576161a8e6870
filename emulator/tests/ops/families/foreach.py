# SPDX-License-Identifier: Apache-2.0
"""Operators over lists of tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from cases import Case
from torch import Tensor

A = [torch.rand(3) + 0.5, torch.rand(2, 2) + 0.5]
B = [torch.rand(3) + 0.5, torch.rand(2, 2) + 0.5]
C = [torch.rand(3) + 0.5, torch.rand(2, 2) + 0.5]
NUMBER = torch.tensor([0.75])
UNARY = (
    *("abs", "atan", "cos", "cosh", "erf", "erfc", "exp", "expm1"),
    *("log1p", "log2", "sigmoid", "sin", "sinh", "tan", "tanh"),
)
NUMBERS = torch.tensor([0.75, 2.0])


def _case(op_type: str, inputs: dict[str, Any], each: Callable[[int], Tensor], **attrs: Any) -> Case:
    return Case(
        "Foreach" + op_type, inputs, lambda **_: [each(i) for i in range(2)], attrs, dynamic_outputs=2
    )


def _unary(op_type: str, function: Callable[[Tensor], Tensor]) -> Case:
    return _case(op_type, {"x": A}, lambda i: function(A[i]))


def _pair(op_type: str, function: Callable[[Tensor, Tensor], Tensor]) -> Case:
    return _case(op_type + "List", {"x1": A, "x2": B}, lambda i: function(A[i], B[i]))


def _numbers(name: str, function: Callable[[Tensor, float], Tensor]) -> list[Case]:
    return [
        _case(name + "Scalar", {"x": A, "scalar": NUMBER}, lambda i: function(A[i], 0.75)),
        _case(name + "ScalarList", {"x": A, "scalars": NUMBERS}, lambda i: function(A[i], NUMBERS[i].item())),
    ]


def _fused(name: str, function: Callable[..., Tensor]) -> list[Case]:
    lists = {"x1": A, "x2": B, "x3": C}
    return [
        _case(name + "Scalar", {**lists, "scalar": NUMBER}, lambda i: function(A[i], B[i], C[i], value=0.75)),
        _case(
            name + "ScalarList",
            {**lists, "scalars": NUMBERS},
            lambda i: function(A[i], B[i], C[i], value=NUMBERS[i].item()),
        ),
    ]


CASES = [
    *(_unary(name.capitalize(), getattr(torch, name)) for name in UNARY),
    _pair("Mul", torch.mul),
    _pair("Div", torch.div),
    _pair("Pow", torch.pow),
    _pair("Maximum", torch.maximum),
    _pair("Minimum", torch.minimum),
    *_numbers("Add", torch.add),
    *_numbers("Sub", torch.sub),
    *_numbers("Mul", torch.mul),
    *_numbers("Div", torch.div),
    *_numbers("Pow", torch.pow),
    *_numbers("Maximum", lambda x, n: x.clamp_min(n)),
    *_numbers("Minimum", lambda x, n: x.clamp_max(n)),
    *_fused("Addcmul", torch.addcmul),
    *_fused("Addcdiv", torch.addcdiv),
    _case("LerpScalar", {"x1": A, "x2": B, "weight": NUMBER}, lambda i: torch.lerp(A[i], B[i], 0.75)),
    _case("LerpList", {"x1": A, "x2": B, "weight": C}, lambda i: torch.lerp(A[i], B[i], C[i])),
    _case("PowScalarAndTensor", {"scalar": NUMBER, "x": A}, lambda i: torch.pow(0.75, A[i])),
    _case("Norm", {"x": A, "scalar": torch.tensor([2.0])}, lambda i: A[i].norm()),
    *(
        _case(
            "RoundOffNumber",
            {"x": A, "roundMode": torch.tensor([mode], dtype=torch.int8)},
            lambda i, f=function: f(A[i]),
        )
        for mode, function in (
            (2, torch.floor),
            (3, torch.ceil),
            (4, torch.round),
            (5, torch.trunc),
            (7, torch.frac),
        )
    ),
]
