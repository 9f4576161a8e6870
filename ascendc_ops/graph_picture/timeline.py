# SPDX-License-Identifier: Apache-2.0
"""Times of kernels by the node that launched them, from a file in the Trace Event Format.

``python -m cann_emulator trace`` writes one. An event counts that has ``node`` and ``graph``, GE's names, in
its ``args``; ``picture`` there is a file beside the trace that shows the kernel's timeline.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class KernelTime:
    """How long a node's kernel took, and the file that shows it in detail."""

    microseconds: float
    picture: str


def read_times(trace: Path, beside: Path) -> dict[str, dict[str, KernelTime]]:
    """The first launch of each node, by graph and node. Links are relative to the folder ``beside``.

    Raises ValueError where ``trace`` is no such file.
    """
    try:
        events = json.loads(trace.read_text(encoding="utf-8"))["traceEvents"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{trace}: expected a file in the Trace Event Format: {error}") from error
    found: dict[str, dict[str, KernelTime]] = {}
    for event in events:
        arguments = event.get("args", {})
        if arguments.get("node"):
            picture = trace.parent / arguments.get("picture", trace.name)
            link = Path(os.path.relpath(picture.resolve(), beside.resolve())).as_posix()
            nodes = found.setdefault(arguments.get("graph", ""), {})
            nodes.setdefault(arguments["node"], KernelTime(float(event["dur"]), link))
    return found
