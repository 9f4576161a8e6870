# SPDX-License-Identifier: Apache-2.0
"""The calls that TorchAir's converters declare to support, with arguments made for each of them."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
import torch_npu  # noqa: F401
import torchair._ge_concrete_graph.ge_converter.custom  # noqa: F401
from conformance_inputs import CORRECTIONS, INTEGER_LIMITS, KEEP_SIZES, MOST_ELEMENTS, SIZES
from torchair._ge_concrete_graph.fx2ge_converter import _declare_supported_converters


@dataclass(frozen=True)
class Case:
    """One declared call.

    Attributes:
        name: ``<operator>[<number>]``, the number counting the operator's declarations from 0.
        function: the operator.
        arguments: positional and keyword arguments, tensors described by TorchAir's own classes.
    """

    name: str
    function: Callable[..., Any]
    arguments: tuple[tuple[Any, ...], dict[str, Any]]

    @property
    def operator(self) -> str:
        return self.name.partition("[")[0]

    def make_arguments(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments on the CPU: the same at every call."""
        torch.manual_seed(zlib.crc32(self.name.encode()))
        sizes = _smaller_sizes(self)
        arguments, keywords = map_leaves(self.arguments, lambda leaf: _make(leaf, self.operator, sizes))
        if self.operator in CORRECTIONS:
            arguments = tuple(CORRECTIONS[self.operator](list(arguments), keywords))
        return arguments, keywords


def map_leaves(value: Any, function: Callable[[Any], Any]) -> Any:
    """``value`` with ``function`` applied to everything in it that is not a list, tuple or dict."""
    if isinstance(value, dict):
        return {key: map_leaves(item, function) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(map_leaves(item, function) for item in value)
    return function(value)


def declared_cases() -> list[Case]:
    """All of them, in TorchAir's order."""
    cases = []
    for function, converter in _declare_supported_converters().items():
        operator = str(function) if isinstance(function, torch._ops.OpOverload) else _python_name(function)
        for number, support in enumerate(converter.supported_cases):
            cases.append(Case(f"{operator}[{number}]", function, (tuple(support.args), dict(support.kwargs))))
    return cases


def _python_name(function: Any) -> str:
    return (
        str(function) if isinstance(function, torch._ops.OpOverloadPacket) else f"python.{function.__name__}"
    )


def _shape(description: Any) -> tuple[int, ...]:
    dims = description.dims
    return tuple(dims[0] if len(dims) == 1 and isinstance(dims[0], (list, tuple)) else dims)


def _smaller_sizes(case: Case) -> dict[int, int]:
    """Declared sizes to used ones: in calls of many elements the n-th size above 32 becomes 8 n."""
    shapes: list[tuple[int, ...]] = []

    def collect(leaf: Any) -> None:
        if hasattr(leaf, "value_range") and leaf.value is None:
            shapes.append(_shape(leaf))

    map_leaves(case.arguments, collect)
    if sum(map(math.prod, shapes)) <= MOST_ELEMENTS or case.operator in KEEP_SIZES:
        return {}
    large = sorted({size for shape in shapes for size in shape if size > 32})
    return {size: 8 * number for number, size in enumerate(large, 1)} | SIZES.get(case.operator, {})


def _make(leaf: Any, operator: str, sizes: dict[int, int]) -> Any:
    if not hasattr(leaf, "value_range"):
        return leaf
    if leaf.value is not None:
        return torch.tensor(leaf.value, dtype=leaf.dtype)
    shape = [sizes.get(size, size) for size in _shape(leaf)]
    if leaf.dtype == torch.bool:
        return torch.rand(shape) > 0.5
    if leaf.dtype.is_floating_point or leaf.dtype.is_complex:
        if leaf.value_range is None:
            return torch.randn(shape, dtype=leaf.dtype)
        low, high = leaf.value_range
        return (low + (high - low) * torch.rand(shape)).to(leaf.dtype)
    low, high = leaf.value_range or (0, INTEGER_LIMITS.get(operator, 10))
    return torch.randint(int(low), max(int(high), int(low) + 1), shape, dtype=leaf.dtype)
