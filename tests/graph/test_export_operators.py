# SPDX-License-Identifier: Apache-2.0
"""K05 for every operator: ``torch.export`` with a dynamic batch keeps one node with its attributes."""

from __future__ import annotations

import torch

from ascendc_ops import ascendc_add_, dispersion_correction

OPERATORS = torch.ops.ascendc_ops


class Correct(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return dispersion_correction(x, 0.8)


class AddInPlace(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        z = x * 2
        ascendc_add_(z, x)
        return z


def export(model: torch.nn.Module) -> torch.export.ExportedProgram:
    batch = torch.export.Dim("batch", min=2)
    return torch.export.export(model, (torch.ones(4, 6).npu(),), dynamic_shapes={"x": {0: batch}})


def test_k05_dispersion_correction() -> None:
    program = export(Correct())
    (node,) = (node for node in program.graph.nodes if node.op == "call_function")
    assert node.target is OPERATORS.dispersion_correction.default
    assert 0.8 in node.args
    x = torch.rand(9, 6).npu()
    assert torch.equal(program.module()(x), dispersion_correction(x, 0.8))


def test_k05_in_place_add() -> None:
    program = export(AddInPlace())
    assert OPERATORS.ascendc_add_.default in [node.target for node in program.graph.nodes]
    x = torch.rand(9, 6).npu()
    assert torch.equal(program.module()(x), x * 2 + x)
    functional = program.run_decompositions()
    assert OPERATORS.ascendc_add_.default not in [node.target for node in functional.graph.nodes]
    assert torch.equal(functional.module()(x), x * 2 + x)
