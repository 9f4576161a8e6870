# SPDX-License-Identifier: Apache-2.0
"""``torch.func.vmap`` of the operators: the batch dimension takes part like any other."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import torch


def _batch_first(
    batch_size: int, in_dims: Sequence[int | None], tensors: Sequence[torch.Tensor]
) -> list[torch.Tensor]:
    """The tensors with their batch dimension first; those without one are expanded."""
    return [
        tensor.expand(batch_size, *tensor.shape) if dim is None else tensor.movedim(dim, 0)
        for tensor, dim in zip(tensors, in_dims, strict=True)
    ]


def _functional_rule(operator: Any, tensor_count: int) -> Callable[..., tuple[torch.Tensor, int]]:
    def rule(info: Any, in_dims: Sequence[int | None], *arguments: Any) -> tuple[torch.Tensor, int]:
        tensors = _batch_first(info.batch_size, in_dims[:tensor_count], arguments[:tensor_count])
        return operator(*tensors, *arguments[tensor_count:]), 0

    return rule


def _add_inplace_rule(
    info: Any, in_dims: Sequence[int | None], x: torch.Tensor, y: torch.Tensor
) -> tuple[None, None]:
    if in_dims[0] is None:
        raise RuntimeError(
            "ascendc_add_: vmap over y would write one x once for each element of the batch; "
            "use ascendc_add, or map over x too"
        )
    torch.ops.ascendc_ops.ascendc_add_(*_batch_first(info.batch_size, in_dims, (x, y)))
    return None, None


@functools.cache
def register_vmap_rules() -> None:
    """Registers the rules with ``torch.library``, once for the process."""
    operators = torch.ops.ascendc_ops
    for operator, tensor_count in (
        (operators.ascendc_add.default, 2),
        (operators.dispersion_correction.default, 1),
        (operators.dispersion_correction_backward.default, 2),
    ):
        torch.library.register_vmap(operator, _functional_rule(operator, tensor_count))
    torch.library.register_vmap(operators.ascendc_add_.default, _add_inplace_rule)
