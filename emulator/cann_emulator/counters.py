# SPDX-License-Identifier: Apache-2.0
"""How often this process loaded and ran graphs."""

from __future__ import annotations

import ctypes
from typing import NamedTuple

from cann_emulator.homes import home


class GraphCounters(NamedTuple):
    """Since the start of the process.

    A static graph is loaded once: ``Execute`` of its custom operators runs then, and every step replays what
    it launched. A dynamic graph calls ``Execute`` at every step.
    """

    executes: int  # calls of a custom operator's Execute
    static_loads: int
    static_steps: int
    dynamic_steps: int
    static_copies: int  # inputs and outputs that steps of static graphs copied to and from fixed memory
    args_updates: int  # calls of a custom operator's UpdateHostArgs, which saves such copies


def graph_counters() -> GraphCounters:
    """The counters of the emulated GE in this process.

    Raises:
        EmulatorError: no home of the emulator is built here.
        OSError: libge_runner.so cannot be loaded.
    """
    library = ctypes.CDLL(str(home() / "lib64" / "libge_runner.so"))
    values = (ctypes.c_uint64 * len(GraphCounters._fields))()
    library.cann_emulator_graph_counters(values, ctypes.c_uint64(len(values)))
    return GraphCounters(*values)
