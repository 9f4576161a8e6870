# SPDX-License-Identifier: Apache-2.0
"""Operators without a converter: TorchAir makes one from the prototype, or generates the GE operator too."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable

import pytest
import torch
from torchair._ge_concrete_graph import fx2ge_converter

from ascendc_ops import ascendc_add, dispersion_correction
from support.compiling import CompiledForNpu

Compile = Callable[..., CompiledForNpu]


@pytest.fixture
def without_converter(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """``without_converter(name)``: the operator of that name has none during the test."""

    def remove(name: str) -> None:
        operator = getattr(torch.ops.ascendc_ops, name).default
        monkeypatch.delitem(fx2ge_converter._CONVERTERS, operator, raising=False)
        monkeypatch.setattr(operator, "_ge_converter", None, raising=False)

    return remove


def test_the_prototype_makes_the_converter(
    compile_npu: Compile, without_converter: Callable[[str], None]
) -> None:
    """TorchAir asks GE for prototypes once GE has started, that is, from the second graph on."""
    compile_npu(ascendc_add)(torch.ones(1).npu(), torch.ones(1).npu())
    without_converter("dispersion_correction")
    x = torch.rand(4, 8) + 1
    compiled = compile_npu(lambda x: dispersion_correction(x, 0.5))
    torch.testing.assert_close(
        compiled(x.npu()).cpu(), dispersion_correction(x.npu(), 0.5).cpu(), rtol=0, atol=0
    )
    compiled.assert_compiled(graphs=1, op_type="DispersionCorrection")


@pytest.mark.slow  # TorchAir compiles torch's headers with g++: a minute
@pytest.mark.skipif(shutil.which("g++") is None, reason="TorchAir calls g++ by that name")
def test_torchair_generates_the_operator(
    compile_npu: Compile, without_converter: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """GE has no type AscendcAdd: the generated one calls torch's operator on GE's stream."""
    run = subprocess.run  # TorchAir gives g++ two minutes, which a busy machine may exceed
    monkeypatch.setattr(
        subprocess, "run", lambda *args, **options: run(*args, **(options | {"timeout": None}))
    )
    without_converter("ascendc_add")
    compiled = compile_npu(lambda x, y: torch.relu(ascendc_add(x * 2, y)) + 1)
    for _ in range(3):
        x, y = torch.randn(4, 8), torch.randn(4, 8)
        torch.testing.assert_close(compiled(x.npu(), y.npu()).cpu(), torch.relu(x * 2 + y) + 1)
    compiled.assert_compiled(graphs=1, op_type="ascendc_ops__ascendc_add")
