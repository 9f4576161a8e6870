# SPDX-License-Identifier: Apache-2.0
"""The timing model: its rules one by one, and published results that it reproduces."""

from __future__ import annotations

import itertools
import os
import subprocess
from typing import TYPE_CHECKING

import pytest
from asc_library import SOURCES
from published_timing import ELEMENTS, STEPS, compare_conflicts, compare_steps, modelled_step

from cann_emulator.trace import Instruction, Launch, run_traced

if TYPE_CHECKING:
    from pathlib import Path

    from asc_library import Compiler

MHZ = 1850  # Ascend910B1
COPY = 8192  # bytes
LARGEST_ERROR = 0.05
PROGRAM_CODE = 7  # what sources/timing.asc returns


@pytest.fixture(scope="module")
def program(compiler: Compiler, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("timing") / "timing"
    result = compiler.run("-O1", "-Wall", "-Wextra", SOURCES / "timing.asc", "-o", path)
    assert result.returncode == 0, result.stderr
    return path


@pytest.fixture(scope="module")
def launches(program: Path) -> dict[str, Launch]:
    finished, launches = run_traced([program], capture_output=True, text=True)
    assert finished.returncode == PROGRAM_CODE, finished.stderr
    return {launch.kernel: launch for launch in launches}


def on(launch: Launch, pipe: str, core: int = 0) -> list[Instruction]:
    return [one for one in launch.timeline if one.pipe == pipe and one.core == core]


def cycles(us: float) -> float:
    return us * MHZ


def end(one: Instruction) -> float:
    return one.start_us + one.duration_us


@pytest.mark.parametrize("name", STEPS)
def test_published_steps(examples: Path, name: str) -> None:
    compared = [one for one in compare_steps(examples, tiles=(2, 4)) if one.name.startswith(name + " ")]
    assert len(compared) == 1 + len(STEPS[name].pipes)
    assert [one for one in compared if one.relative_error > LARGEST_ERROR] == []


@pytest.mark.parametrize("name", ["add_half_vector", "add_half_double_buffer"])
def test_time_is_a_line_over_tiles(examples: Path, name: str) -> None:
    by_two = modelled_step(examples / name, STEPS[name], (4, 8))
    by_others = modelled_step(examples / name, STEPS[name], (6, 20))
    assert by_two == pytest.approx(by_others, rel=1e-3)


def test_published_bank_conflicts(examples: Path) -> None:
    compared = list(compare_conflicts(examples))
    assert len(compared) == 4
    assert [one for one in compared if one.relative_error > LARGEST_ERROR] == []


def test_a_copy_takes_its_start_and_its_bytes(launches: dict[str, Launch]) -> None:
    (aligned,) = on(launches["read_aligned"], "MTE2")
    (unaligned,) = on(launches["read_unaligned"], "MTE2")
    assert cycles(aligned.duration_us) == pytest.approx(86 + COPY / 32)
    assert cycles(unaligned.duration_us) == pytest.approx(86 + COPY / 32 / 0.7)
    assert launches["read_aligned"].time_us == pytest.approx(end(aligned), abs=0.01)


def test_l2_serves_what_was_read_before(launches: dict[str, Launch]) -> None:
    first, second = on(launches["read_again"], "MTE2")
    assert cycles(first.duration_us) == pytest.approx(86 + COPY / 32)
    assert cycles(second.duration_us) == pytest.approx(86 + COPY / 110)
    assert launches["read_again"].bytes_from_l2 == COPY
    assert launches["read_what_another_kernel_read"].bytes_from_l2 == COPY
    first, second = on(launches["read_again_around_l2"], "MTE2")
    assert first.duration_us == pytest.approx(second.duration_us)
    assert launches["read_again_around_l2"].bytes_from_l2 == 0


def test_pipes_overlap_unless_something_orders_them(launches: dict[str, Launch]) -> None:
    first, second = on(launches["overlap"], "MTE2")
    add = on(launches["overlap"], "V")[-1]
    assert add.start_us == pytest.approx(end(first))
    assert add.start_us < end(second)
    assert second.start_us == pytest.approx(end(first))
    add = on(launches["barrier"], "V")[-1]
    assert add.start_us >= max(end(one) for one in on(launches["barrier"], "MTE2")) - 1e-6


def test_timelines_are_bounded_and_times_are_not(launches: dict[str, Launch]) -> None:
    launch = launches["many"]
    assert launch.dropped > 0
    assert len(launch.timeline) == 50_000
    assert launch.instructions == len(launch.timeline) + launch.dropped
    # One repeat each, whose source and destination lie in one bank.
    assert cycles(launch.pipe_us["V"]) == pytest.approx(60_000 * (22 + 1.766) + 28)
    assert launch.assumed == ("Muls",)
    assert launches["overlap"].assumed == ()


def test_blocks_beyond_the_cores_wait_for_one(launches: dict[str, Launch]) -> None:
    launch = launches["two_rounds"]
    assert (launch.blocks, launch.cores) == (96, 48)
    (copy,) = on(launch, "MTE2")
    assert launch.time_us - launch.launch_us == pytest.approx(2 * (end(copy) - launch.launch_us), rel=0.02)


def test_launches_follow_each_other(launches: dict[str, Launch]) -> None:
    ordered = list(launches.values())
    for before, after in itertools.pairwise(ordered):
        assert after.begin_us == pytest.approx(before.begin_us + before.time_us)
    assert all(launch.ub_size == 192 * 1024 for launch in ordered)
    assert launches["overlap"].ub_peak == 2 * COPY


def test_nothing_is_written_when_off(program: Path, tmp_path: Path) -> None:
    environ = {name: value for name, value in os.environ.items() if name != "CANN_EMULATOR_TRACE"}
    finished = subprocess.run([program], check=False, cwd=tmp_path, env=environ)
    assert finished.returncode == PROGRAM_CODE
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_missing_is_an_error(program: Path) -> None:
    environ = {**os.environ, "CANN_EMULATOR_TRACE": "/no/such/folder"}
    finished = subprocess.run([program], check=False, capture_output=True, text=True, env=environ)
    assert finished.returncode == 1
    assert "CANN_EMULATOR_TRACE='/no/such/folder' is not understood: expected a folder that exists" in (
        finished.stderr
    )


def test_the_published_matrices_are_whole() -> None:
    assert all(ELEMENTS % step.elements_per_tile == 0 for step in STEPS.values())
