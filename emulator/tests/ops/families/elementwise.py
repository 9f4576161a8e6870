# SPDX-License-Identifier: Apache-2.0
"""Elementwise operators: bit-equal to torch on the CPU in every dtype."""

from __future__ import annotations

from collections.abc import Callable

import torch
from cases import Case
from torch import Tensor

F = torch.nn.functional
FLOATS = (torch.float32, torch.float16, torch.bfloat16)
INTS = (torch.int32, torch.int64, torch.int16, torch.int8)


def _values(dtype: torch.dtype, low: float, high: float, size: int = 37) -> Tensor:
    generator = torch.Generator().manual_seed(size)
    return (torch.rand(size, generator=generator) * (high - low) + low).to(dtype)


def _unary(
    op_type: str, function: Callable[[Tensor], Tensor], low: float = -3, high: float = 3
) -> list[Case]:
    return [Case(op_type, {"x": _values(dtype, low, high)}, lambda x: function(x)) for dtype in FLOATS]


def _binary(op_type: str, function: Callable[[Tensor, Tensor], Tensor], *dtypes: torch.dtype) -> list[Case]:
    cases = []
    for dtype in dtypes:
        x1, x2 = _values(dtype, -9, 9, 24).reshape(4, 6), _values(dtype, 1, 5, 6)
        cases.append(Case(op_type, {"x1": x1, "x2": x2}, lambda x1, x2: function(x1, x2)))
    return cases


def _prelu_gradients(grads: Tensor, features: Tensor, weights: Tensor) -> tuple[Tensor, Tensor]:
    x, weight = features.clone().requires_grad_(), weights.clone().requires_grad_()
    F.prelu(x, weight).backward(grads)
    assert x.grad is not None
    assert weight.grad is not None
    return x.grad, weight.grad


