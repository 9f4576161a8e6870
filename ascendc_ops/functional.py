# SPDX-License-Identifier: Apache-2.0
"""The operators as plain functions. ``torch.ops.ascendc_ops`` holds the same operators."""

from __future__ import annotations

from typing import cast

import torch


def ascendc_add(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Adds two tensors element by element on an NPU: ``z = x + y``.

    Args:
        x: tensor of any shape on an NPU; float32, float16, bfloat16, int32 or int16.
        y: tensor of the same shape, dtype and device.

    Returns:
        A new contiguous tensor of x's shape and dtype. Integers wrap on overflow; float16 and bfloat16 sums
        are rounded to nearest even. Differentiable: the gradient passes to x and y unchanged. Under autocast two
        floating dtypes are promoted as torch.add promotes them.

    Raises:
        RuntimeError: for other dtypes, and for x and y that differ in shape, dtype or device. There is no
            broadcasting.
    """
    return cast(torch.Tensor, torch.ops.ascendc_ops.ascendc_add(x, y))


def dispersion_correction(input: torch.Tensor, alpha: float) -> torch.Tensor:
    """Corrects dispersion element by element on an NPU: ``output = input * alpha + sqrt(input)``.

    Args:
        input: tensor of any shape on an NPU; float32, float16 or bfloat16.
        alpha: factor, rounded to float32.

    Returns:
        A new contiguous tensor of input's shape and dtype. float16 and bfloat16 are computed in float32 and rounded
        once. Negative elements give NaN. Differentiable, also twice; the gradient at 0 is infinite. Under autocast it
        runs in the dtype of its input.

    Raises:
        RuntimeError: for other dtypes and for tensors that are not on an NPU.
    """
    return cast(torch.Tensor, torch.ops.ascendc_ops.dispersion_correction(input, alpha))
