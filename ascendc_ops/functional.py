# SPDX-License-Identifier: Apache-2.0
"""The operators as plain functions. ``torch.ops.ascendc_ops`` holds the same operators."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

__all__ = ["ascendc_add", "ascendc_add_", "dispersion_correction"]

# Looked up once: TorchDynamo guards every attribute on the way to an operator at each compiled call.
_ascendc_add: Callable[[Tensor, Tensor], Tensor] = torch.ops.ascendc_ops.ascendc_add.default
_ascendc_add_: Callable[[Tensor, Tensor], None] = torch.ops.ascendc_ops.ascendc_add_.default
_dispersion_correction: Callable[[Tensor, float], Tensor] = (
    torch.ops.ascendc_ops.dispersion_correction.default
)


def ascendc_add(x: Tensor, y: Tensor) -> Tensor:
    """Adds two tensors element by element on an NPU, broadcasting as torch does: ``z = x + y``.

    Args:
        x: tensor of any shape on an NPU; float32, float16, bfloat16, int32 or int16.
        y: tensor of the same dtype and device, of a shape that can be broadcast with that of x. Repeated
            elements are read where they are, never copied out.

    Returns:
        A new contiguous tensor of x's dtype and the common shape. Integers wrap on overflow; float16 and
        bfloat16 sums are rounded to nearest even. Differentiable: the gradient passes to x and y unchanged,
        summed where one was repeated. Under autocast two floating dtypes are promoted as torch.add promotes
        them.

    Raises:
        RuntimeError: for other dtypes, for x and y that differ in dtype or device, and for shapes that
            cannot be broadcast.
    """
    return _ascendc_add(x, y)


def ascendc_add_(x: Tensor, y: Tensor) -> None:
    """Adds ``y`` to ``x`` in place on an NPU: ``x += y``.

    Args:
        x: tensor of any shape and strides on an NPU, changed where it lives; float32, float16, bfloat16,
            int32 or int16.
        y: tensor of the same dtype and device, of a shape that can be broadcast to that of x. It may be
            ``x`` itself.

    Values are those of ``ascendc_add``. A non-contiguous x is copied to a dense tensor and back.
    Differentiable. Under autocast y is converted to the dtype of x.

    Raises:
        RuntimeError: as ``ascendc_add`` does; for an x that overlaps itself or a part of y; and, as torch's
            in-place operators, for a leaf that requires a gradient.
    """
    _ascendc_add_(x, y)


def dispersion_correction(input: Tensor, alpha: float) -> Tensor:
    """Corrects dispersion element by element on an NPU: ``output = input * alpha + sqrt(input)``.

    Args:
        input: tensor of any shape on an NPU; float32, float16 or bfloat16.
        alpha: factor, rounded to float32.

    Returns:
        A new contiguous tensor of input's shape and dtype. float16 and bfloat16 are computed in float32 and
        rounded once. Negative elements give NaN. Differentiable, also twice; the gradient at 0 is infinite.
        Under autocast it runs in the dtype of its input.

    Raises:
        RuntimeError: for other dtypes and for tensors that are not on an NPU.
    """
    return _dispersion_correction(input, alpha)
