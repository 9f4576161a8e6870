# SPDX-License-Identifier: Apache-2.0
"""The library's functions on whole tensors: torch in double, rounded once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch
from asc_values import same, values

if TYPE_CHECKING:
    from collections.abc import Callable

    from asc_library import Library

    Build = Callable[[str], Library]

COUNT = 1000
FLOATING = ["half", "float"]


def faster_gelu_v2(x: torch.Tensor) -> torch.Tensor:
    """As its documentation writes it; -inf gives 0."""
    below = (0.7071 * x).abs().clamp(max=1.769) - 1.769
    sign = torch.sign(x + 1e-12)
    return (x * (sign * (-0.1444 * below**2 + 0.5) + 0.5)).where(x != -torch.inf, torch.zeros_like(x))


FUNCTIONS = {
    "Sigmoid": torch.sigmoid,
    "Tanh": torch.tanh,
    "Erf": torch.erf,
    "Erfc": torch.erfc,
    "Gelu": lambda x: x * torch.sigmoid(1.5957691216057308 * (x + 0.044715 * x**3)),
    "Silu": lambda x: torch.nn.functional.silu(x).where(x != -torch.inf, torch.zeros_like(x)),
    "Sin": torch.sin,
    "Cos": torch.cos,
    "Tan": torch.tan,
    "Sinh": torch.sinh,
    "Cosh": torch.cosh,
    "Asin": torch.asin,
    "Acos": torch.acos,
    "Atan": torch.atan,
    "Asinh": torch.asinh,
    "Acosh": torch.acosh,
    "Atanh": torch.atanh,
    "Log": torch.log,
    "Log2": torch.log2,
    "Log10": torch.log10,
    "Lgamma": torch.lgamma,
    "Digamma": torch.digamma,
    "FasterGelu": lambda x: (x * torch.sigmoid(1.702 * x)).where(x != -torch.inf, torch.zeros_like(x)),
    "FasterGeluV2": faster_gelu_v2,
    "Ceil": torch.ceil,
    "Floor": torch.floor,
    "Round": torch.round,
    "Rint": torch.round,
    "Trunc": torch.trunc,
    "Frac": lambda x: x - torch.trunc(x),
    "Sign": lambda x: torch.sign(x).where(~x.isnan(), x),
}


@pytest.fixture(scope="module")
def math(library: Build) -> Library:
    return library("library_math")


def _close(actual: torch.Tensor, exact: torch.Tensor) -> None:
    """Within one unit in the last place of the exact result."""
    expected = exact.to(actual.dtype)
    epsilon = torch.finfo(actual.dtype).eps
    smallest = torch.finfo(actual.dtype).smallest_normal * epsilon
    torch.testing.assert_close(actual, expected, rtol=epsilon, atol=smallest, equal_nan=True)


def _values(name: str, seed: int = 0) -> torch.Tensor:
    a = values(name, COUNT, seed)
    a[::2] = (torch.rand(COUNT // 2, generator=torch.Generator().manual_seed(seed)) * 2 - 1).to(a.dtype)
    return a


@pytest.mark.parametrize("name", FLOATING)
@pytest.mark.parametrize("op", FUNCTIONS)
def test_function(math: Library, op: str, name: str) -> None:
    a = _values(name)
    exact = FUNCTIONS[op](a.double())
    if op == "Gelu":
        exact[a == -torch.inf] = 0.0
    for form in (0, 1):
        _close(math.run(f"{op} {name}", torch.ones_like(a), a, count=COUNT, form=form), exact)


@pytest.mark.parametrize("name", FLOATING)
@pytest.mark.parametrize(("op", "function"), [("Power", torch.pow), ("Fmod", torch.fmod)])
def test_two_tensors(
    math: Library, op: str, function: Callable[[torch.Tensor, torch.Tensor], torch.Tensor], name: str
) -> None:
    a, b = _values(name, 1), _values(name, 2)
    result = math.run(f"{op} {name}", torch.ones_like(a), a, b, count=COUNT)
    _close(result, function(a.double(), b.double()))


@pytest.mark.parametrize("name", FLOATING)
def test_exponential_and_axpy(math: Library, name: str) -> None:
    a, before = _values(name), _values(name, 1)
    for number in (0, 1):
        result = math.run(f"BySeries {name}", torch.ones_like(a), a, a, count=COUNT, number=number)
        _close(result, a.double().exp())
    result = math.run(f"BySeries {name}", before, a, a, count=COUNT, scalar=0.3, number=2)
    same(result, before + a * torch.tensor(0.3, dtype=a.dtype))


@pytest.mark.parametrize("name", FLOATING)
@pytest.mark.parametrize("number", range(5))
def test_with_a_scalar(math: Library, name: str, number: int) -> None:
    a = _values(name)
    a = a.where(~a.isinf(), torch.ones_like(a))
    x = a.double()
    exact = [x.clamp(max=0.5), x.clamp(min=0.5), x * torch.sigmoid(0.5 * x), x**0.5, 0.5**x][number]
    _close(math.run(f"Scalars {name}", torch.ones_like(a), a, count=COUNT, scalar=0.5, number=number), exact)
