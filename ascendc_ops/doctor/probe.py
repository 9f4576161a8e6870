# SPDX-License-Identifier: Apache-2.0
"""Run in a process of its own: imports what may be broken, one after the other, and tells how far it came.

Writes a line for each step: the mark, then JSON with step, ok, found, error, seconds. A process that dies did
so in the step after the last line.
"""

from __future__ import annotations

import json
import os
import sys
import time
import traceback
from collections.abc import Callable

MARK = "@doctor@"
STEPS = ("torch", "torch_npu", "device", "torchair", "ascendc_ops", "compiled graph")


def _torch() -> str:
    import torch

    return f"{torch.__version__}, C++ string ABI {int(torch.compiled_with_cxx11_abi())} ({torch.__file__})"


def _torch_npu() -> str:
    import torch_npu

    return f"{torch_npu.__version__} ({torch_npu.__file__})"


def _device() -> str:
    import torch_npu

    count = torch_npu.npu.device_count()
    if count == 0:
        raise RuntimeError("torch_npu sees no NPU: check npu-smi info and ASCEND_RT_VISIBLE_DEVICES")
    return f"{count} x {torch_npu.npu.get_device_name(0)}"


def _torchair() -> str:
    import torchair

    torchair.CompilerConfig()  # `import torchair` alone may be a stand-in that is filled on first use
    return str(sys.modules["torch_npu.dynamo.torchair"].__file__)


def _ascendc_ops() -> str:
    import ascendc_ops

    return f"{ascendc_ops.__version__} ({ascendc_ops.library_path})"


def _graph() -> str:
    import torch
    import torchair

    backend = torchair.get_npu_backend(compiler_config=torchair.CompilerConfig())
    x = torch.linspace(-1, 1, 16)
    result = torch.compile(lambda x: torch.relu(x) + 1, backend=backend, fullgraph=True)(x.to("npu")).cpu()
    if not torch.equal(result, torch.relu(x) + 1):
        raise RuntimeError(f"relu(x) + 1 compiled gave {result.tolist()} for x = {x.tolist()}")
    return "relu(x) + 1 equals the CPU's"


def _loaded_libraries() -> list[str]:
    if not os.path.exists("/proc/self/maps"):
        return []
    with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:
        paths = {line.split(maxsplit=5)[-1].strip() for line in maps if "/" in line}
    return sorted(path for path in paths if ".so" in os.path.basename(path))


def main(steps: list[str]) -> None:
    os.environ["TORCH_DEVICE_BACKEND_AUTOLOAD"] = "0"  # the errors of torch and torch_npu one by one
    functions: dict[str, Callable[[], str]] = dict(
        zip(STEPS, (_torch, _torch_npu, _device, _torchair, _ascendc_ops, _graph), strict=True)
    )
    for step in steps:
        line: dict[str, object] = {"step": step, "ok": True, "found": "", "error": ""}
        start = time.perf_counter()
        try:
            line["found"] = functions[step]()
        except BaseException:
            line["ok"], line["error"] = False, traceback.format_exc()
        line["seconds"] = time.perf_counter() - start
        print(f"\n{MARK}{json.dumps(line)}", flush=True)
    print(f"\n{MARK}{json.dumps({'step': 'libraries', 'paths': _loaded_libraries()})}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
