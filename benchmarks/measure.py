# SPDX-License-Identifier: Apache-2.0
"""Timing for benchmarks: two functions in turns, so that a noisy machine disturbs both alike."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable


def seconds_per_call(
    function: Callable[[], object], calls: int, finish: Callable[[], object] = lambda: None
) -> float:
    """Average wall time of one of ``calls`` calls; ``finish`` waits at their end for queued work."""
    start = time.perf_counter()
    for _ in range(calls):
        function()
    finish()
    return (time.perf_counter() - start) / calls


def in_turns(
    ours: Callable[[], object],
    reference: Callable[[], object],
    calls: int,
    rounds: int = 15,
    finish: Callable[[], object] = lambda: None,
) -> tuple[float, float]:
    """Median seconds per call of both, measured in alternating rounds after one warm-up round each.

    ``finish`` waits for what a round of ``ours`` has queued.
    """
    seconds_per_call(ours, calls, finish)
    seconds_per_call(reference, calls)
    pairs = [
        (seconds_per_call(ours, calls, finish), seconds_per_call(reference, calls)) for _ in range(rounds)
    ]
    return statistics.median(p[0] for p in pairs), statistics.median(p[1] for p in pairs)


def report(name: str, value: float, unit: str, goal: float, *, at_least: bool = False) -> None:
    """Prints one result as a line of JSON for run.py; ``goal`` is the largest (least) aimed at."""
    result = {"name": name, "value": value, "unit": unit, "goal": goal, "at_least": at_least}
    print(json.dumps(result), flush=True)
