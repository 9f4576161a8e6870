# SPDX-License-Identifier: Apache-2.0
"""Differences between values, and their table."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import torch

# (relative, absolute): errors of whole models in the dtype, not of one operator.
_TOLERANCES = {
    torch.float64: (1e-7, 1e-9),
    torch.complex128: (1e-7, 1e-9),
    torch.float32: (1e-4, 1e-5),
    torch.complex64: (1e-4, 1e-5),
    torch.float16: (1e-2, 1e-3),
    torch.bfloat16: (5e-2, 1e-2),
}
_SHOWN = 20


@dataclass(frozen=True)
class Difference:
    """A value of a graph that is not the CPU's.

    Attributes:
        fx_node: name of the FX node.
        operator: its operator.
        source: the model's line that it is of, where torch knows it.
        ge_node: the GE node that made the value, with its type.
        dtype: of the CPU's value.
        shape: likewise.
        max_abs: largest absolute difference; nan where a value is nan on one side only.
        max_rel: largest difference relative to the CPU's value.
        first: index of the first element outside of the tolerance.
        excess: largest difference in units of the tolerance.
        note: what the value was compared with, where that is not a kernel of the CPU.
    """

    fx_node: str
    operator: str
    source: str
    ge_node: str
    dtype: torch.dtype
    shape: tuple[int, ...]
    max_abs: float
    max_rel: float
    first: tuple[int, ...]
    excess: float
    note: str


@dataclass
class Report:
    """One call of a graph.

    ``differences`` come worst first; ``cause`` is the first one in the graph whose inputs agree. ``failure``:
    why the CPU could not run the graph to its end.
    """

    graph: str
    call: int
    compared: int = 0
    differences: list[Difference] = field(default_factory=list)
    cause: Difference | None = None
    not_compared: Counter[str] = field(default_factory=Counter)
    failure: str = ""

    def text(self) -> str:
        differ = f"{len(self.differences)} differ" if self.differences else "all agree"
        lines = [
            f"CANN_EMULATOR_COMPARE: {self.graph}, call {self.call}: "
            f"{self.compared} values compared with the CPU's, {differ}"
        ]
        if self.failure:
            lines.append(f"  the FX graph does not run on the CPU: {self.failure}")
        if self.not_compared:
            reasons = ", ".join(f"{count} {reason}" for reason, count in sorted(self.not_compared.items()))
            lines.append(f"  not compared: {reasons}")
        if self.differences:
            lines += _table(self.differences[:_SHOWN])
        if len(self.differences) > _SHOWN:
            lines.append(f"  and {len(self.differences) - _SHOWN} more")
        if self.cause is not None:
            source = f", {self.cause.source}" if self.cause.source else ""
            lines.append(
                f"  likely cause: FX node {self.cause.fx_node} ({self.cause.operator}{source}), GE node "
                f"{self.cause.ge_node}: its inputs agree, its output does not"
            )
        return "\n".join(lines)


def _table(differences: list[Difference]) -> list[str]:
    rows = [("FX node", "GE node", "dtype", "shape", "max abs", "max rel", "first at", "compared with")]
    for row in differences:
        dtype = str(row.dtype).removeprefix("torch.")
        numbers = (f"{row.max_abs:.3g}", f"{row.max_rel:.3g}")
        rows.append(
            (row.fx_node, row.ge_node, dtype, str(list(row.shape)), *numbers, str(list(row.first)), row.note)
        )
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


#: max_abs, max_rel, first and excess of a Difference.
Measured = tuple[float, float, tuple[int, ...], float]


def measure(made: torch.Tensor, expected: torch.Tensor) -> Measured | None:
    """Largest absolute and relative difference, first index and excess; None within the tolerance."""
    rtol, atol = _TOLERANCES.get(expected.dtype, (0.0, 0.0))
    wide = torch.complex128 if expected.is_complex() else torch.float64
    if made.dtype == expected.dtype and not (expected.is_floating_point() or expected.is_complex()):
        wide = torch.float64 if expected.dtype != torch.int64 else torch.int64
    a, b = made.reshape(expected.shape).to(wide), expected.to(wide)
    equal = (a == b) | (a.isnan() & b.isnan() if wide != torch.int64 else torch.zeros_like(a == b))
    distance = (a - b).abs().to(torch.float64).masked_fill(equal, 0.0)
    allowed = atol + rtol * b.abs().to(torch.float64)
    outside = ~(equal | (distance <= allowed))
    if not bool(outside.any()):
        return None
    relative = distance / b.abs().to(torch.float64).clamp_min(torch.finfo(torch.float64).tiny)
    first = tuple(int(i) for i in outside.nonzero()[0])
    excess = (distance / allowed).nan_to_num(nan=float("inf")).max().item() if outside.numel() else 0.0
    return float(distance.max()), float(relative.max()), first, float(excess)
