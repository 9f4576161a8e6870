# SPDX-License-Identifier: Apache-2.0
"""Runs one operator of torch's own operator database on npu tensors and compares it with torch on the CPU."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import torch
from torch.testing._internal.common_methods_invocations import op_db
from torch.testing._internal.opinfo.core import OpInfo, SampleInput
from torch.utils._pytree import tree_leaves, tree_map

# How many of the calls that the database makes for an operator are taken, the first ones.
SAMPLES = {
    torch.float32: 10,
    torch.float16: 3,
    torch.bfloat16: 3,
    torch.int64: 3,
    torch.uint8: 3,
    torch.bool: 3,
    torch.complex64: 3,
}

# Their results are memory that nobody wrote to: only sizes and types are compared.
UNINITIALISED = ("empty", "new_empty", "resize")

# Their integer tensors stay on the CPU, as PyTorch demands on every device.
INDICES_ON_CPU = {"tensor_split"}

# Relative and absolute; torch.testing's for the others. Sums of half types in another order differ by more.
TOLERANCES = {torch.float16: (4e-3, 1e-3), torch.bfloat16: (3.2e-2, 1e-2)}

# The CPU has a kernel for the whole, other devices get its parts.
LOOSER = {"nn.functional.scaled_dot_product_attention": {torch.float32: (1e-4, 1e-4)}}


@functools.cache
def database() -> dict[str, tuple[OpInfo, torch.dtype]]:
    """``<operator>[<dtype>]`` -> the operator and the dtype of its arguments."""
    return {
        f"{op.formatted_name}[{str(dtype).removeprefix('torch.')}]": (op, dtype)
        for op in op_db
        for dtype in SAMPLES
        if dtype in op.supported_dtypes("cpu") and not op.name.startswith("jiterator_")  # CUDA's compiler
    }


def check_database(name: str) -> str | None:
    """None if results, changed arguments and gradients are the CPU's, else the first difference.

    Of the first call the in-place and the out= form are compared as well. What fails on the CPU is left out.
    """
    op, dtype = database()[name]
    compared = 0
    for number, pair in enumerate(zip(_samples(op, dtype), _samples(op, dtype), strict=True)):
        forms: dict[str, Callable[..., Any] | None] = {"": op.op}
        if number == 0:
            forms |= {" in place": op.inplace_variant, " out=": _with_out(op) if op.supports_out else None}
        for form, function in forms.items():
            expected = None if function is None else _try(op, function, pair[0])
            if function is None or expected is None:
                continue
            compared += 1
            reason = _compare(op, function, pair[1], expected)
            if reason is not None:
                return f"{reason} (call {number}{form})"
    return None if compared else "no call works on the CPU"


def _samples(op: OpInfo, dtype: torch.dtype) -> Iterator[SampleInput]:
    torch.manual_seed(0)
    differentiable = dtype == torch.float32 and op.supports_autograd
    return itertools.islice(op.sample_inputs("cpu", dtype, requires_grad=differentiable), SAMPLES[dtype])


def _with_out(op: OpInfo) -> Callable[..., Any]:
    """The operator writing into tensors of its results' sizes; the out= form has no gradient."""

    def call(*arguments: Any, **keywords: Any) -> Any:
        arguments, keywords = tree_map(
            lambda leaf: leaf.detach() if isinstance(leaf, torch.Tensor) else leaf, (arguments, keywords)
        )
        results = op.op(*arguments, **keywords)
        out = tree_map(torch.zeros_like, results)
        op.op(*arguments, **keywords, out=out)
        return out

    return call


def _try(op: OpInfo, function: Callable[..., Any], sample: SampleInput) -> list[Any] | None:
    try:
        return _run(op, function, sample, "cpu")
    except Exception:
        return None


def _compare(
    op: OpInfo, function: Callable[..., Any], sample: SampleInput, expected: list[Any]
) -> str | None:
    try:
        got = _run(op, function, sample, "npu")
    except Exception as error:
        return f"fails: {type(error).__name__}: {' '.join(str(error).split())[:300]}"
    if op.name.startswith(UNINITIALISED):
        return _difference(got, expected, None)
    return _difference(got, expected, TOLERANCES | LOOSER.get(op.name, {}))


def _run(op: OpInfo, function: Callable[..., Any], sample: SampleInput, device: str) -> list[Any]:
    """Results, arguments as they are afterwards, and gradients of the arguments that have any."""

    def move(value: Any) -> Any:
        if isinstance(value, torch.Tensor):
            index = op.name in INDICES_ON_CPU and value.dtype == torch.int64 and value is not sample.input
            moved = value.detach().to("cpu" if index else device, copy=True)
            return moved.requires_grad_(value.requires_grad)
        if isinstance(value, torch.device):
            return torch.device(device)
        return device if isinstance(value, str) and value == "cpu" else value

    first, arguments, keywords = tree_map(move, (sample.input, sample.args, sample.kwargs))
    tensors = [x for x in tree_leaves((first, arguments, keywords)) if isinstance(x, torch.Tensor)]
    if function is op.inplace_variant and isinstance(first, torch.Tensor) and first.requires_grad:
        first = first.clone()  # leaves cannot be changed in place
    torch.manual_seed(0)
    torch.npu.manual_seed(0)
    values = [x for x in tree_leaves(function(first, *arguments, **keywords)) if x is not None]
    outputs = [x for x in values if isinstance(x, torch.Tensor) and x.grad_fn and x.layout == torch.strided]
    inputs = [x for x in tensors if x.requires_grad]
    gradients: list[Any] = []
    if outputs and inputs:
        ones = [torch.ones_like(x) for x in outputs]
        gradients = list(torch.autograd.grad(outputs, inputs, ones, allow_unused=True))
    return [*values, *tensors, *gradients]


def _difference(
    got: list[Any], expected: list[Any], tolerances: Mapping[torch.dtype, tuple[float, float]] | None
) -> str | None:
    """Of the numbers only where there are tolerances."""
    if len(got) != len(expected):
        return f"differs: {len(got)} values instead of {len(expected)}"
    for index, (actual, wanted) in enumerate(zip(got, expected, strict=True)):
        if not isinstance(wanted, torch.Tensor) or not isinstance(actual, torch.Tensor):
            if type(actual) is not type(wanted) or (actual != wanted and tolerances is not None):
                return f"differs: value {index} is {actual!r} instead of {wanted!r}"[:300]
            continue
        if (actual.dtype, actual.shape, actual.layout) != (wanted.dtype, wanted.shape, wanted.layout):
            return (
                f"differs: value {index} is {actual.dtype} {tuple(actual.shape)} instead of "
                f"{wanted.dtype} {tuple(wanted.shape)}"
            )
        if tolerances is None:
            continue
        rtol, atol = tolerances.get(wanted.dtype, (None, None))
        try:
            torch.testing.assert_close(
                actual.detach().cpu(), wanted.detach(), rtol=rtol, atol=atol, equal_nan=True
            )
        except AssertionError as error:
            return f"differs: value {index}: {' '.join(str(error).split())[:250]}"
    return None
