# SPDX-License-Identifier: Apache-2.0
"""``CANN_EMULATOR_COMPARE=1``: every node of TorchAir's graphs against its FX graph run on the CPU.

Each call of a compiled graph writes a report to stderr: how many values agree, those that do not, worst
first, and the first node whose inputs agree and whose output does not. Values of random operators, and of
operators that leave memory unset, are taken from the graph, so that what follows is compared again. An
operator without a kernel for the CPU is compared with its eager call on ``npu``, or with a function of
``references``.

Graphs that come from TorchAir's compile cache, and those of its mode ``reduce-overhead``, are not compared.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from cann_emulator.compare.report import Report

#: What operators without a kernel for the CPU compute, by name: {"my_ops::add": torch.add}.
references: dict[str, Callable[..., Any]] = {}

#: The reports so far, the last one last.
reports: list[Report] = []
