# SPDX-License-Identifier: Apache-2.0
"""Modelled time and bandwidth of the plugin's kernels on Ascend910B1.

``<op>_bandwidth_fraction``: bytes of GM moved in the modelled time, against what device memory can move. It
may exceed 1: what is written stays in L2 as long as there is room.
"""

from __future__ import annotations

import os
import sys

from measure import report

from cann_emulator.trace import Launch, run_traced

MIB = 1024 * 1024
NAMES = (
    "add_custom_8192x8192_half",
    "add_custom",
    "add_custom_inplace",
    "add_custom_broadcast",
    "dispersion_correction",
    "dispersion_correction_backward",
)


def launch_kernels() -> None:
    """One launch for each of NAMES on tensors of 64 MiB or more that no kernel has touched."""
    import torch
    import torch_npu  # noqa: F401

    import ascendc_ops  # noqa: F401

    ops = torch.ops.ascendc_ops
    kept: list[torch.Tensor] = []  # memory that is used again might be in L2

    def ones(*shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
        kept.append(torch.ones(shape, dtype=dtype).npu())
        return kept[-1]

    count = 64 * MIB // 4
    half = torch.float16
    kept.append(ops.ascendc_add(ones(8192, 8192, dtype=half), ones(8192, 8192, dtype=half)))
    kept.append(ops.ascendc_add(ones(count), ones(count)))
    ops.ascendc_add_(ones(count), ones(count))
    kept.append(ops.ascendc_add(ones(4096, 4096), ones(4096)))
    kept.append(ops.dispersion_correction(ones(count), 0.5))
    kept.append(ops.dispersion_correction_backward(ones(count), ones(count), 0.5))
    torch.npu.synchronize()


def traced_launches() -> dict[str, Launch]:
    environ = {**os.environ, "CANN_EMULATOR_SOC": "Ascend910B1"}
    finished, launches = run_traced([sys.executable, __file__, "launch"], environ)
    if finished.returncode != 0:
        raise RuntimeError(f"the kernels failed with exit code {finished.returncode}")
    return dict(zip(NAMES, launches, strict=True))


def main() -> None:
    for name, launch in traced_launches().items():
        if name == "add_custom_8192x8192_half":
            report(f"{name}_us", launch.time_us, "us modelled", 187.0)
        else:
            fraction = launch.bandwidth_fraction
            report(f"{name}_bandwidth_fraction", fraction, "of memory", 0.9, at_least=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["launch"]:
        launch_kernels()
    else:
        main()
