# SPDX-License-Identifier: Apache-2.0
"""The operators as modules, for models that read better with them. None has parameters of its own."""

from __future__ import annotations

import torch

from ascendc_ops.functional import ascendc_add, dispersion_correction

__all__ = ["DispersionCorrection", "ResidualAdd"]


class ResidualAdd(torch.nn.Module):
    """A residual connection around ``body``: ``output = x + body(x)``.

    Args:
        body: module whose result has the dtype of its input and a shape that can be broadcast with it.

    Input and output: any shape; float32, float16, bfloat16, int32 or int16, on an NPU. Errors are those of
    ``ascendc_ops.ascendc_add``.
    """

    def __init__(self, body: torch.nn.Module) -> None:
        super().__init__()
        self.body = body

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return ascendc_add(x, self.body(x))


class DispersionCorrection(torch.nn.Module):
    """``output = input * alpha + sqrt(input)``, element by element.

    Args:
        alpha: factor, rounded to float32. A constant of the graph when the module is compiled.

    Input and output: any shape; float32, float16 or bfloat16, on an NPU. Errors are those of
    ``ascendc_ops.dispersion_correction``.
    """

    def __init__(self, alpha: float) -> None:
        super().__init__()
        self.alpha = float(alpha)

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        return dispersion_correction(input, self.alpha)

    def extra_repr(self) -> str:
        return f"alpha={self.alpha}"
