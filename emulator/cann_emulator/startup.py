# SPDX-License-Identifier: Apache-2.0
"""What an enabled environment's interpreter runs at start-up: cheap, and silent without a home."""

from __future__ import annotations

import os
import sys

from cann_emulator.activation import preload
from cann_emulator.environment import variables
from cann_emulator.homes import EmulatorError, emulator_home, real_cann

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType


class _PreloadFinder:
    """Finds no module; loads the emulator's libraries when torch or torch_npu is about to be imported."""

    def __init__(self, home: str) -> None:
        self._home = home

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname in ("torch", "torch_npu"):
            try:
                preload(self._home)
            except EmulatorError as error:
                raise ImportError(str(error), name=fullname) from None
            sys.meta_path.remove(self)
        return None


def prepare() -> None:
    """Sets the environment variables now and has the libraries loaded when torch is first imported.

    Does nothing when a real CANN is sourced, when the emulator has no home, or when it was called before.
    """
    if real_cann(os.environ) or any(isinstance(finder, _PreloadFinder) for finder in sys.meta_path):
        return
    try:
        home = emulator_home(os.environ)
    except EmulatorError:
        return
    os.environ.update(variables(home, os.environ))
    sys.meta_path.insert(0, _PreloadFinder(home))
