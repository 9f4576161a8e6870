# SPDX-License-Identifier: Apache-2.0
"""``python -m cann_emulator trace``: runs a program and shows the modelled time of its kernels."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from cann_emulator.homes import EmulatorError
from cann_emulator.trace.perfetto import node_picture, trace_events
from cann_emulator.trace.picture import timeline_svg
from cann_emulator.trace.program import run_traced
from cann_emulator.trace.table import kernel_table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cann_emulator.trace.launches import Launch


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o", "--output", type=Path, default=Path("cann-trace"), help="folder for the files (%(default)s)"
    )
    parser.add_argument("--kernel", help="the picture's kernel; the one that takes longest")
    parser.add_argument("--core", type=int, default=0, help="the picture's core (%(default)s)")
    parser.add_argument(
        "--window", type=float, nargs=2, metavar=("FROM", "TO"), help="the picture's microseconds; all"
    )
    parser.add_argument("program", nargs=argparse.REMAINDER, metavar="COMMAND", help="with its arguments")


def _for_picture(launches: Sequence[Launch], kernel: str | None) -> Launch | None:
    shown = [launch for launch in launches if launch.timeline and kernel in (None, launch.kernel)]
    if kernel is not None and not shown:
        names = ", ".join(sorted({launch.kernel for launch in launches})) or "none"
        raise EmulatorError(f"trace: no launch of a kernel '{kernel}' has a timeline; kernels: {names}")
    return max(shown, key=lambda launch: launch.time_us, default=None)


def trace(arguments: argparse.Namespace, environ: Mapping[str, str]) -> int:
    """Returns the program's exit code."""
    command: list[str] = arguments.program
    if command[:1] == ["--"]:
        command = command[1:]
    if not command:
        raise EmulatorError("trace: expected a command, for example: trace python script.py")
    try:
        finished, launches = run_traced(command, environ)
    except OSError as error:
        raise EmulatorError(f"trace: {command[0]} cannot be run: {error.strerror}") from error
    print(kernel_table(launches))
    if launches:
        folder: Path = arguments.output
        folder.mkdir(parents=True, exist_ok=True)
        files = [folder / "trace.json"]
        files[0].write_text(json.dumps(trace_events(launches)))
        pictured = _for_picture(launches, arguments.kernel)
        if pictured is not None:
            window = tuple(arguments.window) if arguments.window else None
            files.append(folder / "timeline.svg")
            files[1].write_text(timeline_svg(pictured, arguments.core, window))
        by_node = {node_picture(launch): launch for launch in reversed(launches) if launch.node}
        for name, launch in by_node.items():
            (folder / name).write_text(timeline_svg(launch, arguments.core))
        nodes = f", a picture for each of {len(by_node)} nodes of graphs" if by_node else ""
        print("Written: " + ", ".join(map(str, files)) + f"{nodes}; trace.json opens in ui.perfetto.dev")
    return finished.returncode
