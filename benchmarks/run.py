# SPDX-License-Identifier: Apache-2.0
"""Runs every benchmark in a process of its own and writes build/bench.json.

The file maps each result's name to ``{"value": number, "unit": text, "goal": number, "at_least": bool}``;
a value at or below its goal meets it, at or above where ``at_least``. Ratios compare two things measured in
turns in one process.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tqdm import tqdm

HERE = Path(__file__).parent
OUTPUT = HERE.parent / "build" / "bench.json"

# Script, the value of CANN_EMULATOR_CHECK it runs with, and whether times are modelled.
RUNS = (
    ("add_bandwidth.py", "off", False),
    ("add_bandwidth.py", "on", False),
    ("add_bandwidth.py", "off", True),
    ("compiled_call.py", "on", False),
    ("checker.py", "on", False),
    ("timing_model.py", "off", False),
    ("kernel_bandwidth.py", "off", False),
    ("models.py", "off", False),
    ("graph_compile.py", "off", False),
)


def run(script: str, check: str, traced: bool) -> subprocess.CompletedProcess[str]:
    with tempfile.TemporaryDirectory() as folder:
        variables = {"CANN_EMULATOR_CHECK": check, **({"CANN_EMULATOR_TRACE": folder} if traced else {})}
        return subprocess.run(
            [sys.executable, str(HERE / script)],
            env={**os.environ, **variables},
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )


def main() -> int:
    results: dict[str, dict[str, object]] = {}
    # In a terminal alone, and not in continuous integration.
    shown = tqdm(RUNS, unit="benchmark", leave=False, disable=bool(os.environ.get("CI")) or None)
    for script, check, traced in shown:
        finished = run(script, check, traced)
        if finished.returncode != 0:
            print(f"{script} failed with exit code {finished.returncode}", file=sys.stderr)
            return 1
        for line in finished.stdout.splitlines():
            if not line.startswith("{"):
                continue
            result = json.loads(line)
            name = result.pop("name")
            results[name] = result
            value, goal = result["value"], result["goal"]
            verdict = "meets" if (value >= goal if result["at_least"] else value <= goal) else "misses"
            measured = f"{name:<32} {result['value']:8.3f} {result['unit']:<16}"
            tqdm.write(f"{measured} {verdict} the goal {result['goal']}")
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text(json.dumps(results, indent=2) + "\n")
    print(f"written to {OUTPUT}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
