# SPDX-License-Identifier: Apache-2.0
"""The table of kernels that ``python -m cann_emulator trace`` prints."""

from __future__ import annotations

from statistics import mean
from typing import TYPE_CHECKING

from cann_emulator.trace.launches import VECTOR_CORE_PIPES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cann_emulator.trace.launches import Launch

_MIB = 1024 * 1024
_HEADER = (
    "kernel",
    "launches",
    "cores",
    "time us",
    *(f"{pipe} us" for pipe in VECTOR_CORE_PIPES),
    "read MiB",
    "written MiB",
    "TB/s",
    "of memory",
    "bound by",
    "UB",
)


def _row(launches: Sequence[Launch]) -> tuple[str, ...]:
    """One kernel; means over its launches."""
    time_us = mean(launch.time_us for launch in launches)
    moved = mean(launch.bytes_moved for launch in launches)
    pipes = {pipe: mean(launch.pipe_us[pipe] for launch in launches) for pipe in VECTOR_CORE_PIPES}
    busiest = max(pipes, key=pipes.__getitem__)
    first = launches[0]
    return (
        first.kernel,
        str(len(launches)),
        str(max(launch.cores for launch in launches)),
        f"{time_us:.2f}",
        *(f"{pipes[pipe]:.2f}" for pipe in VECTOR_CORE_PIPES),
        f"{mean(launch.bytes_read for launch in launches) / _MIB:.2f}",
        f"{mean(launch.bytes_written for launch in launches) / _MIB:.2f}",
        f"{moved / time_us / 1e6:.3f}",
        f"{moved / time_us * 1e6 / first.memory_bytes_per_s:.0%}",
        f"{busiest} {pipes[busiest] / time_us:.0%}",
        f"{max(launch.ub_peak for launch in launches) / first.ub_size:.0%}",
    )


def kernel_table(launches: Sequence[Launch]) -> str:
    """A line for each kernel, the longest total time first, and what the figures leave open."""
    if not launches:
        return "The program launched no kernel."
    by_kernel: dict[str, list[Launch]] = {}
    for launch in launches:
        by_kernel.setdefault(launch.kernel, []).append(launch)
    kernels = sorted(by_kernel.values(), key=lambda group: -sum(launch.time_us for launch in group))
    rows = [_HEADER, *map(_row, kernels)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADER))]
    lines = [
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    lines.insert(0, f"Modelled time on {launches[0].soc}")
    assumed = sorted({name for launch in launches for name in launch.assumed})
    if assumed:
        lines.append(f"Taken to cost as much as Add, for want of a published figure: {', '.join(assumed)}")
    dropped = sum(launch.dropped for launch in launches)
    if dropped:
        lines.append(f"The timeline leaves out {dropped} instructions; times and bytes count them")
    return "\n".join(lines)
