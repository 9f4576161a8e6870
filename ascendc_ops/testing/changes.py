# SPDX-License-Identifier: Apache-2.0
"""What changed between two texts of GE graphs, in words."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from ascendc_ops.testing.graph_nodes import Graph, Node, parse_graphs, referenced

_TENSOR = re.compile(r"(\w+)(\[.*\])?$")


def describe_changes(before: str, after: str) -> list[str]:
    """One sentence for each difference; empty when the graphs are equal.

    Args:
        before: text of one or more graphs, each as ``graph_text`` writes it.
        after: the same, now.

    Raises:
        ValueError: for text that holds something else than graphs.
    """
    old, new = parse_graphs(before), parse_graphs(after)
    changes = []
    if len(old) != len(new):
        changes.append(f"number of GE graphs: {len(old)} before, {len(new)} now")
    for i, (a, b) in enumerate(zip(old, new, strict=False)):
        place = f"graph {i}: " if max(len(old), len(new)) > 1 else ""
        changes += [place + change for change in _changes(a, b)]
    return changes


def _changes(old: Graph, new: Graph) -> Iterator[str]:
    if old.kind != new.kind:
        yield f"a {old.kind} became a {new.kind}"
    pairs = list(_pairs(old.nodes, new.nodes))
    renamed = {a.name: b.name for a, b in pairs}
    kept_old, kept_new = {id(a) for a, _ in pairs}, {id(b) for _, b in pairs}
    removed = {node.name: node for node in old.nodes if id(node) not in kept_old}
    added = {node.name: node for node in new.nodes if id(node) not in kept_new}
    by_name = {node.name: node for node in new.nodes}
    old_by_name = {node.name: node for node in old.nodes}
    for node in added.values():
        yield _added_or_removed(node, new, by_name, "added")
    for node in removed.values():
        yield _added_or_removed(node, old, old_by_name, "removed")
    for a, b in pairs:
        yield from _node_changes(a, b)
        for port in [*a.inputs, *(port for port in b.inputs if port not in a.inputs)]:
            was, now = a.inputs.get(port), b.inputs.get(port)
            expected = _renamed(was, renamed) if was else None
            if expected == now or _explained(was, now, added, removed, renamed):
                continue
            origin = _title(was, old_by_name) if was else "nothing"
            source = _title(now, by_name) if now else "nothing"
            yield f"{b.title}: input {port} comes from {source}, was {origin}"


def _pairs(old: tuple[Node, ...], new: tuple[Node, ...]) -> Iterator[tuple[Node, Node]]:
    """Nodes that are the same one before and now: equal runs first, within the rest by type."""

    def key(node: Node) -> tuple[object, ...]:
        return node.type, tuple(node.attributes.items()), node.outputs, tuple(node.inputs)

    matcher = difflib.SequenceMatcher(None, [key(n) for n in old], [key(n) for n in new], autojunk=False)
    for tag, a, a_end, b, b_end in matcher.get_opcodes():
        if tag == "equal":
            yield from zip(old[a:a_end], new[b:b_end], strict=True)
        elif tag == "replace":
            types = difflib.SequenceMatcher(
                None, [n.type for n in old[a:a_end]], [n.type for n in new[b:b_end]], autojunk=False
            )
            for match in types.get_matching_blocks():
                first, second = a + match.a, b + match.b
                yield from zip(
                    old[first : first + match.size], new[second : second + match.size], strict=True
                )


def _renamed(value: str, names: dict[str, str]) -> str:
    node = referenced(value)
    return names.get(node, "removed " + node) + value[len(node) :]


def _explained(
    was: str | None,
    now: str | None,
    added: dict[str, Node],
    removed: dict[str, Node],
    renamed: dict[str, str],
) -> bool:
    """Whether an input changed only because a node was put between, or taken away from there."""
    if was is None or now is None:
        return False
    inserted, dropped = added.get(referenced(now)), removed.get(referenced(was))
    before = list(dropped.inputs.values()) if dropped else [was]
    after = list(inserted.inputs.values()) if inserted else [now]
    return bool(inserted or dropped) and any(_renamed(value, renamed) in after for value in before)


def _title(value: str, nodes: dict[str, Node]) -> str:
    node = nodes.get(referenced(value))
    return f"{node.type} {value}" if node else value


def _added_or_removed(node: Node, graph: Graph, nodes: dict[str, Node], what: str) -> str:
    sources = [_title(value, nodes) for value in node.inputs.values()]
    users = [
        each.title
        for each in graph.nodes
        if node.name and node.name in (referenced(value) for value in each.inputs.values())
    ]
    where = f" from {', '.join(sources)}" if sources else ""
    where += f" to {', '.join(users)}" if users else ""
    if node.type == "Cast" and sources:
        source = nodes.get(referenced(next(iter(node.inputs.values()))))
        dtypes = [_split(each.outputs[0])[0] for each in (source, node) if each and each.outputs]
        kind = "extra Cast" if what == "added" else "Cast removed"
        return f"{kind} {node.name} ({' to '.join(dtypes)}){where}"
    outputs = f" -> {', '.join(node.outputs)}" if node.outputs else ""
    return f"node {what}: {node.title}{outputs}{where}"


def _split(tensor: str) -> tuple[str, str]:
    match = _TENSOR.match(tensor)
    return (match[1], match[2] or "unknown") if match else (tensor, "unknown")


def _node_changes(old: Node, new: Node) -> Iterator[str]:
    for name in sorted({*old.attributes, *new.attributes}):
        was, now = old.attributes.get(name, "not set"), new.attributes.get(name, "not set")
        if was != now:
            yield f"{new.title}: attribute {name} is {now}, was {was}"
    if len(old.outputs) != len(new.outputs):
        yield f"{new.title}: {len(new.outputs)} outputs, were {len(old.outputs)}"
        return
    for i, (was, now) in enumerate(zip(old.outputs, new.outputs, strict=True)):
        what = f"output {i}" if len(new.outputs) > 1 else "output"
        for part, a, b in zip(("dtype", "shape"), _split(was), _split(now), strict=True):
            if a != b:
                yield f"{new.title}: {part} of {what} is {b}, was {a}"
    if len(old.after) != len(new.after):
        now, was = (", ".join(node.after) or "no node" for node in (new, old))
        yield f"{new.title}: waits for {now}, waited for {was}"
