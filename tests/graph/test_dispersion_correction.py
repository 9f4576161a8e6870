# SPDX-License-Identifier: Apache-2.0
"""Compiled ``dispersion_correction`` equals eager bit by bit; training keeps both operators in GE graphs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from ascendc_ops import dispersion_correction
from support.cases import FLOATS, assert_same, dtype_name
from support.compiling import CompiledForNpu

CompileNpu = Callable[..., CompiledForNpu]
modes = pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
TYPE = "DispersionCorrection"


@modes
@pytest.mark.parametrize("dtype", FLOATS, ids=dtype_name)
def test_equals_eager(compile_npu: CompileNpu, dtype: torch.dtype, dynamic: bool) -> None:
    compiled = compile_npu(lambda x: dispersion_correction(x, 0.8), dynamic=dynamic)
    for size in (2049, 7, 100_003):
        x = torch.rand(size).to(dtype).npu()
        assert_same(compiled(x), dispersion_correction(x, 0.8).cpu())
    compiled.assert_compiled(graphs=1 if dynamic else 3, op_type=TYPE)


@modes
def test_c04_every_alpha_arrives(compile_npu: CompileNpu, dynamic: bool) -> None:
    x = torch.rand(33).npu()
    for alpha in (0.1, -2.5, 0.0, 1e-40, 3e38, 1e300, float("inf"), float("nan")):
        compiled = compile_npu(lambda x, alpha=alpha: dispersion_correction(x, alpha), dynamic=dynamic)
        assert_same(compiled(x), dispersion_correction(x, alpha).cpu())
        compiled.assert_compiled(graphs=1, op_type=TYPE)


def test_alpha_as_an_argument_of_the_compiled_function(compile_npu: CompileNpu) -> None:
    compiled = compile_npu(dispersion_correction)
    x = torch.rand(33).npu()
    for alpha in (0.5, 0.7, 0.9, 0.5):
        assert_same(compiled(x, alpha), dispersion_correction(x, alpha).cpu())


@pytest.mark.parametrize("shape", [(0,), (4, 0)], ids=str)
@modes
def test_e02_empty(compile_npu: CompileNpu, shape: tuple[int, ...], dynamic: bool) -> None:
    compiled = compile_npu(lambda x: dispersion_correction(x, 0.8), dynamic=dynamic)
    assert compiled(torch.empty(shape).npu()).shape == shape


@modes
@pytest.mark.parametrize("dtype", FLOATS, ids=dtype_name)
def test_a03_training_equals_eager(compile_npu: CompileNpu, dtype: torch.dtype, dynamic: bool) -> None:
    def model(x: torch.Tensor) -> torch.Tensor:
        return dispersion_correction(x, 0.8) * 2

    compiled = compile_npu(model, dynamic=dynamic)
    gradients = []
    for function in (model, compiled):
        leaf = torch.linspace(0.1, 4, 60).reshape(4, 15).to(dtype).npu().requires_grad_()
        function(leaf).sum().backward()
        gradients.append(leaf.grad)
    assert_same(gradients[1], gradients[0].cpu())
    forward, backward = compiled.graphs
    assert " DispersionCorrection(" in forward
    assert " DispersionCorrectionBackward(" in backward
