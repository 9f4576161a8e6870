# SPDX-License-Identifier: Apache-2.0
"""Published times of Ascend C programs, and what the emulator's timing model gives for the same programs.

The programs are those of examples/ascendc. Two matrices of 8192 x 8192 half are added in four steps on
Ascend910B1; the bank conflicts are published in units of 20 ns, which fit 1800 MHz (Ascend910B2).
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from cann_emulator.trace import run_traced

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ELEMENTS = 8192 * 8192


class Step(NamedTuple):
    """Published microseconds of one program: the whole task and the busy time of pipes, mean over cores."""

    elements_per_tile: int
    cores: int
    task: float
    pipes: dict[str, float]


STEPS = {
    "add_half_scalar": Step(4096, 1, 1239689.1, {"S": 1233742.5, "V": 0.015, "MTE2": 5916.3, "MTE3": 2485.5}),
    "add_half_vector": Step(4096, 1, 6909.6, {"V": 761.65, "MTE2": 6208.76, "MTE3": 2613.2}),
    "add_half_large_copies": Step(16384, 48, 268.5, {"V": 12.845, "MTE2": 184.369, "MTE3": 57.354}),
    "add_half_double_buffer": Step(16384, 48, 187.68, {"V": 12.846, "MTE2": 175.997, "MTE3": 160.291}),
}

# Units of 20 ns for 1000 additions of 64 repeats.
CONFLICTS = {
    "no conflict": 2390,
    "sources in one bank group": 4167,
    "source and destination in one bank": 3751,
    "source is destination": 2390,
}


class Comparison(NamedTuple):
    name: str
    modelled: float
    published: float

    @property
    def relative_error(self) -> float:
        return abs(self.modelled / self.published - 1)


def _run(program: Path, *arguments: object, soc: str = "Ascend910B1") -> tuple[str, dict[str, float]]:
    """The program's output, and microseconds of its last launch: "task" and each pipe."""
    finished, launches = run_traced(
        [program, *map(str, arguments)],
        {**os.environ, "CANN_EMULATOR_SOC": soc, "CANN_EMULATOR_CHECK": "off"},
        capture_output=True,
        text=True,
    )
    if finished.returncode != 0:
        raise RuntimeError(f"{program} failed with exit code {finished.returncode}: {finished.stderr}")
    return finished.stdout, {"task": launches[-1].time_us, **launches[-1].pipe_us}


def modelled_step(program: Path, step: Step, tiles: tuple[int, int]) -> dict[str, float]:
    """Microseconds of the whole task from two runs with that many tiles for each core.

    A kernel does the same for every tile, so that its time is a line over their number, which the two runs
    determine; test_timing.py shows that a third lies on it.
    """
    few, many = tiles
    elements = step.elements_per_tile * step.cores
    first = _run(program, few * elements)[1]
    second = _run(program, many * elements)[1]
    wanted = ELEMENTS / elements
    return {key: first[key] + (second[key] - first[key]) * (wanted - few) / (many - few) for key in first}


def compare_steps(programs: Path, tiles: tuple[int, int]) -> Iterator[Comparison]:
    for name, step in STEPS.items():
        modelled = modelled_step(programs / name, step, tiles)
        for key, published in {"task": step.task, **step.pipes}.items():
            yield Comparison(f"{name} {key}", modelled[key], published)


def compare_conflicts(programs: Path) -> Iterator[Comparison]:
    output, _ = _run(programs / "bank_conflicts", soc="Ascend910B2")
    measured = dict(line.rsplit(maxsplit=1) for line in output.splitlines())
    for name, published in CONFLICTS.items():
        yield Comparison(f"bank_conflicts: {name}", float(measured[name]), published)
