# SPDX-License-Identifier: Apache-2.0
"""Pictures as text."""

from __future__ import annotations

from ascendc_ops.graph_picture.grouping import groups
from ascendc_ops.graph_text import CapturedGraph
from ascendc_ops.testing.graph_nodes import Node


def label(node: Node) -> str:
    """The node as in the graph's text, without its outputs."""
    inputs = ", ".join(f"{key}={value}" for key, value in node.inputs.items())
    attributes = ", ".join(f"{key}={value}" for key, value in node.attributes.items())
    arguments = ", ".join(filter(None, [inputs, attributes]))
    return f"{node.name + ' = ' if node.name else ''}{node.type}({arguments})"


def picture_text(graph: CapturedGraph) -> str:
    """FX nodes on the left, the GE nodes made of each on the right; ``*`` marks custom operators.

    An input of the graph stands before the first node that uses it.
    """
    rows = []
    for group in groups(graph):
        rows += [("", node) for node in group.inputs]
        for i, node in enumerate(group.nodes):
            mark = "*" if group.custom else " "
            rows.append((f"{mark} {group.fx.name}: {group.fx.target}" if group.fx and i == 0 else "", node))
    width = max((len(left) for left, _ in rows), default=0)
    lines = []
    for left, node in rows:
        outputs = f" -> {', '.join(node.outputs)}" if node.outputs else ""
        lines.append(f"{left:<{width}}  {label(node)}{outputs}".rstrip())
    return "\n".join(lines) + "\n"