_UNARY = [
    *_unary("Abs", torch.abs),
    *_unary("Acos", torch.acos, -1, 1),
    *_unary("Acosh", torch.acosh, 1, 4),
    *_unary("Asin", torch.asin, -1, 1),
    *_unary("Asinh", torch.asinh),
    *_unary("Atan", torch.atan),
    *_unary("Atanh", torch.atanh, -1, 1),
    *_unary("Ceil", torch.ceil),
    *_unary("Cos", torch.cos),
    *_unary("Cosh", torch.cosh),
    *_unary("Erf", torch.erf),
    *_unary("Erfc", torch.erfc),
    *_unary("Exp", torch.exp),
    *_unary("Expm1", torch.expm1),
    *_unary("Floor", torch.floor),
    *_unary("IsFinite", torch.isfinite),
    *_unary("Log", torch.log, 0, 5),
    *_unary("Log1p", torch.log1p, 0, 5),
    *_unary("LogicalNot", torch.logical_not),
    *_unary("Neg", torch.neg),
    *_unary("Reciprocal", torch.reciprocal),
    *_unary("Round", torch.round),
    *_unary("Rsqrt", torch.rsqrt, 0.1, 5),
    *_unary("Sigmoid", torch.sigmoid),
    *_unary("Sign", torch.sign),
    *_unary("Sin", torch.sin),
    *_unary("Sinh", torch.sinh),
    *_unary("Sqrt", torch.sqrt, 0, 5),
    *_unary("Square", torch.square),
    *_unary("Tan", torch.tan),
    *_unary("Tanh", torch.tanh),
    *_unary("Relu", torch.relu),
    *_unary("Gelu", F.gelu),
    *_unary("GeluV2", F.gelu),
    *_unary("HardSwish", F.hardswish),
    *_unary("Mish", F.mish),
    *_unary("Swish", F.silu),
    *_unary("Elu", F.elu),
    *_unary("Selu", F.selu),
    *_unary("Softplus", F.softplus),
    *_unary("SoftplusV2", F.softplus),
    *_unary("LogSigmoid", F.logsigmoid),
    *_unary("LeakyRelu", lambda x: F.leaky_relu(x, 0.0)),
    *_unary("ZerosLike", torch.zeros_like),
    *_unary("OnesLike", torch.ones_like),
    *_unary("Identity", torch.clone),
    *_unary("TensorMove", torch.clone),
    Case("Trunc", {"input_x": _values(torch.float32, -3, 3)}, lambda input_x: input_x.trunc()),
    Case("HardSigmoid", {"input_x": _values(torch.float32, -5, 5)}, lambda input_x: F.hardsigmoid(input_x)),
    Case(
        "Exp", {"x": _values(torch.float32, -3, 3)}, lambda x: torch.exp2(x), {"base": 2.0}, 1e-6, note="base"
    ),
    Case(
        "Log", {"x": _values(torch.float32, 1, 9)}, lambda x: torch.log2(x), {"base": 2.0}, 1e-6, note="base"
    ),
    Case("Erfinv", {"input_x": _values(torch.float32, -1, 1)}, lambda input_x: input_x.erfinv()),
    Case("IsInf", {"x": torch.tensor([1.0, float("inf")])}, lambda x: x.isinf()),
    Case("IsNan", {"x": torch.tensor([1.0, float("nan")])}, lambda x: x.isnan()),
    Case(
        "Assign",
        {"ref": _values(torch.float32, 0, 1), "value": _values(torch.float32, 1, 2)},
        lambda ref, value: value,
    ),
    Case("Fills", {"x": _values(torch.int32, 0, 9)}, lambda x: torch.full_like(x, 4), {"value": 4.0}),
    Case("HardShrink", {"input_x": _values(torch.float32, -1, 1)}, lambda input_x: F.hardshrink(input_x)),
    Case("SoftShrink", {"input_x": _values(torch.float32, -1, 1)}, lambda input_x: F.softshrink(input_x)),
    Case(
        "PReluGrad",
        {
            "grads": _values(torch.float32, -1, 1),
            "features": _values(torch.float32, -1, 1),
            "weights": torch.full_like(_values(torch.float32, -1, 1)[:1], 0.25),
        },
        _prelu_gradients,
        tolerance=1e-6,
    ),
    Case(
        "PRelu",
        {"x": _values(torch.float32, -1, 1), "weight": torch.tensor([0.25])},
        lambda x, weight: F.prelu(x, weight),
    ),
    Case(
        "ThresholdV2",
        {"x": _values(torch.float32, -1, 1), "threshold": torch.tensor(0.5), "value": torch.tensor(2.0)},
        lambda x, threshold, value: F.threshold(x, 0.5, 2.0),
    ),
    Case(
        "ThresholdV2D",
        {"x": _values(torch.float32, -1, 1)},
        lambda x: F.threshold(x, 0.5, 2.0),
        {"threshold": 0.5, "value": 2.0},
    ),
    Case(
        "Complex",
        {"real": _values(torch.float32, -1, 1), "imag": _values(torch.float32, 1, 2)},
        lambda real, imag: torch.complex(real, imag),
    ),
    Case(
        "RotaryMul",
        {"x": torch.tensor([[1.0, 2, 3, 4]]), "r1": torch.ones(4) * 2, "r2": torch.ones(4)},
        lambda x, r1, r2: torch.tensor([[2.0 - 3, 4 - 4, 6 + 1, 8 + 2]]),
    ),
    Case("Real", {"input": torch.complex(torch.ones(3), torch.zeros(3))}, lambda input: input.real),
    Case("Imag", {"input": torch.complex(torch.ones(3), torch.zeros(3))}, lambda input: input.imag),
    Case(
        "TensorEqual",
        {"input_x": torch.ones(3), "input_y": torch.ones(3)},
        lambda input_x, input_y: torch.tensor(True),
    ),
    Case(
        "LeftShift", {"x": _values(torch.int32, 0, 9), "y": _values(torch.int32, 0, 3)}, lambda x, y: x << y
    ),
    Case(
        "RightShift", {"x": _values(torch.int32, 0, 99), "y": _values(torch.int32, 0, 3)}, lambda x, y: x >> y
    ),
    Case("Invert", {"x": _values(torch.int32, -9, 9)}, lambda x: ~x),
    Case("Neg", {"x": _values(torch.int32, -9, 9)}, lambda x: -x),
    Case("Relu", {"x": _values(torch.int32, -9, 9)}, lambda x: x.relu()),
    Case(
        "Relu",
        {"x": torch.tensor([float("nan"), -float("inf"), float("inf"), -0.0])},
        lambda x: x.relu(),
        note="nan",
    ),
    Case("Muls", {"x": _values(torch.float16, -9, 9)}, lambda x: x * 0.3, {"value": 0.3}),
    Case("Adds", {"x": _values(torch.float16, -9, 9)}, lambda x: x + 0.3, {"value": 0.3}),
]

