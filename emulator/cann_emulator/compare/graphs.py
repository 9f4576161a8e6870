# SPDX-License-Identifier: Apache-2.0
"""Compiled graphs that compare themselves at each call."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

import torch

from cann_emulator.compare import reports
from cann_emulator.compare.reference import UNDEFINED, Reference, Result, to_cpu
from cann_emulator.compare.report import Difference, Measured, Report, measure
from cann_emulator.compare.values import Values, capture

# Where TorchAir notes the FX node: "<name>-<operator>.OUTPUT.<number>", at the output that is its result.
_ORIGIN = "_fx_tensor_name"
_FRAME = re.compile(r'File "(?P<file>.*?)", line (?P<line>\d+), in .*\n\s*(?P<code>.*)')
_lock = threading.Lock()  # GE keeps the values of one call


def patch(compiler: ModuleType) -> None:
    """Wraps what TorchAir's ``npu_fx_compiler`` compiles."""
    generate = compiler._NpuFxCompiler._gen_compiled_gm

    def generate_compared(*args: Any, **kwargs: Any) -> Any:
        compiled = generate(*args, **kwargs)
        is_ge = type(compiled).__name__ == "GeConcreteGraph"
        return ComparedGraph(compiled, compiled.fx_graph) if is_ge and compiled.fx_graph else compiled

    compiler._NpuFxCompiler._gen_compiled_gm = generate_compared


class ComparedGraph:
    """``compiled`` (TorchAir's GeConcreteGraph) beside the FX graph that it was made of."""

    def __init__(self, compiled: Any, module: torch.fx.GraphModule) -> None:
        self._compiled = compiled
        self._module = module
        self._calls = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._compiled, name)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        with _lock:
            given = [to_cpu(a.detach().clone() if isinstance(a, torch.Tensor) else a) for a in args]
            with capture() as values:
                results = self._compiled(*args, **kwargs)
            self._calls += 1
            report = Report(self._compiled.graph.name, self._calls)
            try:
                compare(self._module, given, self._compiled.graph, values, report)
            except Exception as error:  # what the graph computed is right or wrong all the same
                report.failure = f"{type(error).__name__}: {error}".partition("\n")[0]
            reports.append(report)
        print(report.text(), file=sys.stderr)
        return results


def compare(
    module: torch.fx.GraphModule, given: Sequence[Any], definition: Any, values: Values, report: Report
) -> None:
    """Runs ``module`` on the CPU and reports how what GE's graph ``definition`` made of its nodes differs."""
    ge_names: dict[Result, str] = {}
    made: dict[Result, torch.Tensor] = {}
    for op in definition.op:
        for number, output in enumerate(op.output_desc):
            noted = output.attr[_ORIGIN].s.decode() if _ORIGIN in output.attr else ""
            name, _, place = noted.partition("-")
            result = place.rpartition(".OUTPUT.")[2]
            if result.isdigit() and (op.name, number) in values:
                made[name, int(result)] = values[op.name, number]
                ge_names[name, int(result)] = f'"{op.name}" ({op.type})'
    comparison = _Comparison(report, made, ge_names)
    with torch.no_grad():
        Reference(module, made, comparison.visit).run(*given)
    report.differences.sort(key=lambda difference: -difference.excess)


class _Comparison:
    def __init__(
        self, report: Report, made: Mapping[Result, torch.Tensor], ge_names: Mapping[Result, str]
    ) -> None:
        self.report = report
        self._made = made
        self._ge_names = ge_names
        self._wrong: set[torch.fx.Node] = set()  # nodes with a wrong value, or that have one as an input

    def visit(self, node: torch.fx.Node, results: Sequence[torch.Tensor | None], note: str) -> None:
        inherits = any(source in self._wrong for source in node.all_input_nodes)
        if note in UNDEFINED:
            self.report.not_compared[note] += 1
            return
        found = [
            (i, self._made[node.name, i], wanted)
            for i, wanted in enumerate(results)
            if wanted is not None and (node.name, i) in self._made
        ]
        if not found:
            self.report.not_compared["without a GE node"] += 1
        differences = [self._difference(node, i, made, wanted, note) for i, made, wanted in found]
        wrong = [difference for difference in differences if difference is not None]
        if wrong or (inherits and not found):
            self._wrong.add(node)
        self.report.compared += len(found)
        self.report.differences += wrong
        if wrong and not inherits and self.report.cause is None:
            self.report.cause = wrong[0]

    def _difference(
        self, node: torch.fx.Node, number: int, made: torch.Tensor, expected: torch.Tensor, note: str
    ) -> Difference | None:
        if made.numel() != expected.numel():
            measured: Measured | None = (float("nan"), float("nan"), (), float("inf"))
            note = f"GE's shape is {list(made.shape)}"
        else:
            measured = measure(made, expected)
        if measured is None:
            return None
        name = node.name + (f"[{number}]" if number else "")
        max_abs, max_rel, first, excess = measured
        return Difference(
            name,
            str(node.target),
            _source(node),
            self._ge_names[node.name, number],
            expected.dtype,
            tuple(expected.shape),
            max_abs,
            max_rel,
            first,
            excess,
            note,
        )


def _source(node: torch.fx.Node) -> str:
    frames = list(_FRAME.finditer(node.meta.get("stack_trace") or ""))
    return (
        f"{frames[-1]['file'].rpartition('/')[2]}:{frames[-1]['line']}: {frames[-1]['code']}"
        if frames
        else ""
    )
