# SPDX-License-Identifier: Apache-2.0
"""TorchAir's FX -> GE converters, one module for each operator.

Each module has ``register(torchair)``. They run once torchair is imported, so that importing
``ascendc_ops`` does not import torchair by itself.
"""

from __future__ import annotations

import logging
from types import ModuleType
from typing import Any

import wrapt
from ascendc_ops.converters import (
    add_custom,
    add_custom_inplace,
    dispersion_correction,
    dispersion_correction_backward,
)

from ascendc_ops._log import LoggedConverters, logger

_CONVERTERS = (add_custom, add_custom_inplace, dispersion_correction, dispersion_correction_backward)

# `import torchair` leads to this module: the name torchair itself is a stand-in that torch_npu fills on
# first use.
_TORCHAIR = "torch_npu.dynamo.torchair"


def _register(torchair: ModuleType) -> None:
    used: Any = LoggedConverters(torchair) if logger.isEnabledFor(logging.INFO) else torchair
    for converter in _CONVERTERS:
        converter.register(used)


def register_converters() -> None:
    """Registers every converter: now if torchair is imported, otherwise as soon as it is."""
    wrapt.when_imported(_TORCHAIR)(_register)
