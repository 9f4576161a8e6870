# SPDX-License-Identifier: Apache-2.0
"""P01: under autocast the operators have their documented dtypes, and compiled code has the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from ascendc_ops import ascendc_add, ascendc_add_, dispersion_correction
from support.cases import assert_same
from support.compiling import CompiledForNpu

CompileNpu = Callable[..., CompiledForNpu]
lower_dtypes = pytest.mark.parametrize("lower", [torch.float16, torch.bfloat16], ids=str)

Model = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]


def autocast(function: Model, lower: torch.dtype) -> Model:
    def model(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        with torch.autocast("npu", dtype=lower):
            return function(x, y)

    return model


def check(
    function: Model, x: torch.Tensor, y: torch.Tensor, lower: torch.dtype, compile_npu: CompileNpu
) -> None:
    """Eager and compiled agree in dtype and value; compiling takes one graph."""
    expected = autocast(function, lower)(x, y)
    compiled = compile_npu(autocast(function, lower))
    for _ in range(2):
        assert_same(compiled(x, y), expected.cpu())
    assert compiled.backend_calls == 1


@lower_dtypes
def test_p01_add_promotes(compile_npu: CompileNpu, lower: torch.dtype) -> None:
    x, y = torch.rand(4, 5).npu(), torch.rand(4, 5).npu()
    with torch.autocast("npu", dtype=lower):
        assert ascendc_add(x, y).dtype == torch.float32
        assert ascendc_add(x, y.to(lower)).dtype == torch.float32
        assert ascendc_add(x.to(lower), y.to(lower)).dtype == lower
        assert ascendc_add(x.half(), y.bfloat16()).dtype == torch.float32
        assert_same(ascendc_add(x.to(lower), y), x.to(lower).float().cpu() + y.cpu())
    check(ascendc_add, x, y.to(lower), lower, compile_npu)


@lower_dtypes
def test_p01_in_place_add_keeps_the_dtype_of_x(compile_npu: CompileNpu, lower: torch.dtype) -> None:
    def function(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        z = x.clone()
        ascendc_add_(z, y)
        return z

    x, y = torch.rand(4, 5).npu(), torch.rand(4, 5).npu()
    with torch.autocast("npu", dtype=lower):
        assert function(x, y.to(lower)).dtype == torch.float32
        assert function(x.to(lower), y).dtype == lower
    check(function, x, y.to(lower), lower, compile_npu)


@lower_dtypes
def test_p01_dispersion_correction_keeps_the_dtype(compile_npu: CompileNpu, lower: torch.dtype) -> None:
    x = torch.rand(4, 5).npu()
    with torch.autocast("npu", dtype=lower):
        assert dispersion_correction(x, 0.8).dtype == torch.float32
        assert dispersion_correction(x.to(lower), 0.8).dtype == lower
    check(lambda x, _: dispersion_correction(x, 0.8), x, x, lower, compile_npu)


def test_p01_integers_are_not_promoted() -> None:
    x = torch.ones(4).npu()
    with torch.autocast("npu", dtype=torch.float16):
        assert ascendc_add(x.int(), x.int()).dtype == torch.int32
        with pytest.raises(RuntimeError, match="x and y must have one dtype, got x float32 and y int32"):
            ascendc_add(x, x.int())


def test_p01_gradients_have_the_dtypes_of_their_inputs() -> None:
    x, y = torch.rand(4).npu().requires_grad_(), torch.rand(4).half().npu().requires_grad_()
    with torch.autocast("npu", dtype=torch.float16):
        ascendc_add(x, y).sum().backward()
    assert x.grad is not None
    assert y.grad is not None
    assert (x.grad.dtype, y.grad.dtype) == (torch.float32, torch.float16)


def test_torch_npu_s_own_autocast_is_the_same() -> None:
    x = torch.rand(4).npu()
    with torch.npu.amp.autocast(dtype=torch.float16):
        assert ascendc_add(x, x.half()).dtype == torch.float32
