# SPDX-License-Identifier: Apache-2.0
"""Calls of the operators, drawn by hypothesis: dtypes, shapes, strides, special values; and how exact they
must be."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

import torch
from hypothesis import strategies as st

from support.cases import DTYPES, FLOATS, assert_same, random_tensor, special_values
from support.precision import assert_close_in_ulps

OPERATORS = torch.ops.ascendc_ops

#: Bounds in ulp of the largest term or result, from kernel/dispersion_correction*.h: (forward, gradient).
ULP_BOUNDS = {torch.float32: (2.5, 3.5), torch.float16: (0.51, 0.51), torch.bfloat16: (0.51, 0.51)}


def added_in_place(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    z = x * 1
    OPERATORS.ascendc_add_(z, y)
    return z


@dataclass(frozen=True)
class Case:
    """One call: ``run`` on tensors made from ``bases`` by ``views``, with ``alpha`` where the operator has
    one."""

    operator: str
    dtype: torch.dtype
    shapes: tuple[tuple[int, ...], ...]
    strides: tuple[str, ...]
    special: bool
    alpha: float
    seed: int

    def inputs(self) -> list[torch.Tensor]:
        """CPU tensors; equal from call to call."""
        tensors = []
        for i, (shape, stride) in enumerate(zip(self.shapes, self.strides, strict=True)):
            values = random_tensor(_base_shape(shape, stride), self.dtype, self.seed + i)
            if self.special:
                specials = special_values(self.dtype)
                generator = torch.Generator().manual_seed(self.seed)
                pick = torch.randint(len(specials), values.shape, generator=generator)
                values = torch.where(values > 0, values, specials[pick])
            tensors.append(_view(values, stride))
        return tensors

    def function(self) -> Callable[..., torch.Tensor]:
        """Of the inputs alone: what dynamo traces needs no guards on this object."""
        if self.operator == "ascendc_add_":
            return added_in_place
        operator = getattr(OPERATORS, self.operator)
        return operator if self.operator == "ascendc_add" else functools.partial(operator, alpha=self.alpha)

    def run(self, *tensors: torch.Tensor) -> torch.Tensor:
        return self.function()(*tensors)

    def check(self, actual: torch.Tensor) -> None:
        """Fails unless ``actual`` is exact to the bit (sums) or within the stated ulps (the others)."""
        tensors = self.inputs()
        if self.operator.startswith("ascendc_add"):
            assert_same(actual, (tensors[0] + tensors[1]))
            return
        exact = [tensor.double() for tensor in tensors]
        alpha = float(torch.tensor(self.alpha))
        if self.operator == "dispersion_correction":
            terms, bound = (exact[0] * alpha, exact[0].sqrt()), ULP_BOUNDS[self.dtype][0]
        else:
            terms, bound = (exact[0] * alpha, exact[0] / (2 * exact[1].sqrt())), ULP_BOUNDS[self.dtype][1]
        total = terms[0] + terms[1]
        values = torch.stack([*terms, total]).abs()
        # Terms near the end of float32's range may overflow where float64's do not.
        representable = ((values <= torch.finfo(torch.float32).max / 2) | ~values.isfinite()).all(0)
        scale = values.amax(0)
        assert_close_in_ulps(actual.cpu()[representable], total[representable], bound, scale[representable])


def _base_shape(shape: tuple[int, ...], stride: str) -> tuple[int, ...]:
    if stride == "steps":
        return tuple(2 * size for size in shape)
    if stride == "offset":
        return (shape[0] + 3, *shape[1:]) if shape else shape
    return shape[::-1] if stride == "transposed" else shape


def _view(tensor: torch.Tensor, stride: str) -> torch.Tensor:
    if stride == "steps":
        return tensor[(slice(None, None, 2),) * tensor.dim()]
    if stride == "offset":
        return tensor[3:] if tensor.dim() else tensor
    return tensor.permute(list(reversed(range(tensor.dim())))) if stride == "transposed" else tensor


_sizes = st.integers(0, 5) | st.sampled_from([31, 33, 64, 100])
_shapes = st.lists(_sizes, max_size=4).map(tuple).filter(lambda shape: torch.Size(shape).numel() <= 100_000)
_strides = st.sampled_from(["dense", "steps", "offset", "transposed"])


@st.composite
def cases(draw: Callable[[st.SearchStrategy[object]], object]) -> Case:
    operator = draw(
        st.sampled_from(
            ["ascendc_add", "ascendc_add_", "dispersion_correction", "dispersion_correction_backward"]
        )
    )
    shape = draw(_shapes)
    shapes = (shape,)
    if operator == "dispersion_correction_backward":
        shapes = (shape, shape)
    elif operator != "dispersion_correction":
        other = tuple(1 if draw(st.integers(0, 2)) == 0 else size for size in shape)
        other = other[draw(st.integers(0, len(other))) :] if draw(st.booleans()) else other
        shapes = (shape, other)
        if operator == "ascendc_add" and draw(st.booleans()):
            shapes = (other, shape)
    return Case(
        operator=operator,
        dtype=draw(st.sampled_from(DTYPES if operator.startswith("ascendc_add") else FLOATS)),
        shapes=shapes,
        strides=tuple(draw(_strides) for _ in shapes),
        special=draw(st.booleans()),
        # Without -0.0, which dynamo takes for 0.0 where one graph has both.
        alpha=draw(st.sampled_from([0.8, -0.3, 0.0, 1.0, 3.7]) | st.floats(-4, 4, width=32)) + 0.0,
        seed=draw(st.integers(0, 2**31)),
    )
