# SPDX-License-Identifier: Apache-2.0
"""Where things stand in a picture: rows below each other, some inside of sections that may be folded."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ascendc_ops.graph_picture.grouping import Group, Section
from ascendc_ops.testing.graph_nodes import Node

BOX, PITCH, GAP, TOP, HEAD = 24, 28, 10, 10, 26
#: Height of an FX node's box, with its line in the source and without.
FX_BOX, FX_BOX_SHORT = 38, 24
# More rows than this are not taken in at a glance.
_READABLE_NODES = 60


@dataclass
class Row:
    """A group, or the head of a section. ``ports``: from the row's top to the middle of each of its nodes."""

    id: str
    parents: tuple[str, ...]  # sections around it, outermost first
    content: Group | Section
    nodes: list[Node] = field(default_factory=list)
    ports: dict[str, float] = field(default_factory=dict)
    height: float = HEAD

    @property
    def middle(self) -> float:
        return (self.height - GAP) / 2


@dataclass(frozen=True)
class Place:
    """Where a row is: its own top, or that of the head of the folded section that hides it."""

    row: Row
    top: float
    hidden: bool

    def port(self, node: str) -> float:
        return self.top + (HEAD / 2 if self.hidden else self.row.ports[node])


def rows(parts: Sequence[Section | Group], inlined: frozenset[str]) -> list[Row]:
    """``parts`` as rows. Nodes whose name is in ``inlined`` are written where they are used."""
    return list(_rows(parts, inlined, (), itertools.count()))


def _rows(
    parts: Sequence[Section | Group], inlined: frozenset[str], parents: tuple[str, ...], ids: Iterator[int]
) -> Iterator[Row]:
    for part in parts:
        name = f"r{next(ids)}"
        if isinstance(part, Section):
            yield Row(name, parents, part)
            yield from _rows(part.parts, inlined, (*parents, name), ids)
            continue
        nodes = [node for node in part.all_nodes if node.name not in inlined]
        below = len(nodes) * PITCH - (PITCH - BOX)
        height = max(below, fx_height(part))
        first = (height - below) / 2 + BOX / 2
        ports = {node.name: first + i * PITCH for i, node in enumerate(nodes)}
        yield Row(name, parents, part, nodes, ports, height + GAP)


def fx_height(group: Group) -> float:
    return 0 if group.fx is None else FX_BOX if group.fx.source else FX_BOX_SHORT


def folded_at_first(all_rows: Sequence[Row]) -> frozenset[str]:
    """The sections that are folded so that the picture can be taken in: none, the inner ones, or all."""
    sections = [row for row in all_rows if isinstance(row.content, Section)]
    depths = sorted({len(row.parents) for row in sections}, reverse=True)
    folded: frozenset[str] = frozenset()
    for depth in [None, *depths]:
        folded = frozenset(row.id for row in sections if depth is not None and len(row.parents) >= depth)
        shown = sum(max(len(row.nodes), 1) for row in all_rows if not folded.intersection(row.parents))
        if shown <= _READABLE_NODES:
            break
    return folded


def places(all_rows: Sequence[Row], folded: frozenset[str]) -> tuple[dict[str, Place], float]:
    """The place of each row by its id, and the height of all. The page's script does the same."""
    found: dict[str, Place] = {}
    y = float(TOP)
    for row in all_rows:
        around = next((parent for parent in row.parents if parent in folded), None)
        if around is not None:
            found[row.id] = Place(row, found[around].top, hidden=True)
        else:
            found[row.id] = Place(row, y, hidden=False)
            y += row.height
    return found, y


def summary(section: Section) -> str:
    """What a folded section holds: the number of nodes, and the operators that are none of torch's."""
    inner = list(section.groups())
    custom = Counter(node.type for group in inner for node in group.nodes if group.is_custom(node))
    counts = [f"{sum(bool(group.fx) for group in inner)} FX", f"{sum(len(g.nodes) for g in inner)} GE nodes"]
    return ", ".join([*counts, *(f"{count} {kind}" for kind, count in custom.items())])
