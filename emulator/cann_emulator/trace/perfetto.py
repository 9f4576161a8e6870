# SPDX-License-Identifier: Apache-2.0
"""The timeline in the Trace Event Format, which ui.perfetto.dev and chrome://tracing show."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from cann_emulator.trace.launches import PIPES, VECTOR_CORE_PIPES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cann_emulator.trace.launches import Launch

_KERNELS = "kernels"


def node_picture(launch: Launch) -> str:
    """Name of the file with the timeline of a node's first launch."""
    return re.sub(r"[^\w.-]+", "-", f"{launch.process}-{launch.graph}-{launch.node}") + ".svg"


def _name(kind: str, name: str, pid: int, tid: int = 0) -> dict[str, Any]:
    return {"name": kind, "ph": "M", "pid": pid, "tid": tid, "args": {"name": name}}


def trace_events(launches: Sequence[Launch]) -> dict[str, Any]:
    """One track for each core and pipe, and one for the launches; times in microseconds.

    What a node of a GE graph launched has the names of both, and its picture's (``node_picture``).
    """
    events: list[dict[str, Any]] = []
    pids: dict[tuple[int, int | str], int] = {}

    def pid_of(process: int, what: int | str) -> int:
        """The format's processes are the cores of each process of the program, and its launches."""
        pid = pids.get((process, what))
        if pid is None:
            pid = pids[process, what] = len(pids) + 1
            title = what if isinstance(what, str) else f"core {what}"
            events.append(_name("process_name", f"{title} (process {process})", pid))
            if isinstance(what, int):
                for pipe in VECTOR_CORE_PIPES:
                    events.append(_name("thread_name", pipe, pid, PIPES.index(pipe)))
        return pid

    for launch in launches:
        events.append(
            {
                "name": launch.kernel,
                "ph": "X",
                "pid": pid_of(launch.process, _KERNELS),
                "tid": 0,
                "ts": launch.begin_us,
                "dur": launch.time_us,
                "args": {
                    "site": launch.site,
                    "blocks": launch.blocks,
                    "cores": launch.cores,
                    **(
                        {"graph": launch.graph, "node": launch.node, "picture": node_picture(launch)}
                        if launch.node
                        else {}
                    ),
                },
            }
        )
        for instruction in launch.timeline:
            events.append(
                {
                    "name": instruction.name,
                    "ph": "X",
                    "pid": pid_of(launch.process, instruction.core),
                    "tid": PIPES.index(instruction.pipe),
                    "ts": launch.begin_us + instruction.start_us,
                    "dur": instruction.duration_us,
                    "args": {"site": instruction.site, "gm_bytes": instruction.gm_bytes},
                }
            )
    return {
        "traceEvents": events,
        "displayTimeUnit": "ns",
        "otherData": {"instructions_left_out": sum(launch.dropped for launch in launches)},
    }
