# SPDX-License-Identifier: Apache-2.0
"""Pictures as a page that folds, scrolls and zooms. It loads nothing from elsewhere."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from importlib.resources import files

from ascendc_ops.graph_picture.svg import picture_svg
from ascendc_ops.graph_picture.timeline import KernelTime
from ascendc_ops.graph_text import CapturedGraph, graph_text

_STYLE = """
body{font:14px sans-serif;margin:1em;color:#1b1f24}h2{font-size:1.1em;margin:1.2em 0 .4em}
.view{margin-top:.5em;border:1px solid #d0d7de;overflow:auto;max-height:82vh;cursor:grab}
svg{display:block;transform-origin:0 0}button{margin-right:.5em}pre{overflow:auto}
.key span{margin-right:.4em;padding:0 .5em;border-radius:4px;border:1px solid}
"""
_KEY = (
    '<p class="key"><span style="background:#eef4ff;border-color:#8aa9dc">FX node</span> '
    '<span style="background:#f3f7ee;border-color:#9bb884">GE node</span> '
    '<span style="background:#fff1d6;border-color:#d9962b">custom operator</span> '
    '<span style="background:#f6f8fa;border-color:#b7bec7">input, output</span> '
    "Click a module to fold or unfold it. Dragging moves, Ctrl and the wheel zoom.</p>"
)
_BUTTONS = (
    '<button data-do="unfold">unfold all</button><button data-do="fold">fold all</button>'
    '<button data-do="in">+</button><button data-do="out">-</button>'
)


def picture_html(
    graphs: Sequence[CapturedGraph], times: Mapping[str, Mapping[str, KernelTime]] | None = None
) -> str:
    """A page with every graph, its modules to be folded and unfolded, and its text.

    Args:
        graphs: from ``GraphRecorder.captured``.
        times: from ``ascendc_ops.graph_picture.timeline.read_times``.
    """
    script = files("ascendc_ops.graph_picture").joinpath("page.js").read_text(encoding="utf-8")
    bodies = []
    for i, graph in enumerate(graphs):
        text = graph_text(graph.definition)
        svg = picture_svg(graph, (times or {}).get(graph.definition.name))
        kind = "backward, " if any(node.backward for node in graph.fx.values()) else ""
        kind += text.partition(" ")[0]
        bodies.append(
            f"<section><h2>Graph {i}: {kind}</h2>{_BUTTONS}"
            f'<div class="view">{svg}</div>'
            f"<details><summary>text</summary><pre>{html.escape(text)}</pre></details></section>"
        )
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>GE graphs</title>'
        f"<style>{_STYLE}</style></head><body>{_KEY}{''.join(bodies)}"
        f"<script>{script}</script></body></html>\n"
    )
