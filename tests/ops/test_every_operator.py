# SPDX-License-Identifier: Apache-2.0
"""What every operator does alike: signatures, devices, order in the task queue, copies of views."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from typing import Any

import pytest
import torch

from ascendc_ops import functional

OPERATORS = torch.ops.ascendc_ops


def add(x: torch.Tensor) -> torch.Tensor:
    return OPERATORS.ascendc_add(x, x)


def add_inplace(x: torch.Tensor) -> torch.Tensor:
    z = x.clone()
    OPERATORS.ascendc_add_(z, x)
    return z


def correct(x: torch.Tensor) -> torch.Tensor:
    return OPERATORS.dispersion_correction(x, 0.5)


def correct_backward(x: torch.Tensor) -> torch.Tensor:
    return OPERATORS.dispersion_correction_backward(x, x, 0.5)


#: Basename of the operator's files, its schema name, and a call of it.
NAMES: dict[str, tuple[str, Callable[[torch.Tensor], torch.Tensor]]] = {
    "add_custom": ("ascendc_add", add),
    "add_custom_inplace": ("ascendc_add_", add_inplace),
    "dispersion_correction": ("dispersion_correction", correct),
    "dispersion_correction_backward": ("dispersion_correction_backward", correct_backward),
}
calls = pytest.mark.parametrize("call", [call for _, call in NAMES.values()], ids=NAMES.keys())


@pytest.mark.parametrize("basename", NAMES)
def test_m08_converter_has_the_schema_s_parameters(basename: str) -> None:
    registered: list[tuple[Any, Callable[..., Any]]] = []

    class FakeTorchair:
        @staticmethod
        def register_fx_node_ge_converter(operator: Any) -> Callable[..., Any]:
            return lambda function: registered.append((operator, function))

    importlib.import_module(f"ascendc_ops.converters.{basename}").register(FakeTorchair)
    ((operator, function),) = registered
    assert operator.name() == f"ascendc_ops::{NAMES[basename][0]}"
    names = [argument.name for argument in operator._schema.arguments]
    assert list(inspect.signature(function).parameters) == [*names, "meta_outputs"]


@pytest.mark.parametrize("name", functional.__all__)
def test_m08_function_has_the_schema_s_parameters(name: str) -> None:
    names = [argument.name for argument in getattr(OPERATORS, name).default._schema.arguments]
    assert list(inspect.signature(getattr(functional, name)).parameters) == names


@pytest.mark.parametrize("basename", NAMES)
@pytest.mark.parametrize("key", ["Meta", "PrivateUse1", "Autograd", "CPU"])
def test_m08_every_implementation_is_registered(basename: str, key: str) -> None:
    assert torch._C._dispatch_has_kernel_for_dispatch_key(f"ascendc_ops::{NAMES[basename][0]}", key)


@calls
def test_the_current_device_does_not_matter(
    call: Callable[[torch.Tensor], torch.Tensor], second_device: torch.device
) -> None:
    x = torch.linspace(1, 2, 100)
    expected = call(x.npu()).cpu()
    result = call(x.to(second_device))
    assert result.device == second_device
    assert torch.npu.current_device() == 0
    assert torch.equal(result.cpu(), expected)


@calls
def test_s01_order_with_framework_operators(call: Callable[[torch.Tensor], torch.Tensor]) -> None:
    x = torch.linspace(1, 2, 4096)
    expected = call((x * 2).npu()).cpu()
    y = x.npu()
    assert all(torch.equal(call(y * 2).cpu(), expected) for _ in range(20))


@calls
def test_n03_no_copy_of_a_contiguous_input(call: Callable[[torch.Tensor], torch.Tensor]) -> None:
    x = torch.ones(64, 64).npu()
    torch.npu.synchronize()
    before = torch.npu.memory_stats()["allocation.all.allocated"]
    call(x)
    torch.npu.synchronize()
    assert torch.npu.memory_stats()["allocation.all.allocated"] - before == 1  # the result
