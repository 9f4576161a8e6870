# SPDX-License-Identifier: Apache-2.0
"""A process that runs a model through the compile cache: python cached_model.py CACHE_DIR [LIBRARY].

LIBRARY is loaded in place of the packaged one. Prints one line of JSON: for static and dynamic shapes whether
the graph came from the cache, the values and the seconds of the first call; the graphs that dynamo captured;
the warnings about caches.
"""

from __future__ import annotations

import json
import sys
import time
import warnings
from pathlib import Path
from typing import Any

import torch
import torch_npu  # noqa: F401  (sets torch.npu up where torch does not load it by itself)
import torchair  # noqa: F401  (here, so that no first call is charged with it)


class Residual(torch.nn.Module):
    """relu(x @ w) + x, then an operator with an attribute."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = torch.nn.Parameter(torch.arange(16.0).reshape(4, 4) / 8 - 0.5)

    def static(self, x: torch.Tensor) -> torch.Tensor:
        return self.run(x)

    def dynamic(self, x: torch.Tensor) -> torch.Tensor:
        return self.run(x)

    def run(self, x: torch.Tensor) -> torch.Tensor:
        added = torch.ops.ascendc_ops.ascendc_add(torch.relu(x @ self.weight), x)
        return torch.ops.ascendc_ops.dispersion_correction(added, 0.5)


def inputs(rows: int) -> torch.Tensor:
    return torch.arange(4.0 * rows).reshape(rows, 4) / 4


def expected(rows: int) -> torch.Tensor:
    """What ``Residual`` gives, by CPU torch."""
    x = inputs(rows)
    added = torch.relu(x @ Residual().weight.detach()) + x
    return added * 0.5 + added.sqrt()


def main() -> None:
    folder = Path(sys.argv[1])
    for library in sys.argv[2:]:
        torch.ops.load_library(library)
    from ascendc_ops.compile_cache import CacheRefusedWarning, cache_compile

    report: dict[str, Any] = {}
    model = Residual().npu()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for dynamic, rows in ((False, 3), (True, 5), (True, 7)):
            method = cache_compile(
                model.dynamic if dynamic else model.static, dynamic=dynamic, cache_dir=str(folder)
            )
            x = inputs(rows).npu()
            begin = time.perf_counter()
            values = method(x).cpu()
            seconds = time.perf_counter() - begin
            name = f"{'dynamic' if dynamic else 'static'} {rows}"
            report[name] = {"loaded": method.loaded, "values": values.tolist(), "seconds": seconds}
    report["captured"] = torch._dynamo.utils.counters["stats"]["unique_graphs"]
    report["refusals"] = [str(w.message) for w in caught if issubclass(w.category, CacheRefusedWarning)]
    print(json.dumps(report))


if __name__ == "__main__":
    main()
