# SPDX-License-Identifier: Apache-2.0
"""``ascendc_ops.dispersion_correction_backward`` -> GE node ``DispersionCorrectionBackward``."""

from __future__ import annotations

from typing import Any

import torch


def register(torchair: Any) -> None:
    """Registers the converter with ``torchair`` (the module)."""

    @torchair.register_fx_node_ge_converter(torch.ops.ascendc_ops.dispersion_correction_backward.default)
    def convert_dispersion_correction_backward(
        grad: Any, input: Any, alpha: float, meta_outputs: Any = None
    ) -> Any:
        """grad, input: GE tensors of one shape and dtype; alpha becomes a float32 attribute."""
        return torchair.ge.custom_op(
            "DispersionCorrectionBackward",
            inputs={"grad": grad, "input": input},
            attrs={"alpha": torchair.ge.attr.Float(alpha)},
            outputs=["grad_input"],
        )
