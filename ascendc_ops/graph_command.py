# SPDX-License-Identifier: Apache-2.0
"""``python -m ascendc_ops graph``: the GE graphs of a compiled model, which FX node became which GE nodes."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import torch

from ascendc_ops.graph_picture import picture_html, picture_svg, picture_text
from ascendc_ops.targets import add_arguments, find_target
from ascendc_ops.testing.capture import CompiledModel
from ascendc_ops.testing.values import inputs_on, on_device


def add_to(commands: Any) -> None:
    """Adds the command to argparse's ``commands``."""
    parser = commands.add_parser(
        "graph",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="examples:\n"
        "  python -m ascendc_ops graph model.py:Model --shapes 8x64\n"
        "  python -m ascendc_ops graph model.py:Model --shapes 8x64 --out model.html",
    )
    add_arguments(parser)
    parser.add_argument("--out", type=Path, help="a file .html (with pan and zoom), .svg or .txt; else text")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    function, inputs = find_target(options)
    compiled = CompiledModel(on_device(function, "npu"), dynamic=options.dynamic, fullgraph=False)
    with torch.no_grad():
        compiled(*inputs_on(inputs, "npu"))
    graphs = compiled.definitions
    if not graphs:
        raise SystemExit("graph: no graph reached GE: there is nothing to compute, or it runs eagerly")
    kind = ".txt" if options.out is None else options.out.suffix
    if kind == ".html":
        text = picture_html(graphs)
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
