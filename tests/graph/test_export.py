# SPDX-License-Identifier: Apache-2.0
"""K05: exported programs and exported GE graphs hold the operator as one node."""

from __future__ import annotations

from pathlib import Path

import torch
import torchair

from ascendc_ops import ascendc_add
from support.cases import assert_same, random_pair

OPERATOR = torch.ops.ascendc_ops.ascendc_add.default


class Model(torch.nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return ascendc_add(x, y)


def targets(program: torch.export.ExportedProgram) -> list[object]:
    return [node.target for node in program.graph.nodes if node.op == "call_function"]


def test_k05_torch_export_keeps_one_node() -> None:
    x, y = random_pair((4, 6), torch.float32)
    program = torch.export.export(Model(), (x.npu(), y.npu()))
    assert targets(program) == [OPERATOR]
    assert_same(program.module()(x.npu(), y.npu()), x + y)


def test_k05_torch_export_with_dynamic_shapes() -> None:
    batch = torch.export.Dim("batch", min=2)
    x, y = random_pair((4, 6), torch.float32)
    program = torch.export.export(
        Model(), (x.npu(), y.npu()), dynamic_shapes={"x": {0: batch}, "y": {0: batch}}
    )
    assert targets(program) == [OPERATOR]
    larger = torch.ones(9, 6).npu()
    assert_same(program.module()(larger, larger), torch.full((9, 6), 2.0))


def test_k05_an_exported_program_survives_saving(tmp_path: Path) -> None:
    x = torch.ones(3, 4).npu()
    path = tmp_path / "model.pt2"
    torch.export.save(torch.export.export(Model(), (x, x)), path)
    assert targets(torch.export.load(path)) == [OPERATOR]


def test_k05_dynamo_export_writes_one_ge_node(tmp_path: Path) -> None:
    x, y = (t.npu() for t in random_pair((4, 6), torch.float32))
    torchair.dynamo_export(x, y, model=Model(), dynamic=False, export_path=str(tmp_path), export_name="model")
    written = "".join(path.read_text() for path in tmp_path.rglob("*.pbtxt"))
    assert written.count('op: "AddCustom"') == 1
    assert list(tmp_path.rglob("model*.air"))
