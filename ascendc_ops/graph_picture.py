# SPDX-License-Identifier: Apache-2.0
"""Pictures of GE graphs: each FX node beside the GE nodes that TorchAir made of it.

>>> graphs = GraphRecorder(config)  # and a compiled call
>>> Path("graph.html").write_text(picture_html(graphs.graphs))
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ascendc_ops.graph_text import graph_text
from ascendc_ops.testing.graph_nodes import Node, parse_graphs, referenced

# Where TorchAir notes the FX node: "<name>-<target>.OUTPUT.<index>", at the last GE node made of it.
_ORIGIN = "_fx_tensor_name"
_TORCH_NAMESPACES = ("aten", "prims", "prim")

_ROW, _BOX, _GAP = 30, 24, 14
_FX_X, _FX_WIDTH, _GE_X, _GE_WIDTH, _MARGIN = 10, 330, 420, 560, 170
_STYLE = (
    "text{font:12px ui-monospace,monospace;fill:#1b1f24}.small{fill:#57606a}.fx{fill:#eef4ff;stroke:#8aa9dc}"
    ".ge{fill:#f3f7ee;stroke:#9bb884}.own{fill:#fff1d6;stroke:#d9962b;stroke-width:2}"
    ".io{fill:#f6f8fa;stroke:#b7bec7}.to{fill:none;stroke:#b7bec7}.edge{fill:none;stroke:#7d8590;opacity:.45}"
    ".edge:hover{stroke:#cf222e;opacity:1;stroke-width:2}"
)


@dataclass
class Group:
    """The GE nodes of one FX node; inputs, outputs and what TorchAir added have no FX node: name is empty."""

    name: str
    target: str
    nodes: list[Node] = field(default_factory=list)

    @property
    def custom(self) -> bool:
        """Whether the operator is none of torch's."""
        return bool(self.target) and self.target.partition(".")[0] not in _TORCH_NAMESPACES


def _origin(definition: Any) -> tuple[str, str] | None:
    for output in definition.output_desc:
        if _ORIGIN in output.attr:
            name, _, rest = output.attr[_ORIGIN].s.decode().partition("-")
            return name, rest.partition(".OUTPUT.")[0]
    return None


def groups(graph: Any) -> list[Group]:
    """The nodes of ``graph`` (a ``GraphDef`` message) by FX node, in order.

    A node without a note belongs to the FX node that was noted next: TorchAir converts one after the other.
    """
    (parsed,) = parse_graphs(graph_text(graph))
    found: list[Group] = []
    waiting: list[Node] = []
    for definition, node in zip(graph.op, parsed.nodes, strict=True):
        origin = _origin(definition)
        if node.type in ("Data", "NetOutput"):
            found.append(Group("", "", [node]))
        elif origin is None:
            waiting.append(node)
        elif found and (found[-1].name, found[-1].target) == origin:
            found[-1].nodes += [*waiting, node]
            waiting = []
        else:
            found.append(Group(*origin, [*waiting, node]))
            waiting = []
    if waiting:
        found.insert(len(found) - 1, Group("", "", waiting))
    return found


def _label(node: Node) -> str:
    inputs = ", ".join(f"{key}={value}" for key, value in node.inputs.items())
    attributes = ", ".join(f"{key}={value}" for key, value in node.attributes.items())
    arguments = ", ".join(filter(None, [inputs, attributes]))
    return f"{node.name + ' = ' if node.name else ''}{node.type}({arguments})"


def picture_text(graph: Any) -> str:
    """FX nodes on the left, the GE nodes made of each on the right; ``*`` marks custom operators."""
    rows = []
    for group in groups(graph):
        for i, node in enumerate(group.nodes):
            mark = "*" if group.custom else " "
            left = f"{mark} {group.name}: {group.target}" if group.name and i == 0 else ""
            outputs = f" -> {', '.join(node.outputs)}" if node.outputs else ""
            rows.append((left, f"{_label(node)}{outputs}"))
    width = max((len(left) for left, _ in rows), default=0)
    return "\n".join(f"{left:<{width}}  {right}".rstrip() for left, right in rows) + "\n"


def _clipped(text: str, width: int) -> str:
    count = width // 8 - 1  # a character of the font is about 7.3 px wide
    return html.escape(text if len(text) <= count else text[: count - 1] + "…")


