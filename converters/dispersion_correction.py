# SPDX-License-Identifier: Apache-2.0
"""``ascendc_ops.dispersion_correction`` -> GE node ``DispersionCorrection``."""

from __future__ import annotations

from typing import Any

import torch


def register(torchair: Any) -> None:
    """Registers the converter with ``torchair`` (the module)."""

    @torchair.register_fx_node_ge_converter(torch.ops.ascendc_ops.dispersion_correction.default)
    def convert_dispersion_correction(input: Any, alpha: float, meta_outputs: Any = None) -> Any:
        """input: GE tensor; alpha becomes a float32 attribute; returns the GE tensor output."""
        return torchair.ge.custom_op(
            "DispersionCorrection",
            inputs={"input": input},
            attrs={"alpha": torchair.ge.attr.Float(alpha)},
            outputs=["output"],
        )
