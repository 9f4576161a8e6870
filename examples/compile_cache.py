# SPDX-License-Identifier: Apache-2.0
"""Time to the first result of the demo's classifier in a new process: compiled, then from the cache.

Runs itself twice in fresh processes with one cache folder. Each compares its results with the CPU's.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass

import torch
import torch_npu  # noqa: F401  (sets torch.npu up where torch does not load it by itself)
from demo import DigitClassifier

from ascendc_ops.compile_cache import cache_compile

BATCH = 64


@dataclass(frozen=True)
class StartUp:
    """The first call of a process."""

    loaded: bool  # whether the graph came from the cache
    captured: int  # graphs that dynamo traced
    seconds: float  # until the results are in host memory; imports and moving the weights come before


def start_up(cache_dir: str) -> StartUp:
    """In this process. Raises AssertionError when a result differs from the CPU's."""
    torch.manual_seed(0)
    model = DigitClassifier().eval()
    images = torch.rand(BATCH, 64)
    with torch.no_grad():
        expected = model(images)
    model.npu()
    on_npu = images.npu()
    classify = cache_compile(model.forward, dynamic=False, cache_dir=cache_dir)
    begin = time.perf_counter()
    actual = classify(on_npu).cpu()
    seconds = time.perf_counter() - begin
    torch.testing.assert_close(actual, expected)
    captured = torch._dynamo.utils.counters["stats"]["unique_graphs"]
    return StartUp(bool(classify.loaded), captured, seconds)


def compare_start_up() -> tuple[StartUp, StartUp]:
    """A fresh compilation and a start from its cache, each in a new process."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, __file__, "--cache-dir", folder]
        outputs = [
            subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout for _ in range(2)
        ]
    fresh, cached = (StartUp(**json.loads(output.splitlines()[-1])) for output in outputs)
    return fresh, cached


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cache-dir", help="start once, with this cache, and print JSON")
    cache_dir = parser.parse_args().cache_dir
    if cache_dir is not None:
        print(json.dumps(asdict(start_up(cache_dir))))
        return 0
    fresh, cached = compare_start_up()
    print("First result of the digit classifier in a new process")
    for name, run in (("compiled", fresh), ("from the cache", cached)):
        print(f"  {name:<15} {run.seconds * 1e3:7.1f} ms, {run.captured} graphs captured")
    if cached.captured != 0 or not cached.loaded:
        print("FAILED: the second process did not start from the cache", file=sys.stderr)
        return 1
    print("OK: results equal the CPU's")
    return 0


if __name__ == "__main__":
    sys.exit(main())
