# SPDX-License-Identifier: Apache-2.0
"""``python -m ascendc_ops graph``: the GE graphs of a compiled model, which FX node became which GE nodes."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import torch

from ascendc_ops.graph_picture import picture_html, picture_svg, picture_text
from ascendc_ops.graph_picture.timeline import KernelTime, read_times
from ascendc_ops.graph_text import CapturedGraph
from ascendc_ops.targets import add_arguments, find_target
from ascendc_ops.testing.capture import CompiledModel
from ascendc_ops.testing.values import call, inputs_on, on_device


def add_to(commands: Any) -> None:
    """Adds the command to argparse's ``commands``."""
    parser = commands.add_parser(
        "graph",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="examples:\n"
        "  python -m ascendc_ops graph model.py:Model --shapes 8x64\n"
        "  python -m ascendc_ops graph model.py:Model --shapes 8x64 --out model.html --backward\n"
        "with the time of each kernel, on the emulator, linked to its timeline:\n"
        "  python -m cann_emulator trace python -m ascendc_ops graph model.py:Model --shapes 8x64\n"
        "  python -m ascendc_ops graph model.py:Model --shapes 8x64 --out model.html "
        "--times cann-trace/trace.json",
    )
    add_arguments(parser)
    parser.add_argument("--out", type=Path, help="a file .html (with pan and zoom), .svg or .txt; else text")
    parser.add_argument(
        "--backward", action="store_true", help="also the backward graph, of the sum of the results"
    )
    parser.add_argument(
        "--times",
        type=Path,
        metavar="TRACE",
        help="trace.json of a run of the same: HTML shows the kernels' times",
    )
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    kind = ".txt" if options.out is None else options.out.suffix
    if options.times and kind != ".html":
        raise SystemExit("graph: --times needs --out *.html")
    graphs = _compiled_graphs(options)
    if not graphs:
        raise SystemExit("graph: no graph reached GE: there is nothing to compute, or it runs eagerly")
    if kind == ".html":
        text = picture_html(graphs, _times(options))
    elif kind == ".svg" and len(graphs) == 1:
        text = picture_svg(graphs[0])
    elif kind == ".txt":
        text = "\n".join(picture_text(graph) for graph in graphs)
    else:
        raise SystemExit(
            f"graph: expected --out *.html, *.txt or, for one graph, *.svg, got {options.out} "
            f"for {len(graphs)} graphs"
        )
    if options.out is None:
        print(text, end="")
    else:
        options.out.write_text(text, encoding="utf-8")
        print(f"{len(graphs)} graphs: {options.out}")
    return 0


def _compiled_graphs(options: argparse.Namespace) -> list[CapturedGraph]:
    function, inputs = find_target(options)
    if options.backward:
        inputs = [x.requires_grad_() if torch.is_tensor(x) and x.is_floating_point() else x for x in inputs]
    model = on_device(function, "npu")
    compiled = CompiledModel(model, dynamic=options.dynamic, fullgraph=False)
    try:
        call(compiled, inputs_on(inputs, "npu"), model, backward=options.backward)
    except ValueError as error:
        raise SystemExit(f"graph: {error}") from error
    return compiled.captured


def _times(options: argparse.Namespace) -> dict[str, dict[str, KernelTime]]:
    try:
        return read_times(options.times, options.out.parent) if options.times else {}
    except ValueError as error:
        raise SystemExit(f"graph: --times {error}") from error
