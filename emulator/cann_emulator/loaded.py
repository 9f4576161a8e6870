# SPDX-License-Identifier: Apache-2.0
"""Which CANN libraries torch_npu really loads in this environment: tried in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

_TIMEOUT_S = 120
_PROGRAM = """
import json, sys
import torch_npu
with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:
    paths = {line.split(maxsplit=5)[-1].strip() for line in maps if "/" in line}
print("\\n" + json.dumps(sorted(paths)))
"""


class Loaded(NamedTuple):
    """Paths of the libraries by their names, or why there are none."""

    paths: dict[str, str]
    problem: str | None


def package_folder(name: str) -> Path | None:
    """Where a Python package is that may not be importable; None where there is none."""
    try:
        spec = find_spec(name)  # finds, does not import
    except (ImportError, ValueError):
        return None
    folders = list(spec.submodule_search_locations or []) if spec else []
    return Path(folders[0]) if folders else None


def loaded_libraries(names: list[str]) -> Loaded:
    """Where each of the libraries ``names`` comes from once torch_npu is imported."""
    if package_folder("torch_npu") is None:
        return Loaded({}, "torch_npu is not installed")
    # torch would load torch_npu by itself and report its errors as its own.
    environ = {**os.environ, "TORCH_DEVICE_BACKEND_AUTOLOAD": "0"}
    with tempfile.TemporaryDirectory(prefix="cann-info-") as folder:  # for what CANN and torch write
        try:
            done = subprocess.run(
                [sys.executable, "-c", _PROGRAM],
                cwd=folder,
                env=environ,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=_TIMEOUT_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Loaded({}, f"import torch_npu did not end within {_TIMEOUT_S} s")
    if done.returncode != 0:
        said = [line for line in done.stderr.splitlines() if "Error" in line] or [f"status {done.returncode}"]
        return Loaded({}, f"import torch_npu fails: {said[-1]}")
    paths = json.loads(done.stdout.splitlines()[-1])
    return Loaded({name: path for path in paths if (name := os.path.basename(path)) in names}, None)
