# SPDX-License-Identifier: Apache-2.0
"""What eager ``ascendc_add`` and its Meta refuse, with messages that name the argument and say what to do."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from ascendc_ops import ascendc_add
from support.cases import DTYPES, REFUSED_DTYPES, SUPPORTED_NAMES, dtype_name

Place = Callable[[torch.Tensor], torch.Tensor]
PLACES: dict[str, Place] = {"eager": lambda t: t.npu(), "meta": lambda t: t.to("meta")}
places = pytest.mark.parametrize("place", PLACES.values(), ids=PLACES.keys())


@places
@pytest.mark.parametrize("dtype", REFUSED_DTYPES, ids=dtype_name)
def test_e08_refused_dtypes_list_the_supported_ones(place: Place, dtype: torch.dtype) -> None:
    x = place(torch.zeros(4, dtype=dtype))
    message = f"ascendc_add: argument x has dtype {dtype_name(dtype)}, supported are {SUPPORTED_NAMES}"
    with pytest.raises(RuntimeError, match=message):
        ascendc_add(x, x)


@places
def test_e08_the_refused_argument_is_named(place: Place) -> None:
    x, y = place(torch.zeros(4)), place(torch.zeros(4, dtype=torch.float64))
    with pytest.raises(RuntimeError, match="argument y has dtype float64"):
        ascendc_add(x, y)


@places
@pytest.mark.parametrize("dtype", DTYPES[1:], ids=dtype_name)
def test_dtypes_must_be_equal(place: Place, dtype: torch.dtype) -> None:
    x, y = place(torch.zeros(4)), place(torch.zeros(4, dtype=dtype))
    message = f"x and y must have one dtype, got x float32 and y {dtype_name(dtype)}; convert"
    with pytest.raises(RuntimeError, match=message):
        ascendc_add(x, y)


@pytest.mark.parametrize("position", ["x", "y"])
def test_e01_a_cpu_tensor_is_named(position: str) -> None:
    arguments = {"x": torch.zeros(4).npu(), "y": torch.zeros(4).npu()}
    arguments[position] = torch.zeros(4)
    message = f"ascendc_add: expected every argument on npu:0, got {position} on cpu; move it there"
    with pytest.raises(RuntimeError, match=message):
        ascendc_add(**arguments)


def test_e01_two_cpu_tensors() -> None:
    with pytest.raises(
        RuntimeError, match=r"ascendc_add: expected every argument on an NPU, got x on cpu and y on cpu"
    ):
        ascendc_add(torch.zeros(4), torch.zeros(4))


def test_e01_a_tensor_on_another_device_is_named(second_device: torch.device) -> None:
    x, y = torch.zeros(4).npu(), torch.zeros(4).to(second_device)
    with pytest.raises(RuntimeError, match=r"expected every argument on npu:0, got y on npu:1"):
        ascendc_add(x, y)


@pytest.mark.parametrize("argument", [None, 1.0, [1.0, 2.0]], ids=repr)
def test_what_is_no_tensor_is_refused_by_the_schema(argument: object) -> None:
    with pytest.raises(RuntimeError, match="ascendc_add"):
        torch.ops.ascendc_ops.ascendc_add(torch.zeros(4).npu(), argument)


def test_the_operator_works_after_a_refusal() -> None:
    x = torch.ones(4).npu()
    with pytest.raises(RuntimeError):
        ascendc_add(x, torch.ones(5).npu())
    assert ascendc_add(x, x).cpu().tolist() == [2.0] * 4