_BINARY = [
    *_binary("Add", torch.add, *FLOATS, *INTS),
    *_binary("Sub", torch.sub, *FLOATS, *INTS),
    *_binary("Mul", torch.mul, *FLOATS, *INTS),
    *_binary("RealDiv", torch.div, *FLOATS),
    *_binary("Div", torch.div, *FLOATS),
    *_binary("Div", lambda x1, x2: torch.div(x1, x2, rounding_mode="trunc"), *INTS),
    *_binary("FloorDiv", lambda x1, x2: torch.div(x1, x2, rounding_mode="floor"), *FLOATS, *INTS),
    *_binary("TruncateDiv", lambda x1, x2: torch.div(x1, x2, rounding_mode="trunc"), torch.float32, *INTS),
    *_binary("FloorMod", torch.remainder, *FLOATS, *INTS),
    *_binary("Mod", torch.fmod, *FLOATS, *INTS),
    *_binary("Maximum", torch.maximum, *FLOATS, *INTS),
    *_binary("Minimum", torch.minimum, *FLOATS, *INTS),
    *_binary("Pow", lambda x1, x2: torch.pow(x1, x2), *FLOATS),
    *_binary("Xlogy", torch.xlogy, *FLOATS),
    *_binary("Atan2", torch.atan2, *FLOATS),
    *_binary("Equal", torch.eq, *FLOATS, *INTS),
    *_binary("NotEqual", torch.ne, *FLOATS, *INTS),
    *_binary("Greater", torch.gt, *FLOATS, *INTS),
    *_binary("GreaterEqual", torch.ge, *FLOATS, *INTS),
    *_binary("Less", torch.lt, *FLOATS, *INTS),
    *_binary("LessEqual", torch.le, *FLOATS, *INTS),
    *_binary("BitwiseAnd", torch.bitwise_and, *INTS),
    *_binary("BitwiseOr", torch.bitwise_or, *INTS),
    *_binary("BitwiseXor", torch.bitwise_xor, *INTS),
    *_binary("LogicalAnd", torch.logical_and, torch.float32, torch.int32),
    *_binary("LogicalOr", torch.logical_or, torch.float32, torch.int32),
]


def _ternary(dtype: torch.dtype) -> list[Case]:
    a, b, c = (_values(dtype, low, low + 4, 12).reshape(3, 4) for low in (-2, 1, -1))
    scalar = torch.tensor([0.75], dtype=dtype)
    mask = a > 0
    low, high = torch.tensor(-1.0, dtype=dtype), torch.tensor(1.0, dtype=dtype)
    return [
        Case(
            "AxpyV2", {"x1": a, "x2": b, "alpha": scalar}, lambda x1, x2, alpha: torch.add(x1, x2, alpha=0.75)
        ),
        Case(
            "Sxpy", {"x1": a, "x2": b, "alpha": scalar}, lambda x1, x2, alpha: torch.sub(x1, x2, alpha=0.75)
        ),
        Case("Sxpy", {"x1": a, "x2": b}, lambda x1, x2: x1 - x2, note="plain"),
        Case(
            "Addcdiv",
            {"input_data": a, "x1": b, "x2": b, "value": scalar},
            lambda input_data, x1, x2, value: torch.addcdiv(input_data, x1, x2, value=0.75),
        ),
        Case(
            "Addcmul",
            {"input_data": a, "x1": b, "x2": c, "value": scalar},
            lambda input_data, x1, x2, value: torch.addcmul(input_data, x1, x2, value=0.75),
        ),
        Case(
            "Lerp",
            {"start": a, "end": b, "weight": c},
            lambda start, end, weight: torch.lerp(start, end, weight),
        ),
        Case(
            "ClipByValueV2",
            {"x": a, "clip_value_min": low, "clip_value_max": high},
            lambda x, clip_value_min, clip_value_max: x.clamp(-1, 1),
        ),
        Case(
            "ClipByValue",
            {"x": a, "clip_value_min": low, "clip_value_max": high},
            lambda x, clip_value_min, clip_value_max: x.clamp(-1, 1),
        ),
        Case(
            "MaskedFill",
            {"x": a, "mask": mask, "value": scalar},
            lambda x, mask, value: x.masked_fill(mask, 0.75),
        ),
        Case(
            "SelectV2",
            {"condition": mask[0], "then": a, "else": b},
            lambda condition, then, **other: torch.where(condition, then, other["else"]),
        ),
        Case(
            "Select",
            {"condition": mask, "x1": a, "x2": b},
            lambda condition, x1, x2: torch.where(condition, x1, x2),
        ),
        Case("AddN", {"x": [a, b, c]}, lambda x: x[0] + x[1] + x[2], {"N": 3}),
    ]


