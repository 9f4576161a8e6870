# SPDX-License-Identifier: Apache-2.0
"""Modelled times of kernels: what the runtime writes where CANN_EMULATOR_TRACE names a folder."""

from cann_emulator.trace.launches import Instruction, Launch, read_launches
from cann_emulator.trace.program import run_traced

__all__ = ["Instruction", "Launch", "read_launches", "run_traced"]
