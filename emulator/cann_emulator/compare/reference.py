# SPDX-License-Identifier: Apache-2.0
"""An FX graph run on the CPU, beside the values that GE made of its nodes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch.utils._pytree import tree_map

from cann_emulator.compare import references

# Their results are whatever the memory holds.
_UNSET = {"empty", "empty_like", "empty_strided", "new_empty", "new_empty_strided", "empty_permuted"}
# An NPU's mask has a bit for each element, the CPU's a byte.
_MASKED = {"native_dropout_backward"}

UNDEFINED = ("random", "unset memory", "of an NPU's dropout mask")

#: An FX node's name and which of its results.
Result = tuple[str, int]


class Reference(torch.fx.Interpreter):
    """Runs a graph on the CPU and calls ``visit(node, results, note)`` for each operator.

    ``results`` are its tensors; ``note`` says what they are, if not a CPU kernel's. ``UNDEFINED``: the notes
    of those that the CPU cannot know.

    Args:
        module: with tensors on any device.
        made: what GE made; stands for the results of random operators.
        visit: called in the order of the graph, while results are as the node left them.
    """

    def __init__(
        self,
        module: torch.fx.GraphModule,
        made: Mapping[Result, torch.Tensor],
        visit: Callable[[torch.fx.Node, Sequence[torch.Tensor | None], str], None],
    ) -> None:
        super().__init__(module)
        self._made = made
        self._visit = visit
        self._note = ""

    def run_node(self, n: torch.fx.Node) -> Any:
        self._note = _undefined(n)
        result = to_cpu(super().run_node(n))
        if n.op not in ("call_function", "call_method"):
            return result
        if self._note in UNDEFINED:
            result = self._as_made(n, result)
        self._visit(n, tensors_of(result), self._note)
        return result

    def call_function(self, target: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        args, kwargs = to_cpu(args), to_cpu(kwargs)
        name = target.name() if isinstance(target, torch._ops.OpOverload) else ""
        known = references.get(name.partition(".")[0])
        if known is not None:
            self._note = "the reference given"
            return known(*args, **kwargs)
        try:
            return super().call_function(target, args, kwargs)
        except RuntimeError as error:
            if name.startswith("aten::") and not isinstance(error, NotImplementedError):
                raise
            self._note = "eager npu"
            return super().call_function(target, _to(args, "npu"), _to(kwargs, "npu"))

    def _as_made(self, n: torch.fx.Node, result: Any) -> Any:
        if isinstance(result, torch.Tensor):
            return _shaped(self._made.get((n.name, 0)), result)
        if isinstance(result, (tuple, list)):
            return type(result)(_shaped(self._made.get((n.name, i)), value) for i, value in enumerate(result))
        return result


def tensors_of(result: Any) -> list[torch.Tensor | None]:
    """An operator's results by their number: tensors, numbers as such; None for others."""
    results = result if isinstance(result, (tuple, list)) else [result]
    return [torch.tensor(value) if isinstance(value, (int, float)) else _tensor(value) for value in results]


def _tensor(value: Any) -> torch.Tensor | None:
    return value if isinstance(value, torch.Tensor) else None


def _shaped(made: torch.Tensor | None, like: Any) -> Any:
    if made is None or not isinstance(like, torch.Tensor) or made.numel() != like.numel():
        return like
    return made.reshape(like.shape).to(like.dtype)


def _undefined(n: torch.fx.Node) -> str:
    if not isinstance(n.target, torch._ops.OpOverload):
        return ""
    if torch.Tag.nondeterministic_seeded in n.target.tags:
        return "random"
    name = n.target.overloadpacket.__name__
    return "of an NPU's dropout mask" if name in _MASKED else "unset memory" if name in _UNSET else ""


def to_cpu(values: Any) -> Any:
    """Tensors and devices of ``npu`` in ``values``, on the CPU; the others as they are."""
    return _to(values, "cpu")


def _to(values: Any, device: str) -> Any:
    def move(value: Any) -> Any:
        if isinstance(value, torch.Tensor) and value.device.type in ("npu", "cpu"):
            return value.to(device)
        if isinstance(value, torch.device) and value.type in ("npu", "cpu"):
            return torch.device(device)
        return value

    return tree_map(move, values)
