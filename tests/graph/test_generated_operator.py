# SPDX-License-Identifier: Apache-2.0
"""An operator of torch without GE operator and converter: TorchAir generates both, compiled with g++."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from support.compiling import CompiledForNpu
from support.native import ROOT, TORCH_INCLUDES, TORCH_LIBRARIES, compile_library


@pytest.mark.slow
def test_torch_calls_back_from_the_graph(compile_npu: Callable[..., CompiledForNpu], tmp_path: Path) -> None:
    library = compile_library(
        ROOT / "tests" / "support" / "scaled.cpp",
        tmp_path / "libscaled.so",
        includes=TORCH_INCLUDES,
        libraries=TORCH_LIBRARIES,
    )
    torch.ops.load_library(str(library))
    x = torch.randn(4, 8)
    compiled = compile_npu(lambda x: torch.relu(torch.ops.generated_tests.scaled(x, 0.5)) + 1)
    torch.testing.assert_close(compiled(x.npu()).cpu(), torch.relu(x * 0.5) + 1)
    compiled.assert_compiled(graphs=1, op_type=None)
