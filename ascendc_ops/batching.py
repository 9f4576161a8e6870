# SPDX-License-Identifier: Apache-2.0
"""``torch.func.vmap`` of the operators: the batch dimension takes part like any other."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import torch


def _batch_first(tensors: Sequence[torch.Tensor], in_dims: Sequence[int | None]) -> list[torch.Tensor]:
    """The tensors with their batch dimension before all others of the call; those without one as they are."""
    ranks = [tensor.dim() - (dim is not None) for tensor, dim in zip(tensors, in_dims, strict=True)]
    result = []
    for tensor, dim, rank in zip(tensors, in_dims, ranks, strict=True):
        if dim is None:
            result.append(tensor)
        else:
            moved = tensor.movedim(dim, 0)
            missing = [1] * (max(ranks) - rank)
            result.append(moved.view([moved.shape[0], *missing, *moved.shape[1:]]) if missing else moved)
    return result


def _add_rule(
    info: Any, in_dims: Sequence[int | None], x: torch.Tensor, y: torch.Tensor
) -> tuple[torch.Tensor, int]:
    return torch.ops.ascendc_ops.ascendc_add(*_batch_first((x, y), in_dims)), 0


def _add_inplace_rule(
    info: Any, in_dims: Sequence[int | None], x: torch.Tensor, y: torch.Tensor
) -> tuple[None, None]:
    if in_dims[0] is None:
        raise RuntimeError(
            "ascendc_add_: vmap over y would write one x once for each element of the batch; "
            "use ascendc_add, or map over x too"
        )
    torch.ops.ascendc_ops.ascendc_add_(*_batch_first((x, y), in_dims))
    return None, None


def _correction_rule(
    info: Any, in_dims: Sequence[int | None], input: torch.Tensor, alpha: float
) -> tuple[torch.Tensor, int]:
    return torch.ops.ascendc_ops.dispersion_correction(*_batch_first((input,), in_dims[:1]), alpha), 0


def _correction_backward_rule(
    info: Any, in_dims: Sequence[int | None], grad: torch.Tensor, input: torch.Tensor, alpha: float
) -> tuple[torch.Tensor, int]:
    tensors = torch.broadcast_tensors(
        *_batch_first((grad, input), in_dims[:2])
    )  # that one does not broadcast
    return torch.ops.ascendc_ops.dispersion_correction_backward(*tensors, alpha), 0


@functools.cache
def register_vmap_rules() -> None:
    """Registers the rules with ``torch.library``, once for the process."""
    operators = torch.ops.ascendc_ops
    torch.library.register_vmap(operators.ascendc_add.default, _add_rule)
    torch.library.register_vmap(operators.ascendc_add_.default, _add_inplace_rule)
    torch.library.register_vmap(operators.dispersion_correction.default, _correction_rule)
    torch.library.register_vmap(operators.dispersion_correction_backward.default, _correction_backward_rule)
