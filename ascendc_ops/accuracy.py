# SPDX-License-Identifier: Apache-2.0
"""How far results on an NPU are from the exact ones: eager, compiled, against the CPU in float64.

>>> results = compare(model, x)
>>> print(table(results))
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode

#: Upper ends of the histogram's bins, in ulp; beyond the last one is a bin of its own.
ULP_BINS = (0.0, 0.5, 1.0, 2.0, 4.0, 16.0, 256.0)


def spacing(magnitude: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """One ulp: the distance of neighbouring values of ``dtype`` at ``magnitude`` (float64, finite)."""
    limits = torch.finfo(dtype)
    _, exponent = torch.frexp(magnitude.abs().clamp(min=limits.smallest_normal))
    return torch.ldexp(torch.full_like(magnitude, limits.eps, dtype=torch.float64), exponent - 1)


@dataclass(frozen=True)
class Difference:
    """How ``actual`` differs from ``exact``. Errors are over the elements that are finite in both."""

    name: str
    dtype: torch.dtype
    count: int
    max_abs: float
    max_rel: float
    max_ulp: float
    #: Elements in each bin of ULP_BINS, then those beyond.
    histogram: tuple[int, ...]
    nan_mismatches: int
    inf_mismatches: int
    #: Index, actual and exact value of the first element that is not the exact one rounded to dtype.
    first: tuple[tuple[int, ...], float, float] | None


def difference(name: str, actual: torch.Tensor, exact: torch.Tensor) -> Difference:
    """Compares ``actual``, of any dtype, with ``exact`` of the same shape, float64 or integer, on the CPU."""
    result = actual.detach().cpu()
    if result.shape != exact.shape:
        raise ValueError(f"{name}: expected shape {list(exact.shape)}, got {list(result.shape)}")
    rounded = exact.to(result.dtype)
    value, reference = result.double(), exact.double()
    finite = value.isfinite() & reference.isfinite()
    infinite = value.isinf() | rounded.isinf()
    error = (value - reference).abs()[finite]
    unit = spacing(reference[finite], result.dtype) if result.is_floating_point() else 1.0
    ulp = error / unit
    edges = torch.tensor(ULP_BINS, dtype=torch.float64)
    bins = torch.bincount(torch.bucketize(ulp, edges), minlength=len(ULP_BINS) + 1)
    relative = (error / reference[finite].abs())[reference[finite] != 0]
    differs = (result != rounded) & ~(value.isnan() & reference.isnan())
    first = None
    if differs.any():
        index = tuple(int(i) for i in differs.nonzero()[0])
        first = index, value[index].item(), reference[index].item()
    return Difference(
        name=name,
        dtype=result.dtype,
        count=result.numel(),
        max_abs=error.max().item() if error.numel() else 0.0,
        max_rel=relative.max().item() if relative.numel() else 0.0,
        max_ulp=ulp.max().item() if ulp.numel() else 0.0,
        histogram=tuple(int(count) for count in bins),
        nan_mismatches=int((value.isnan() != reference.isnan()).sum()),
        inf_mismatches=int((infinite & (value != rounded.double()) & ~value.isnan()).sum()),
        first=first,
    )


@functools.cache
def _formulas() -> dict[Any, Callable[..., Any]]:
    """Our operators on CPU tensors."""
    operators = torch.ops.ascendc_ops
    return {
        operators.ascendc_add.default: torch.add,
        operators.ascendc_add_.default: lambda x, y: (x.add_(y), None)[1],
        operators.dispersion_correction.default: lambda x, alpha: x * alpha + x.sqrt(),
        operators.dispersion_correction_backward.default: lambda grad, x, alpha: (
            grad * alpha + grad / (2 * x.sqrt())
        ),
    }


class CpuFormulas(TorchDispatchMode):
    """Context in which our operators take CPU tensors of any dtype, by their formulas in torch.

    Args:
        more: formulas of other operators: overload -> function on CPU tensors.
    """

    def __init__(self, more: Mapping[Any, Callable[..., Any]] | None = None) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._formulas = {**_formulas(), **(more or {})}

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Sequence[Any] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        return self._formulas.get(func, func)(*args, **(kwargs or {}))


def _exact(function: Callable[..., Any], inputs: Sequence[Any]) -> Any:
    if isinstance(function, torch.nn.Module):
        function = copy.deepcopy(function).cpu().double()
    with CpuFormulas():
        return function(*(_as_exact(value) for value in inputs))


def _as_exact(value: Any) -> Any:
    if not isinstance(value, torch.Tensor):
        return value
    copied = value.detach().cpu().clone()
    return copied.double() if copied.is_floating_point() else copied


def _as_npu(value: Any) -> Any:
    return value.detach().to("npu", copy=True) if isinstance(value, torch.Tensor) else value


def _tensors(result: Any) -> list[torch.Tensor]:
    return [leaf for leaf in torch.utils._pytree.tree_leaves(result) if isinstance(leaf, torch.Tensor)]


def compare(function: Callable[..., Any], *inputs: Any, dynamic: bool = False) -> list[Difference]:
    """Runs ``function`` eagerly and compiled on an NPU, and on the CPU in float64.

    Args:
        function: operator, function or module; a module is moved to the NPU. Its tensors may be anywhere.
        inputs: its arguments; tensors are copied, so that functions may change them.
        dynamic: compiles with dynamic shapes.

    Returns:
        A Difference for each tensor that the function returns, eager ones first.
    """
    import torchair

    exact = _tensors(_exact(function, inputs))
    if isinstance(function, torch.nn.Module):
        function = copy.deepcopy(function).to("npu")
    torch._dynamo.reset()
    backend = torchair.get_npu_backend(compiler_config=torchair.CompilerConfig())
    runs: dict[str, Callable[..., Any]] = {
        "eager": function,
        "compiled": torch.compile(function, backend=backend, fullgraph=True, dynamic=dynamic),
    }
    results = []
    with torch.no_grad():
        for name, run in runs.items():
            tensors = _tensors(run(*(_as_npu(value) for value in inputs)))
            for i, (actual, reference) in enumerate(zip(tensors, exact, strict=True)):
                label = name if len(tensors) == 1 else f"{name} output {i}"
                results.append(difference(label, actual, reference))
    return results


def table(results: Sequence[Difference]) -> str:
    """The differences as text: one row each, then the first deviation from the correctly rounded value."""
    bins = [f"<={end:g}" for end in ULP_BINS] + [f">{ULP_BINS[-1]:g}"]
    header = [
        "",
        "dtype",
        "elements",
        "max abs",
        "max rel",
        "max ulp",
        "nan",
        "inf",
        *(f"ulp {b}" for b in bins),
    ]
    rows = [header]
    for each in results:
        shares = [f"{count / max(each.count, 1):.1%}" for count in each.histogram]
        rows.append(
            [
                each.name,
                str(each.dtype).removeprefix("torch."),
                str(each.count),
                f"{each.max_abs:.2e}",
                f"{each.max_rel:.2e}",
                f"{each.max_ulp:.3f}",
                str(each.nan_mismatches),
                str(each.inf_mismatches),
                *shares,
            ]
        )
    widths = [max(len(row[i]) for row in rows) for i in range(len(header))]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    for each in results:
        if each.first is not None:
            index, actual, exact = each.first
            lines.append(f"{each.name}: first deviation at {list(index)}: {actual!r}, exact {exact!r}")
    return "\n".join(lines)


def histogram_svg(results: Sequence[Difference]) -> str:
    """The distribution of errors as an SVG picture: a group of bars for each bin, a bar for each result."""
    colors = ("#1f77b4", "#ff7f0e", "#2ca02c", "#d62728")
    labels = [f"&#8804; {end:g}" for end in ULP_BINS] + [f"&gt; {ULP_BINS[-1]:g}"]
    width, height, left, bottom = 640, 300, 50, 250
    step = (width - left - 10) / len(labels)
    bar = step * 0.8 / max(len(results), 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="{width / 2}" y="{height - 10}" text-anchor="middle">error in ulp</text>',
    ]
    for share in (0.0, 0.5, 1.0):
        y = bottom - share * 210
        parts.append(f'<line x1="{left}" y1="{y}" x2="{width - 10}" y2="{y}" stroke="#ccc"/>')
        parts.append(f'<text x="{left - 6}" y="{y + 4}" text-anchor="end">{share:.0%}</text>')
    for i, label in enumerate(labels):
        x = left + i * step
        parts.append(f'<text x="{x + step / 2}" y="{bottom + 16}" text-anchor="middle">{label}</text>')
        for j, each in enumerate(results):
            tall = 210 * each.histogram[i] / max(each.count, 1)
            parts.append(
                f'<rect x="{x + step * 0.1 + j * bar:.1f}" y="{bottom - tall:.1f}" width="{bar:.1f}" '
                f'height="{tall:.1f}" fill="{colors[j % len(colors)]}"/>'
            )
    for j, each in enumerate(results):
        x = left + 10 + j * 150
        parts.append(f'<rect x="{x}" y="10" width="10" height="10" fill="{colors[j % len(colors)]}"/>')
        parts.append(
            f'<text x="{x + 15}" y="19">{each.name}, {str(each.dtype).removeprefix("torch.")}</text>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"