def _gradients(dtype: torch.dtype) -> list[Case]:
    x, grad = _values(dtype, -4, 4, 40), _values(dtype, -1, 1, 40)

    def of(function: Callable[[Tensor], Tensor]) -> Callable[..., Tensor]:
        def gradient(**inputs: Tensor) -> Tensor:
            leaf = x.clone().requires_grad_()
            result: Tensor = torch.autograd.grad(function(leaf), leaf, grad)[0]
            return result

        return gradient

    return [
        Case("ReluGrad", {"gradients": grad, "features": x}, of(F.relu)),
        Case("GeluGrad", {"dy": grad, "x": x, "y": F.gelu(x)}, of(F.gelu)),
        Case("GeluGradV2", {"dy": grad, "x": x}, of(F.gelu)),
        Case(
            "GeluGradV2",
            {"dy": grad, "x": x},
            of(lambda v: F.gelu(v, approximate="tanh")),
            {"approximate": "tanh"},
            note="tanh",
        ),
        Case("SigmoidGrad", {"y": x.sigmoid(), "dy": grad}, of(torch.sigmoid)),
        Case("TanhGrad", {"y": x.tanh(), "dy": grad}, of(torch.tanh)),
        Case("EluGradV2", {"grads": grad, "activations": x}, of(F.elu)),
        Case(
            "LeakyReluGrad",
            {"gradients": grad, "features": x},
            of(lambda v: F.leaky_relu(v, 0.25)),
            {"negative_slope": 0.25},
        ),
        Case("HardtanhGrad", {"result": x, "grad": grad}, of(F.hardtanh)),
        Case("HardSwishGrad", {"grad": grad, "x": x}, of(F.hardswish)),
        Case("HardSigmoidGrad", {"grads": grad, "input_x": x}, of(F.hardsigmoid)),
        Case("SwishGrad", {"grad": grad, "x": x, "y": F.silu(x)}, of(F.silu)),
        Case("SoftplusV2Grad", {"input_gradients": grad, "input_features": x}, of(F.softplus)),
        Case(
            "ThresholdGradV2D",
            {"gradients": grad, "features": x},
            of(lambda v: F.threshold(v, 0.5, 2.0)),
            {"threshold": 0.5},
        ),
        Case("GLUGrad", {"y_grad": grad[:20].contiguous(), "x": x}, lambda **_: _glu_gradient(x, grad)),
        Case(
            "SwiGluGrad",
            {"y_grad": grad[:20].contiguous(), "x": x},
            lambda **_: _swiglu_gradient(x, grad),
            {},
            2e-2,
        ),
        Case("GLU", {"x": x}, lambda x: F.glu(x)),
        Case("SwiGlu", {"x": x}, lambda x: F.silu(x[:20]) * x[20:]),
    ]


def _glu_gradient(x: Tensor, grad: Tensor) -> Tensor:
    leaf = x.clone().requires_grad_()
    result: Tensor = torch.autograd.grad(F.glu(leaf), leaf, grad[:20])[0]
    return result


def _swiglu_gradient(x: Tensor, grad: Tensor) -> Tensor:
    leaf = x.float().requires_grad_()
    y = F.silu(leaf[:20]) * leaf[20:]
    result: Tensor = torch.autograd.grad(y, leaf, grad[:20].float())[0]
    return result.to(x.dtype)


CASES = [*_UNARY, *_BINARY]
for _dtype in FLOATS:
    CASES += _ternary(_dtype) + _gradients(_dtype)
