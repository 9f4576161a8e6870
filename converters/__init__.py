# SPDX-License-Identifier: Apache-2.0
"""TorchAir's FX -> GE converters, one module for each operator.

Each module has ``register(torchair)``. They run once torchair is imported, so that importing
``ascendc_ops`` does not import torchair by itself.
"""

from __future__ import annotations

import ctypes
from pathlib import Path
from types import ModuleType

import wrapt
from ascendc_ops.converters import (
    add_custom,
    add_custom_inplace,
    dispersion_correction,
    dispersion_correction_backward,
)

from ascendc_ops._log import NotedConverters

_CONVERTERS = (add_custom, add_custom_inplace, dispersion_correction, dispersion_correction_backward)

# `import torchair` leads to this module: the name torchair itself is a stand-in that torch_npu fills on
# first use.
_TORCHAIR = "torch_npu.dynamo.torchair"


def noting(torchair: ModuleType, library: Path) -> NotedConverters:
    """``torchair`` whose converters tell ``library``, ours, which FX node each GE node comes from."""
    note = ctypes.CDLL(str(library)).ascendc_ops_note_origin
    note.argtypes, note.restype = [ctypes.c_char_p, ctypes.c_char_p], None
    return NotedConverters(torchair, lambda node, origin: note(node.encode(), origin.encode()))


def register_converters(library: Path) -> None:
    """Registers every converter: now if torchair is imported, otherwise as soon as it is."""

    def register(torchair: ModuleType) -> None:
        for converter in _CONVERTERS:
            converter.register(noting(torchair, library))

    wrapt.when_imported(_TORCHAIR)(register)
