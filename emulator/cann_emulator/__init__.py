# SPDX-License-Identifier: Apache-2.0
"""A CANN for machines without an NPU.

>>> import cann_emulator
>>> cann_emulator.activate()  # before torch
True
>>> import torch, torch_npu

An environment in which ``python -m cann_emulator enable`` was run needs no such call. A real CANN that is
sourced (``ASCEND_HOME_PATH``) always wins: then nothing here has any effect.
"""

# Imported at every start-up of an enabled environment's interpreter: this file and what it imports need
# os and sys alone.
from cann_emulator.activation import activate
from cann_emulator.homes import EmulatorError, home

__all__ = ["EmulatorError", "activate", "home"]
