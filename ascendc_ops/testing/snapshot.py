# SPDX-License-Identifier: Apache-2.0
"""Golden files of GE graphs."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
import torchair

from ascendc_ops.testing.capture import CompiledModel, CompileLog
from ascendc_ops.testing.changes import describe_changes
from ascendc_ops.testing.values import assert_equal, call, call_on_cpu, inputs_on, on_device


class GraphSnapshot:
    """Compares the GE graphs of models with golden files in ``folder``.

    Args:
        folder: where the golden files are, ``<name>.txt``; made when the first one is written.
        update: writes the golden files instead of comparing with them.
        name: of golden files that are given no name of their own, below ``folder``; the second becomes
            ``<name>.2``.
        accept: what the user runs to accept a change, shown in messages.
        used: called with the path of each golden file and False, and again with True once it was written.
    """

    def __init__(
        self,
        folder: Path,
        *,
        update: bool = False,
        name: str = "",
        accept: str = "GraphSnapshot(update=True)",
        used: Callable[[Path, bool], None] | None = None,
    ) -> None:
        self.folder = folder
        self._update = update
        self._name = name
        self._accept = accept
        self._note = used or (lambda path, written: None)
        self._used = 0

    def __call__(
        self,
        model: Callable[..., Any],
        *inputs: Any,
        name: str | None = None,
        dynamic: bool | None = False,
        backward: bool = False,
        also: Sequence[Sequence[Any]] = (),
        graphs: int | None = None,
        graph_breaks: int = 0,
        recompiles: int = 0,
        check_values: bool = True,
        rtol: float | None = None,
        atol: float | None = None,
        formulas: Mapping[Any, Callable[..., Any]] | None = None,
        config: Any = None,
    ) -> CompiledModel:
        """Compiles ``model`` with TorchAir, calls it, and compares its GE graphs with a golden file.

        Args:
            model: module or function; a module is copied to the NPU and stays as it is.
            inputs: its arguments; tensors may be anywhere and are copied to the NPU.
            name: of the golden file, without ``.txt``.
            dynamic: passed to ``torch.compile``.
            backward: also runs the backward pass, from the sum of the results: its graph is recorded and
                gradients are compared.
            also: arguments of further calls, e.g. of other shapes.
            graphs: number of GE graphs that all calls must give; None leaves it to the golden file.
            graph_breaks: number of graph breaks expected.
            recompiles: number of recompiles expected.
            check_values: compares results, changed inputs and gradients with those on the CPU.
            rtol, atol: tolerances of ``torch.testing.assert_close``; by default those of the dtype.
            formulas: for operators without a CPU kernel: overload (``torch.ops.ns.op.default``) -> function
                on CPU tensors.
            config: ``torchair.CompilerConfig``; its options are part of the golden file.

        Returns:
            The compiled model.

        Raises:
            AssertionError: says in words what differs, then shows the lines.
        """
        __tracebackhide__ = True
        npu_model = on_device(model, "npu")
        log = CompileLog()
        compiled = CompiledModel(npu_model, dynamic=dynamic, fullgraph=False, config=config)

        def run(arguments: Sequence[Any]) -> dict[str, torch.Tensor]:
            return call(compiled, inputs_on(arguments, "npu"), npu_model, backward=backward)

        results = [run(inputs)]
        breaks = log.graph_breaks
        results += [run(arguments) for arguments in also]
        texts = compiled.graphs
        problems = [
            *_count_problem("graph break", graph_breaks, breaks),
            *_count_problem("recompile", recompiles, log.recompiles),
        ]
        if not texts:
            problems.append("no graph reached GE: the model ran eagerly, or has nothing to compute")
        elif graphs is not None and len(texts) != graphs:
            shown = "\n".join(texts)
            problems.append(f"expected {_counted(graphs, 'GE graph')}, got {len(texts)}:\n{shown}")
        if problems:
            raise AssertionError("\n".join(problems))
        if check_values:
            references = call_on_cpu(model, [inputs, *also], formulas or {}, backward=backward)
            for actual, expected in zip(results, references, strict=True):
                assert_equal(actual, expected, rtol=rtol, atol=atol)
        counts = ((len(texts), "GE graph"), (len(breaks), "graph break"), (len(log.recompiles), "recompile"))
        head = [
            ", ".join(_counted(*each) for each in counts),
            *(f"option {option}" for option in _options(compiled.config)),
            "",
        ]
        self.check_text("\n".join([*head, *texts]), name)
        return compiled

    def check_text(self, text: str, name: str | None = None) -> None:
        """Compares ``text``, of one or more GE graphs, with the golden file, or writes the file."""
        __tracebackhide__ = True
        path = self._path(name)
        before = path.read_text(encoding="utf-8") if path.is_file() else None
        self._note(path, False)
        if self._update:
            if text != before:
                _write(path, text)
                self._note(path, True)
            return
        if before is None:
            raise AssertionError(
                f"there is no golden file {path}; if the graph below is right, write it with\n"
                f"  {self._accept}\n{text}"
            )
        if text != before:
            raise AssertionError(_difference(before, text, path.name, self._accept))

    def _path(self, name: str | None) -> Path:
        if name is None:
            if not self._name:
                raise ValueError("graph_snapshot: expected name=..., the golden file's name without .txt")
            self._used += 1
            name = self._name if self._used == 1 else f"{self._name}.{self._used}"
        elif Path(name).name != name:
            raise ValueError(f"graph_snapshot: expected a file's name without folders, got name={name!r}")
        return self.folder / f"{name}.txt"


def _write(path: Path, text: str) -> None:
    __tracebackhide__ = True
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise AssertionError(f"the golden file {path} cannot be written: {error.strerror}") from None


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _count_problem(noun: str, expected: int, reasons: Sequence[str]) -> Iterable[str]:
    if len(reasons) != expected:
        yield f"expected {_counted(expected, noun)}, got {len(reasons)}" + "".join(
            f"\n  {noun}: " + "\n    ".join(reason.strip().splitlines()) for reason in reasons
        )


def _options(config: Any) -> list[str]:
    """The configuration's options that aren't TorchAir's defaults."""
    defaults = [dict(options) for options in torchair.CompilerConfig().as_dict()]
    chosen = [dict(options) for options in config.as_dict()]
    return sorted(
        f"{key}={value}"
        for default, options in zip(defaults, chosen, strict=True)
        for key, value in options.items()
        if default.get(key) != value
    )


def _difference(golden: str, text: str, name: str, accept: str) -> str:
    try:
        changes = describe_changes(golden, text)
    except ValueError as error:
        changes = [f"the golden file is damaged: {error}"]
    head, now = (t.partition("\n\n")[0].splitlines() for t in (golden, text))
    changes += [f"now: {line}" for line in now if line not in head]
    changes += [f"no longer: {line}" for line in head if line not in now]
    lines = difflib.unified_diff(golden.splitlines(), text.splitlines(), name, "now", lineterm="")
    return "\n".join(
        [
            f"the GE graph differs from its golden file {name}:",
            *(f"  * {change}" for change in changes),
            f"If that is right, accept it with {accept}",
            *lines,
        ]
    )
