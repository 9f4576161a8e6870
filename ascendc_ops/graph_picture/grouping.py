# SPDX-License-Identifier: Apache-2.0
"""Which GE nodes were made of which FX node, and in which modules these are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ascendc_ops.fx_origin import FxNode
from ascendc_ops.graph_text import CapturedGraph, graph_text
from ascendc_ops.testing.graph_nodes import Node, parse_graphs, referenced

# Where TorchAir notes the FX node: "<name>-<target>.OUTPUT.<index>", at the last GE node made of it.
_ORIGIN = "_fx_tensor_name"
_TORCH_NAMESPACES = ("aten", "prims", "prim")
_ROOT: tuple[tuple[str, str], ...] = ()


@dataclass
class Group:
    """The GE nodes of one FX node, after the graph's inputs that it is the first to use.

    Outputs and what TorchAir added have no FX node: ``fx`` is None. ``ge_names``: GE's own names of nodes by
    those that they have in the text. ``results``: those that are the FX node, not a step on the way to it.
    """

    fx: FxNode | None
    nodes: list[Node] = field(default_factory=list)
    inputs: list[Node] = field(default_factory=list)
    ge_names: dict[str, str] = field(default_factory=dict)
    results: set[str] = field(default_factory=set)

    @property
    def custom(self) -> bool:
        """Whether the operator is none of torch's."""
        return self.fx is not None and self.fx.target.partition(".")[0] not in _TORCH_NAMESPACES

    def is_custom(self, node: Node) -> bool:
        """Whether ``node`` is such an operator, not what TorchAir put before it."""
        return self.custom and node.name in self.results

    @property
    def all_nodes(self) -> list[Node]:
        return [*self.inputs, *self.nodes]


@dataclass
class Section:
    """Consecutive groups of one module; a module that is called again has another one."""

    path: str
    kind: str
    backward: bool
    parts: list[Section | Group] = field(default_factory=list)

    @property
    def title(self) -> str:
        return f"{'backward of ' if self.backward else ''}{self.path} · {self.kind}"

    def groups(self) -> Iterator[Group]:
        for part in self.parts:
            if isinstance(part, Group):
                yield part
            else:
                yield from part.groups()


def _origin(definition: Any) -> tuple[str, str] | None:
    for output in definition.output_desc:
        if _ORIGIN in output.attr:
            name, _, rest = output.attr[_ORIGIN].s.decode().partition("-")
            return name, rest.partition(".OUTPUT.")[0]
    return None


def groups(graph: CapturedGraph) -> list[Group]:
    """The nodes of ``graph`` by FX node, in order.

    A node without a note belongs to the FX node that was noted next: TorchAir converts one after the other.
    """
    (parsed,) = parse_graphs(graph_text(graph.definition))
    found: list[Group] = []
    waiting: list[Node] = []
    inputs: dict[str, Node] = {}
    names: dict[str, str] = {}
    last = ("", "")
    for definition, node in zip(graph.definition.op, parsed.nodes, strict=True):
        names[node.name] = definition.name
        origin = _origin(definition)
        if node.type == "Data":
            inputs[node.name] = node
        elif node.type == "NetOutput":
            found += [Group(None, waiting)] if waiting else []
            found.append(Group(None, [node]))
        elif origin is None:
            waiting.append(node)
        else:
            if not found or origin != last:
                found.append(Group(graph.fx.get(origin[0], FxNode(*origin))))
            found[-1].nodes += [*waiting, node]
            found[-1].results.add(node.name)
            waiting, last = [], origin
    for group in found:
        for node in group.nodes:
            for value in node.inputs.values():
                if referenced(value) in inputs:
                    group.inputs.append(inputs.pop(referenced(value)))
        group.ge_names = {node.name: names[node.name] for node in group.all_nodes if node.name}
    unused = Group(None, inputs=list(inputs.values()))
    return [unused, *found] if unused.inputs else found


def sections(found: Sequence[Group]) -> list[Section | Group]:
    """``found`` in the tree of modules. What holds a single group, or a single module, is no section."""
    top = Section("", "", False)
    open_sections = [top]
    for group in found:
        modules = group.fx.modules if group.fx else _ROOT
        backward = bool(group.fx and group.fx.backward)
        depth = 0
        for section, (path, _) in zip(open_sections[1:], modules, strict=False):
            if section.path != path or section.backward != backward:
                break
            depth += 1
        del open_sections[depth + 1 :]
        for path, kind in modules[depth:]:
            section = Section(path, kind, backward)
            open_sections[-1].parts.append(section)
            open_sections.append(section)
        open_sections[-1].parts.append(group)
    return [_simplified(part) for part in top.parts]


def _simplified(part: Section | Group) -> Section | Group:
    if isinstance(part, Group):
        return part
    part.parts = [_simplified(inner) for inner in part.parts]
    return part.parts[0] if len(part.parts) == 1 else part
