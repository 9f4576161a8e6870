# SPDX-License-Identifier: Apache-2.0
"""Calls ascendc_add eagerly and compares it with the CPU's sum."""

import os

import torch
from torch_npu.testing.testcase import TestCase, run_tests

torch.ops.load_library(os.environ.get("ASCENDC_OPS_LIB", "./libascendc_ops.so"))


class TestAddCustom(TestCase):
    def test_eager(self):
        torch.manual_seed(0)
        x = torch.rand((8, 2048), dtype=torch.float16)
        y = torch.rand_like(x)
        actual = torch.ops.ascendc_ops.ascendc_add(x.npu(), y.npu()).cpu()
        expected = x + y
        torch.testing.assert_close(actual, expected, rtol=1e-3, atol=1e-3)


if __name__ == "__main__":
    run_tests()
