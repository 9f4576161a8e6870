# SPDX-License-Identifier: Apache-2.0
"""Pictures as SVG."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping

from ascendc_ops.graph_picture.grouping import Group, Section, groups, sections
from ascendc_ops.graph_picture.layout import (
    BOX,
    FX_BOX_SHORT,
    HEAD,
    TOP,
    Place,
    Row,
    folded_at_first,
    fx_height,
    places,
    rows,
    summary,
)
from ascendc_ops.graph_picture.text import label
from ascendc_ops.graph_picture.timeline import KernelTime
from ascendc_ops.graph_text import CapturedGraph
from ascendc_ops.testing.graph_nodes import Node, referenced

_FX_X, _FX_WIDTH, _GE_X, _GE_WIDTH = 30, 310, 380, 440
_RIGHT = _GE_X + _GE_WIDTH
_SHAPES, _BENDS = 150, 120  # beside the boxes: what edges carry, and where they bend
_WIDTH = _RIGHT + _SHAPES + _BENDS
_INDENT = 5
_STYLE = (
    "text{font:12px ui-monospace,monospace;fill:#1b1f24}.small{font-size:10.5px;fill:#57606a}"
    ".kind{font-weight:bold}.fx{fill:#eef4ff;stroke:#8aa9dc}.ge{fill:#f3f7ee;stroke:#9bb884}"
    "rect.own{fill:#fff1d6;stroke:#d9962b;stroke-width:2}.io{fill:#f6f8fa;stroke:#b7bec7}"
    ".to{fill:none;stroke:#b7bec7}.section{fill:#57606a;fill-opacity:.035;stroke:#c3cad2}"
    ".head{cursor:pointer}.head text{font-weight:bold}text.plain{font-weight:normal}text.own{fill:#9a6200}"
    ".time{fill:#9a6200;text-decoration:underline}.shape{font-size:10px;fill:#57606a}"
    ".edge{fill:none;stroke:#7d8590;stroke-opacity:.55}.edge.own{stroke:#d9962b;stroke-opacity:1}"
    ".edge:hover,.edge.hot{stroke:#cf222e;stroke-opacity:1;stroke-width:2}"
)
_ARROW = (
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" '
    'orient="auto" markerUnits="userSpaceOnUse"><path d="M0 0L8 4L0 8z" fill="#7d8590"/></marker></defs>'
)


def picture_svg(graph: CapturedGraph, times: Mapping[str, KernelTime] | None = None) -> str:
    """``graph`` as SVG: FX nodes on the left, GE nodes on the right, edges with what they carry beside them.

    Modules are boxes around their nodes, folded where the graph would be too long to be taken in.

    Args:
        graph: from ``GraphRecorder.captured``.
        times: by GE's name of a node, the time of its kernel (``ascendc_ops.graph_picture.timeline``).
    """
    return _Picture(graph, times or {}).svg()


class _Picture:
    def __init__(self, graph: CapturedGraph, times: Mapping[str, KernelTime]) -> None:
        self._times = times
        found = groups(graph)
        self._nodes = {node.name: node for group in found for node in group.all_nodes}
        used = {referenced(value) for node in self._nodes.values() for value in node.inputs.values()}
        constants = (name for name, node in self._nodes.items() if node.type == "Const" and name in used)
        self._inlined = frozenset(constants)
        self._rows = rows(sections(found), self._inlined)
        self._folded = folded_at_first(self._rows)
        self._places, self._height = places(self._rows, self._folded)

    def svg(self) -> str:
        backgrounds = "".join(self._background(row) for row in self._rows if isinstance(row.content, Section))
        shown = "".join(self._row(row) for row in self._rows)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {self._height:g}" '
            f'width="{_WIDTH}" height="{self._height:g}" data-width="{_WIDTH}" data-right="{_RIGHT}" '
            f'data-side="{_RIGHT + _SHAPES}" data-bends="{_BENDS}" data-head="{HEAD}" data-top="{TOP}">'
            f"<style>{_STYLE}</style>{_ARROW}{backgrounds}{''.join(self._edges())}{shown}</svg>\n"
        )

    def _background(self, row: Row) -> str:
        place = self._places[row.id]
        inner = [p for p in self._places.values() if row.id in p.row.parents and not p.hidden]
        end = max((p.top + p.row.height for p in inner), default=place.top + HEAD)
        x = _FX_X - 20 + _INDENT * len(row.parents)
        return (
            f'<rect class="section" data-of="{row.id}" x="{x}" y="{place.top:g}" rx="4" '
            f'width="{_RIGHT + _SHAPES - x}" height="{end - place.top - 4:g}"{_hidden(place)}/>'
        )

    def _row(self, row: Row) -> str:
        place = self._places[row.id]
        head = isinstance(row.content, Section)
        body = self._head(row, row.content) if isinstance(row.content, Section) else self._group(row)
        kind = "row head" if head else "row"
        return (
            f'<g class="{kind}" data-id="{row.id}" data-in="{" ".join(row.parents)}" '
            f'data-height="{row.height:g}" transform="translate(0 {place.top:g})"{_hidden(place)}>{body}</g>'
        )

    def _head(self, row: Row, section: Section) -> str:
        x = _FX_X - 14 + _INDENT * len(row.parents)
        own = " own" if any(group.custom for group in section.groups()) else ""
        sign = "▸" if row.id in self._folded else "▾"
        return (
            f'<rect x="{x}" y="0" width="{_RIGHT - x}" height="{HEAD - 4}" fill-opacity="0"/>'
            f'<text x="{x}" y="15"><tspan class="sign">{sign}</tspan> {html.escape(section.title)}</text>'
            f'<text class="plain{own}" x="{_GE_X + 8}" y="15">{html.escape(summary(section))}</text>'
        )

    def _group(self, row: Row) -> str:
        group = row.content
        assert isinstance(group, Group)
        parts = []
        if group.fx is not None:
            height = fx_height(group)
            top = row.middle - height / 2
            text = f"{group.fx.name}: {group.fx.target}"
            note = f"{text}\n{group.fx.source}".strip()
            parts.append(_rect(_FX_X, top, _FX_WIDTH, height, "own" if group.custom else "fx", note))
            parts.append(_text(_FX_X + 8, top + 16, _FX_WIDTH, text))
            if height > FX_BOX_SHORT:
                parts.append(_text(_FX_X + 8, top + 31, _FX_WIDTH, group.fx.source, "small"))
            for node in row.nodes:
                if node not in group.inputs:
                    end = row.ports[node.name]
                    parts.append(
                        f'<path class="to" d="M{_FX_X + _FX_WIDTH} {row.middle:g}L{_GE_X} {end:g}"/>'
                    )
        parts += [self._node(group, node, row.ports[node.name]) for node in row.nodes]
        return "".join(parts)

    def _node(self, group: Group, node: Node, middle: float) -> str:
        inside = group.fx is not None and node not in group.inputs
        kind = "own" if group.is_custom(node) else "ge" if inside else "io"
        outputs = ", ".join(node.outputs)
        details = {key: self._constant(value) for key, value in node.inputs.items()} | node.attributes
        written = ", ".join(f"{k}={v}" for k, v in details.items() if not v.startswith("%"))
        text = f"{node.name} {node.type}".strip()
        time = self._times.get(group.ge_names.get(node.name, ""))
        width = _GE_WIDTH - len(text) * 8 - (90 if time else 0)
        parts = [
            _rect(_GE_X, middle - BOX / 2, _GE_WIDTH, BOX, kind, f"{label(node)}\n-> {outputs}"),
            f'<text class="kind" x="{_GE_X + 8}" y="{middle + 4:g}">{html.escape(text)}</text>',
            _text(_GE_X + 16 + len(text) * 7.5, middle + 4, width, written, "small"),
        ]
        if time:
            parts.append(
                f'<a href="{html.escape(time.picture)}" target="_blank"><text class="time" x="{_RIGHT - 80}" '
                f'y="{middle + 4:g}">{time.microseconds:.2f} us</text></a>'
            )
        if node.outputs and node.type not in ("Const", "NetOutput"):
            parts.append(_text(_RIGHT + 10, middle - 2, _SHAPES, outputs, "shape"))
        return f'<g class="node" data-node="{node.name}">{"".join(parts)}</g>'

    def _constant(self, value: str) -> str:
        """A constant's value where it is written into the node that uses it."""
        if referenced(value) not in self._inlined:
            return value
        kind, _, number = self._nodes[referenced(value)].attributes["value"].partition("] ")
        return number or kind

    def _edges(self) -> Iterator[str]:
        at = {name: self._places[row.id] for row in self._rows for name in row.ports}
        drawn = set()
        for row in self._rows:
            group = row.content
            for node in row.nodes:
                for port, value in node.inputs.items():
                    name = referenced(value)
                    if name not in at:
                        continue
                    start, end = at[name].port(name), at[node.name].port(node.name)
                    source = self._nodes[name]
                    note = f"{value} ({', '.join(source.outputs)}) is {port} of {node.title}"
                    own = " own" if isinstance(group, Group) and group.is_custom(node) else ""
                    visible = start != end and (start, end) not in drawn
                    drawn.add((start, end))
                    yield (
                        f'<path class="edge{own}" data-from="{at[name].row.id} {at[name].row.ports[name]:g}" '
                        f'data-to="{row.id} {row.ports[node.name]:g}" data-nodes="{name} {node.name}" '
                        f'd="{_curve(start, end)}" marker-end="url(#arrow)"{"" if visible else _HIDDEN}>'
                        f"<title>{html.escape(note)}</title></path>"
                    )


_HIDDEN = ' style="display:none"'


def _hidden(place: Place) -> str:
    return _HIDDEN if place.hidden else ""


def _curve(start: float, end: float) -> str:
    """From the right of one box to that of another; the further, the wider. Also in the page's script."""
    side = _RIGHT + _SHAPES
    bend = side + min(_BENDS, 8 + 4 * abs(end - start) ** 0.5) * 1.3
    return f"M{_RIGHT} {start:g}H{side}C{bend:.0f} {start:g} {bend:.0f} {end:g} {side} {end:g}H{_RIGHT}"


def _rect(x: float, y: float, width: float, height: float, kind: str, note: str) -> str:
    return (
        f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="5">'
        f"<title>{html.escape(note)}</title></rect>"
    )


def _text(x: float, y: float, width: float, text: str, kind: str = "") -> str:
    """``text``, cut where it would leave ``width``. A character of the font is about 7.3 px wide."""
    count = max(int(width / (6.4 if kind else 7.5)) - 2, 0)
    shown = text if len(text) <= count else text[: max(count - 1, 0)] + "…"
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x:g}" y="{y:g}">{html.escape(shown)}</text>'
