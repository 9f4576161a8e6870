# SPDX-License-Identifier: Apache-2.0
"""Reads ``kernels-<process id>.jsonl``: a line of JSON for each launch, in the order in which they ended."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

# pipe_t of the language, by value; those of the cube are never used.
PIPES = ("S", "V", "M", "MTE1", "MTE2", "MTE3", "FIX")
VECTOR_CORE_PIPES = ("S", "V", "MTE2", "MTE3")


@dataclass(frozen=True)
class Instruction:
    """One instruction on the timeline of a core, or accesses of the scalar pipe one after another."""

    core: int
    pipe: str
    name: str
    start_us: float  # since the launch
    duration_us: float
    gm_bytes: int
    site: str  # file:line


@dataclass(frozen=True)
class Launch:
    """One launch of a kernel. Times in microseconds on the SoC, bytes of GM over all cores."""

    process: int
    kernel: str
    site: str
    graph: str  # GE's names of what launched it; empty outside of graphs
    node: str
    soc: str
    blocks: int
    cores: int  # vector cores that had work
    begin_us: float  # since the process began; launches follow each other
    time_us: float
    launch_us: float  # of that, before the first instruction
    pipe_us: dict[str, float]  # time that a pipe was busy, mean over the cores
    bytes_read: int
    bytes_written: int
    bytes_from_l2: int  # of those read
    memory_bytes_per_s: float  # what device memory can move
    ub_peak: int  # bytes
    ub_size: int
    instructions: int
    assumed: tuple[str, ...]  # vector instructions whose cost nobody has published
    dropped: int  # instructions that the timeline has no room for
    timeline: tuple[Instruction, ...]

    @property
    def bytes_moved(self) -> int:
        return self.bytes_read + self.bytes_written

    @property
    def bytes_per_s(self) -> float:
        return self.bytes_moved / self.time_us * 1e6

    @property
    def bandwidth_fraction(self) -> float:
        """Achieved bandwidth against device memory's. Above 1 where L2 takes part."""
        return self.bytes_per_s / self.memory_bytes_per_s

    @property
    def binding_pipe(self) -> str:
        """The pipe that was busy longest."""
        return max(self.pipe_us, key=self.pipe_us.__getitem__)


def _launch(line: str, process: int) -> Launch:
    fields: dict[str, Any] = json.loads(line)
    texts = fields.pop("texts")
    site = f"{fields.pop('file')}:{fields.pop('line')}"
    timeline = tuple(
        Instruction(core, PIPES[pipe], texts[name], start, duration, size, f"{texts[file]}:{row}")
        for core, pipe, name, start, duration, size, file, row in fields.pop("timeline")
    )
    fields["assumed"] = tuple(fields["assumed"])
    return Launch(process=process, site=site, timeline=timeline, **fields)


def read_launches(folder: Path) -> list[Launch]:
    """All launches of all processes that wrote into the folder, process by process."""
    return [
        _launch(line, int(path.stem.rpartition("-")[2]))
        for path in sorted(folder.glob("kernels-*.jsonl"))
        for line in path.read_text().splitlines()
    ]
