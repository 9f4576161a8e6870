# SPDX-License-Identifier: Apache-2.0
"""``ascendc_ops.ascendc_add_`` -> GE node ``AddCustomInplace``."""

from __future__ import annotations

from typing import Any

import torch


def register(torchair: Any) -> None:
    """Registers the converter with ``torchair`` (the module)."""

    @torchair.register_fx_node_ge_converter(torch.ops.ascendc_ops.ascendc_add_.default)
    def convert_ascendc_add_(x: Any, y: Any, meta_outputs: Any = None) -> Any:
        """x, y: GE tensors of one shape and dtype; returns the GE tensor x as it is afterwards."""
        return torchair.ge.custom_op("AddCustomInplace", inputs={"x": x, "y": y}, outputs=["x"])
