# SPDX-License-Identifier: Apache-2.0
"""``python -m cann_emulator trace``: the table, the timeline for Perfetto, the picture."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest

if TYPE_CHECKING:
    from pathlib import Path

PIPES = {"S", "V", "MTE2", "MTE3"}


def trace(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cann_emulator", "trace", *map(str, arguments)]
    return subprocess.run(command, check=False, capture_output=True, text=True, cwd=cwd)


@pytest.fixture(scope="module")
def traced(
    examples: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[subprocess.CompletedProcess[str], Path]:
    folder = tmp_path_factory.mktemp("trace")
    return trace("-o", "out", "--", examples / "add_half_double_buffer", 786432, cwd=folder), folder / "out"


def test_table(traced: tuple[subprocess.CompletedProcess[str], Path]) -> None:
    finished, _ = traced
    assert finished.returncode == 0, finished.stderr
    lines = finished.stdout.splitlines()
    assert lines[0] == "786432 elements are right"
    assert lines[1] == "Modelled time on Ascend910B1"
    header = "kernel launches cores time us S us V us MTE2 us MTE3 us read MiB written MiB TB/s of memory"
    assert " ".join(lines[2].split()) == f"{header} bound by UB"
    row = lines[3].split()
    assert row[:3] == ["add_half_double_buffer", "1", "48"]
    assert row[8:10] == ["3.00", "1.50"]
    assert row[-1] == "83%"  # five of the six buffers: each core has one tile
    assert lines[4].startswith("Written: out/trace.json, out/timeline.svg")


def test_timeline(traced: tuple[subprocess.CompletedProcess[str], Path]) -> None:
    document: dict[str, Any] = json.loads((traced[1] / "trace.json").read_text())
    assert document["otherData"] == {"instructions_left_out": 0}
    events = document["traceEvents"]
    names = {event["pid"]: event["args"]["name"] for event in events if event["name"] == "process_name"}
    cores = {pid for pid, name in names.items() if name.startswith("core ")}
    assert len(cores) == 48
    tracks = {(e["pid"], e["tid"]): e["args"]["name"] for e in events if e["name"] == "thread_name"}
    assert all({tracks[pid, tid] for p, tid in tracks if p == pid} == PIPES for pid in cores)

    complete = [event for event in events if event["ph"] == "X"]
    assert len(complete) == len(events) - len(names) - len(tracks)
    launch = next(event for event in complete if event["name"] == "add_half_double_buffer")
    for event in complete:
        assert (
            launch["ts"] <= event["ts"] <= event["ts"] + event["dur"] <= launch["ts"] + launch["dur"] + 1e-6
        )
    # One pipe does one thing at a time.
    for track in tracks:
        own = sorted((e["ts"], e["dur"]) for e in complete if (e["pid"], e["tid"]) == track)
        assert all(a + d <= b + 1e-4 for (a, d), (b, _) in itertools.pairwise(own))
    reads = [e for e in complete if e["pid"] in cores and tracks[e["pid"], e["tid"]] == "MTE2"]
    assert sum(event["args"]["gm_bytes"] for event in reads) == 2 * 2 * 786432
    assert all(":" in event["args"]["site"] for event in reads)


def test_picture(traced: tuple[subprocess.CompletedProcess[str], Path]) -> None:
    root = ElementTree.parse(traced[1] / "timeline.svg").getroot()
    text = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert set(text) >= PIPES
    assert str(text[0]).startswith("add_half_double_buffer on Ascend910B1, core 0 of 48")
    titles = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}title")]
    assert sum(title.startswith("DataCopy") for title in titles) == 3
    assert sum(title.startswith("Add") for title in titles) == 1


def test_a_program_without_kernels(tmp_path: Path) -> None:
    finished = trace(sys.executable, "-c", "raise SystemExit(3)", cwd=tmp_path)
    assert finished.returncode == 3
    assert finished.stdout == "The program launched no kernel.\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "trace: expected a command"),
        (("/no/such/program",), "trace: /no/such/program cannot be run: No such file or directory"),
    ],
)
def test_mistakes(tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    finished = trace(*arguments, cwd=tmp_path)
    assert finished.returncode == 1
    assert f"cann_emulator: {message}" in finished.stderr


def test_a_kernel_that_was_not_launched(examples: Path, tmp_path: Path) -> None:
    finished = trace("--kernel", "other", examples / "bank_conflicts", cwd=tmp_path)
    assert finished.returncode == 1
    assert "no launch of a kernel 'other' has a timeline; kernels: bank_conflicts" in finished.stderr
