# SPDX-License-Identifier: Apache-2.0
"""What a case is: one operator on given tensors, and what plain torch gives for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import torch
from library import Library, RawTensor
from torch import Tensor

GE_DTYPES = {
    torch.float32: 0,
    torch.float16: 1,
    torch.int8: 2,
    torch.int32: 3,
    torch.uint8: 4,
    torch.int16: 6,
    torch.int64: 9,
    torch.float64: 11,
    torch.bool: 12,
    torch.complex64: 16,
    torch.complex128: 17,
    torch.bfloat16: 27,
    torch.float8_e5m2: 35,
    torch.float8_e8m0fnu: 37,
}
TORCH_DTYPES = {number: dtype for dtype, number in GE_DTYPES.items()}
FOUR_BIT = {29, 40, 41}  # DT_INT4, DT_FLOAT4_E2M1, DT_FLOAT4_E1M2: bytes of two numbers each

Inputs = dict[str, Any]


@dataclass
class Case:
    """`expected(**inputs)` is plain torch; tolerance 0 demands bit equality."""

    op_type: str
    inputs: Inputs
    expected: Callable[..., Tensor | Sequence[Tensor]]
    attrs: dict[str, Any] = field(default_factory=dict)
    tolerance: float = 0.0
    dynamic_outputs: int = 1
    note: str = ""

    def __str__(self) -> str:
        dtype = next((str(x.dtype)[6:] for x in self.inputs.values() if isinstance(x, Tensor)), "")
        return "-".join(filter(None, (self.op_type, dtype, self.note)))


def raw(tensor: Tensor, *, known: bool = True) -> RawTensor:
    """The description of a tensor, with its address unless the value shall be unknown."""
    strides = None if tensor.is_contiguous() else tensor.stride()
    return RawTensor(GE_DTYPES[tensor.dtype], list(tensor.shape), tensor.data_ptr() if known else 0, strides)


def raw_inputs(inputs: Inputs) -> dict[str, RawTensor | list[RawTensor]]:
    """All inputs of a case; an absent optional is None."""
    result: dict[str, RawTensor | list[RawTensor]] = {}
    for name, value in inputs.items():
        if value is not None:
            result[name] = [raw(item) for item in value] if isinstance(value, list) else raw(value)
    return result


Description = tuple[int, list[int]]


def run(library: Library, case: Case) -> list[Tensor]:
    """The operator library's results."""
    return [result for result, _ in run_described(library, case)]


def run_described(library: Library, case: Case) -> list[tuple[Tensor, Description]]:
    """The same with GE's (data type, shape) of each."""
    results: dict[int, Tensor] = {}
    descriptions: dict[int, Description] = {}

    def sink(index: int, dtype: int, dims: list[int]) -> int:
        assert index not in results, "an output is allocated once"
        descriptions[index] = dtype, dims
        if dtype in FOUR_BIT:
            results[index] = torch.empty([*dims[:-1], dims[-1] // 2], dtype=torch.uint8)
        else:
            results[index] = torch.empty(dims, dtype=TORCH_DTYPES[dtype])
        results[index].view(torch.uint8).fill_(0xA5) if dims else results[index].fill_(1)
        return results[index].data_ptr()

    library.call(
        case.op_type,
        raw_inputs(case.inputs),
        case.attrs,
        sink,
        infer=False,
        dynamic_outputs=case.dynamic_outputs,
    )
    return [(results[index], descriptions[index]) for index in sorted(results)]


def infer(library: Library, case: Case) -> list[Description] | None:
    """Inferred (data type, shape) of the outputs; None where a value is needed."""
    descs: list[Description] = []

    def sink(_index: int, dtype: int, dims: list[int]) -> int:
        descs.append((dtype, dims))
        return 0

    known = library.call(
        case.op_type,
        raw_inputs(case.inputs),
        case.attrs,
        sink,
        infer=True,
        dynamic_outputs=case.dynamic_outputs,
    )
    return descs if known else None


def check(library: Library, case: Case) -> None:
    """Results equal torch's; inference agrees with the results."""
    expected = case.expected(**case.inputs)
    wanted = [expected] if isinstance(expected, Tensor) else list(expected)
    actual = run_described(library, case)
    assert len(actual) == len(wanted)
    for (got, _), want in zip(actual, wanted, strict=True):
        assert_close(got, want.contiguous(), case.tolerance)
    inferred = infer(library, case)
    assert inferred is None or inferred == [description for _, description in actual]


# The CPU's loops over strided values add in another order.
STRIDED_TOLERANCES = {torch.float32: 1e-5, torch.float16: 1e-3, torch.bfloat16: 1.6e-2}


def check_strided(library: Library, case: Case) -> None:
    """Inputs that lie apart, as after a Transpose that makes a view, give the same results as dense ones."""
    inputs = {
        name: [_apart(item) for item in value]
        if isinstance(value, list)
        else None
        if value is None
        else _apart(value)
        for name, value in case.inputs.items()
    }
    for got, want in zip(run(library, replace(case, inputs=inputs)), run(library, case), strict=True):
        assert_close(got, want, STRIDED_TOLERANCES.get(want.dtype, 0.0))


def _apart(tensor: Tensor) -> Tensor:
    """The same tensor with garbage between its elements."""
    room = torch.empty(*tensor.shape, 2, dtype=tensor.dtype)
    room.view(torch.uint8).fill_(0x7F)
    room[..., 0] = tensor
    return room[..., 0]


def assert_close(got: Tensor, want: Tensor, tolerance: float | None) -> None:
    """torch's, also of float8_e8m0, which it cannot subtract, and of int4 numbers given as bytes or int32."""
    if want.dtype == torch.float8_e8m0fnu:
        assert got.dtype == want.dtype
        got, want = got.view(torch.uint8), want.view(torch.uint8)
    if got.dtype == torch.uint8 and want.dtype == torch.int32:
        want = want.view(torch.uint8)
    torch.testing.assert_close(got, want, rtol=tolerance, atol=tolerance, equal_nan=True)


__all__ = ["GE_DTYPES", "Case", "check", "check_strided", "infer", "raw", "raw_inputs", "run"]
