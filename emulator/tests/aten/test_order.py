# SPDX-License-Identifier: Apache-2.0
"""x * 2 goes through torch_npu's task queue; what follows waits for it.

CANN_EMULATOR_OP_DELAY_MS makes the queued operator late.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import time, torch, torch_npu
x = torch.arange(1000.0).npu()
x * 2  # the first call loads the operator library
torch.npu.synchronize()
begin = time.perf_counter()
y = x * 2
queued = time.perf_counter() - begin
torch.npu.synchronize()
done = time.perf_counter() - begin
assert done > 0.1, done
assert QUEUE == 0 or queued < 0.05, queued
for i in range(5):
    y = x * 2
    assert torch.equal(y.exp().cpu(), (x.cpu() * 2).exp())  # the CPU's kernel in place
    y = x + x
    assert torch.equal(y.cpu(), x.cpu() * 2)                # a copy to the host
    y = x - x
    x.add_(1)                                               # in place on an input of queued work
    assert not y.cpu().any()
    y = (x * x)[::2].contiguous()                           # a strided copy
    assert torch.equal(y.cpu(), (x.cpu() * x.cpu())[::2])
    temporary = x * 3
    y = temporary * temporary
    del temporary                                           # queued work still reads its memory
    z = torch.zeros(1000, device="npu")
    assert torch.equal(y.cpu(), (x.cpu() * 3) ** 2) and not z.cpu().any()
print("in order")
"""


@pytest.mark.parametrize("queue", [0, 1, 2])
def test_order(queue: int, tmp_path: Path) -> None:
    script = tmp_path / "order.py"
    script.write_text(f"import cann_emulator; cann_emulator.activate()\nQUEUE = {queue}\n{SCRIPT}")
    environment = {**os.environ, "CANN_EMULATOR_OP_DELAY_MS": "60", "TASK_QUEUE_ENABLE": str(queue)}
    done = subprocess.run(
        [sys.executable, script], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "in order", done.stdout + done.stderr