def _box(x: float, y: float, width: int, height: float, kind: str, text: str, note: str) -> str:
    return (
        f'<g><title>{html.escape(note)}</title><rect class="{kind}" x="{x}" y="{y}" width="{width}" '
        f'height="{height}" rx="5"/>'
        f'<text x="{x + 8}" y="{y + height / 2 + 4}">{_clipped(text, width)}</text></g>'
    )


def picture_svg(graph: Any) -> str:
    """``graph`` as SVG. Edges are on the right; the pointer shows what a box or an edge is."""
    parts: list[str] = []
    places: dict[str, float] = {}
    y = 10.0
    found = groups(graph)
    for group in found:
        height = _ROW * len(group.nodes)
        if group.name:
            kind = "own" if group.custom else "fx"
            middle = y + (height - _ROW + _BOX) / 2
            text = f"{group.name}: {group.target}"
            parts.append(_box(_FX_X, middle - _BOX / 2, _FX_WIDTH, _BOX, kind, text, text))
            for i in range(len(group.nodes)):
                end = y + i * _ROW + _BOX / 2
                parts.append(f'<path class="to" d="M{_FX_X + _FX_WIDTH} {middle}L{_GE_X} {end}"/>')
        for node in group.nodes:
            kind = "own" if group.custom else "ge" if group.name else "io"
            outputs = ", ".join(node.outputs)
            text = f"{_label(node)}{' -> ' + outputs if outputs else ''}"
            parts.append(_box(_GE_X, y, _GE_WIDTH, _BOX, kind, f"{node.title}  {outputs}", text))
            places[node.name] = y + _BOX / 2
            y += _ROW
        y += _GAP
    nodes = [node for group in found for node in group.nodes]
    edges = "".join(_edges(nodes, places))
    width = _GE_X + _GE_WIDTH + _MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y}" width="{width}" height="{y}">'
        f"<style>{_STYLE}</style>{edges}{''.join(parts)}</svg>\n"
    )


def _edges(nodes: Sequence[Node], places: dict[str, float]) -> Iterator[str]:
    by_name = {node.name: node for node in nodes}
    right = _GE_X + _GE_WIDTH
    for node in nodes:
        for port, value in node.inputs.items():
            source = by_name.get(referenced(value))
            if source is None:
                continue
            start, end = places[source.name], places[node.name]
            bend = right + 15 + min(_MARGIN - 25, (end - start) / 3)
            note = f"{value} ({', '.join(source.outputs)}) is {port} of {node.title}"
            yield (
                f'<path class="edge" d="M{right} {start}C{bend} {start} {bend} {end} {right} {end}">'
                f"<title>{html.escape(note)}</title></path>"
            )


_SCRIPT = """
for (const svg of document.querySelectorAll('svg')) {
  const box = svg.viewBox.baseVal
  svg.addEventListener('wheel', e => {
    e.preventDefault()
    const f = e.deltaY > 0 ? 1.15 : 1 / 1.15, r = svg.getBoundingClientRect()
    const x = box.x + (e.clientX - r.left) / r.width * box.width
    const y = box.y + (e.clientY - r.top) / r.height * box.height
    box.x = x - (x - box.x) * f; box.y = y - (y - box.y) * f; box.width *= f; box.height *= f
  }, {passive: false})
  svg.addEventListener('pointermove', e => {
    if (!e.buttons) return
    const r = svg.getBoundingClientRect()
    box.x -= e.movementX / r.width * box.width; box.y -= e.movementY / r.height * box.height
  })
}
"""


def picture_html(graphs: Sequence[Any]) -> str:
    """A page with every graph: the wheel zooms, dragging moves. It loads nothing from elsewhere."""
    bodies = "".join(
        f"<h2>{html.escape(graph_text(graph).partition(chr(10))[0])} {i}</h2>{picture_svg(graph)}"
        f"<details><summary>text</summary><pre>{html.escape(graph_text(graph))}</pre></details>"
        for i, graph in enumerate(graphs)
    )
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>GE graphs</title><style>'
        "body{font-family:sans-serif;margin:1em}"
        "svg{border:1px solid #d0d7de;max-width:100%;touch-action:none}"
        "</style></head><body><p>FX nodes on the left, GE nodes on the right, custom operators in orange.</p>"
        f"{bodies}<script>{_SCRIPT}</script></body></html>\n"
    )
