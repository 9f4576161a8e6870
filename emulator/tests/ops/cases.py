# SPDX-License-Identifier: Apache-2.0
"""What a case is: one operator on given tensors, and what plain torch gives for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
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
}
TORCH_DTYPES = {number: dtype for dtype, number in GE_DTYPES.items()}

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
    """The description of a contiguous tensor, with its address unless the value shall be unknown."""
    assert tensor.is_contiguous()
    return RawTensor(GE_DTYPES[tensor.dtype], list(tensor.shape), tensor.data_ptr() if known else 0)


def raw_inputs(inputs: Inputs) -> dict[str, RawTensor | list[RawTensor]]:
    """All inputs of a case; an absent optional is None."""
    result: dict[str, RawTensor | list[RawTensor]] = {}
    for name, value in inputs.items():
        if value is not None:
            result[name] = [raw(item) for item in value] if isinstance(value, list) else raw(value)
    return result


def run(library: Library, case: Case) -> list[Tensor]:
    """The operator library's results."""
    results: dict[int, Tensor] = {}

    def sink(index: int, dtype: int, dims: list[int]) -> int:
        assert index not in results, "an output is allocated once"
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
    return [results[index] for index in sorted(results)]


def infer(library: Library, case: Case) -> list[tuple[int, list[int]]] | None:
    """Inferred (data type, shape) of the outputs; None where a value is needed."""
    descs: list[tuple[int, list[int]]] = []

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
    actual = run(library, case)
    assert len(actual) == len(wanted)
    for got, want in zip(actual, wanted, strict=True):
        torch.testing.assert_close(
            got, want.contiguous(), rtol=case.tolerance, atol=case.tolerance, equal_nan=True
        )
    inferred = infer(library, case)
    assert inferred is None or inferred == [(GE_DTYPES[t.dtype], list(t.shape)) for t in actual]


__all__ = ["GE_DTYPES", "Case", "check", "infer", "raw", "raw_inputs", "run"]
