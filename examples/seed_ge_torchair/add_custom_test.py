# SPDX-License-Identifier: Apache-2.0
"""Compiles a model whose only operator is ascendc_add and compares it with torch.add on the CPU."""

import os

import torch
import torchair
from torch_npu.testing.testcase import TestCase, run_tests

LIB_PATH = os.environ.get("ASCENDC_OPS_LIB", "./libascendc_ops.so")
torch.ops.load_library(LIB_PATH)


@torchair.register_fx_node_ge_converter(torch.ops.ascendc_ops.ascendc_add.default)
def convert_ascendc_add(x, y, z=None, meta_outputs=None):
    return torchair.ge.custom_op(
        "AddCustom",
        inputs={"x": x, "y": y},
        outputs=["z"],
    )


class AddCustomModel(torch.nn.Module):
    def forward(self, x, y):
        return torch.ops.ascendc_ops.ascendc_add(x, y)


class TestAddCustom(TestCase):
    def test_graph_mode(self):
        torch.manual_seed(0)
        x_cpu = torch.rand(8, 2048, dtype=torch.float32)
        y_cpu = torch.rand(8, 2048, dtype=torch.float32)
        model = AddCustomModel().npu()
        npu_backend = torchair.get_npu_backend(compiler_config=torchair.CompilerConfig())
        opt_model = torch.compile(model, fullgraph=True, backend=npu_backend, dynamic=False)
        output = opt_model(x_cpu.npu(), y_cpu.npu()).cpu()
        golden = torch.add(x_cpu, y_cpu)
        torch.testing.assert_close(output, golden, rtol=1e-4, atol=1e-4)


if __name__ == "__main__":
    run_tests()
