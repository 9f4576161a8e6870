# SPDX-License-Identifier: Apache-2.0
"""The emulated add of two 64 MiB float32 tensors against torch.add on the CPU with as many threads.

CANN_EMULATOR_CHECK and CANN_EMULATOR_TRACE decide which of the three results this process gives.
"""

from __future__ import annotations

import os

import torch
import torch_npu  # noqa: F401
from measure import in_turns, report

import ascendc_ops

ELEMENTS = 64 * 1024 * 1024 // 4


def main() -> None:
    torch.manual_seed(0)
    x, y = torch.rand(ELEMENTS), torch.rand(ELEMENTS)
    z = torch.empty_like(x)
    x_npu, y_npu = x.npu(), y.npu()

    ours, reference = in_turns(
        lambda: ascendc_ops.ascendc_add(x_npu, y_npu),
        lambda: torch.add(x, y, out=z),
        calls=3,
        finish=torch.npu.synchronize,
    )
    checked = os.environ.get("CANN_EMULATOR_CHECK") != "off"
    if os.environ.get("CANN_EMULATOR_TRACE"):
        report("add_64MiB_vs_torch_timed", ours / reference, "ratio of times", 5.0)
        return
    name = "add_64MiB_vs_torch_checked" if checked else "add_64MiB_vs_torch_unchecked"
    report(name, ours / reference, "ratio of times", 2.0 if checked else 1.2)


if __name__ == "__main__":
    main()
