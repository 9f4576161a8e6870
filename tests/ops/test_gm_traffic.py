# SPDX-License-Identifier: Apache-2.0
"""Every kernel moves each byte of its tensors through device memory once: the emulator counts them."""

from __future__ import annotations

import sys
from pathlib import Path

from support.emulator import emulator_module

trace = emulator_module("trace", "only the emulator counts bytes of device memory")

COUNT = 1_000_003  # with a tail that fills no block of 32 bytes
ROWS, COLUMNS = 300, 2048

LAUNCHES = f"""
import torch, torch_npu, ascendc_ops
ops = torch.ops.ascendc_ops
for dtype in (torch.float32, torch.float16, torch.bfloat16):
    def ones(*shape):
        return torch.ones(shape, dtype=dtype).npu()
    ops.ascendc_add(ones({COUNT}), ones({COUNT}))
    ops.ascendc_add_(ones({COUNT}), ones({COUNT}))
    ops.dispersion_correction(ones({COUNT}), 0.5)
    ops.dispersion_correction_backward(ones({COUNT}), ones({COUNT}), 0.5)
    ops.ascendc_add(ones({ROWS}, {COLUMNS}), ones({COLUMNS}))
    ops.ascendc_add(ones({ROWS}, {COLUMNS}), ones({ROWS}, 1))
torch.npu.synchronize()
"""


def test_gm_bytes_are_the_minimum(tmp_path: Path) -> None:
    finished, launches = trace.run_traced(
        [sys.executable, "-c", LAUNCHES], cwd=tmp_path, capture_output=True, text=True
    )
    assert finished.returncode == 0, finished.stderr
    moved = [(launch.bytes_read, launch.bytes_written) for launch in launches]
    expected = []
    for size, cores in zip((4, 2, 2), (launch.cores for launch in launches[4::6]), strict=True):
        whole = ROWS * COLUMNS
        expected += [
            (2 * COUNT * size, COUNT * size),
            (2 * COUNT * size, COUNT * size),
            (COUNT * size, COUNT * size),
            (2 * COUNT * size, COUNT * size),
            ((whole + cores * COLUMNS) * size, whole * size),  # each core reads the row once
            ((whole + ROWS) * size, whole * size),
        ]
    assert moved == expected
