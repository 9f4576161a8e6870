# SPDX-License-Identifier: Apache-2.0
"""Reads the text of a GE graph (``ascendc_ops.graph_text``) back into nodes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_HEAD = re.compile(r"\s+(?:(?P<name>%\S+) = )?(?P<type>\w+)\(")
_TAIL = re.compile(r"(?: -> (?P<outputs>.*?))?(?: on (?P<device>\w+))?(?: after (?P<after>[%\w, ]+))?")
_REFERENCE = re.compile(r"(%\w+)(?:\.\w+)?$")
_CLOSING = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True)
class Node:
    """One line of a graph. References to other nodes keep their output: ``%3`` or ``%3.mean``."""

    name: str
    type: str
    inputs: dict[str, str] = field(default_factory=dict)
    attributes: dict[str, str] = field(default_factory=dict)
    outputs: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        return f"{self.type} {self.name}".rstrip()


@dataclass(frozen=True)
class Graph:
    kind: str  # "static graph" or "dynamic graph"
    nodes: tuple[Node, ...]


def referenced(value: str) -> str:
    """The node that an input comes from."""
    match = _REFERENCE.match(value)
    return match[1] if match else value


def split_top_level(text: str) -> list[str]:
    """The parts between commas that stand in no bracket and no string."""
    return [part.strip() for part in _pieces(text, ",")] if text.strip() else []


def _pieces(text: str, separator: str) -> Iterator[str]:
    expected: list[str] = []
    quote = ""
    start = i = 0
    while i < len(text):
        char = text[i]
        if quote:
            if char == "\\":
                i += 1
            elif char == quote:
                quote = ""
        elif char in "'\"":
            quote = char
        elif char in _CLOSING:
            expected.append(_CLOSING[char])
        elif expected and char == expected[-1]:
            expected.pop()
        elif not expected and char == separator:
            yield text[start:i]
            start = i + 1
        i += 1
    yield text[start:]


def _node(line: str) -> Node:
    head = _HEAD.match(line)
    if head is None:
        raise ValueError(
            f"expected a line of a GE graph such as '  %2 = Relu(x=%1) -> float32[8]', got {line!r}"
        )
    arguments = next(_pieces(line[head.end() :], ")"))
    tail = _TAIL.fullmatch(line[head.end() + len(arguments) + 1 :])
    if tail is None:
        raise ValueError(f"expected ' -> outputs', ' on device' or ' after nodes' behind the ')' of {line!r}")
    inputs: dict[str, str] = {}
    attributes: dict[str, str] = {}
    outputs = split_top_level(tail["outputs"] or "")
    for i, argument in enumerate(split_top_level(arguments)):
        key, separator, value = argument.partition("=")
        if argument.startswith("%"):  # NetOutput's "%2: float32[8]", or an input without a name
            value, _, kind = argument.partition(": ")
            inputs[str(i)] = value
            outputs += [kind] if kind else []
        elif separator and value.startswith("%"):
            inputs[key] = value
        else:
            attributes[key] = value
    if tail["device"]:
        attributes["device"] = tail["device"]
    after = tuple(split_top_level(tail["after"] or ""))
    return Node(head["name"] or "", head["type"], inputs, attributes, tuple(outputs), after)


def parse_graphs(text: str) -> list[Graph]:
    """The graphs in ``text``; lines that stand before the first one are skipped.

    Raises ValueError for a line that is no part of a graph.
    """
    graphs: list[Graph] = []
    kind = ""
    nodes: list[Node] = []
    for line in text.splitlines():
        if line in ("static graph", "dynamic graph"):
            if kind:
                graphs.append(Graph(kind, tuple(nodes)))
            kind, nodes = line, []
        elif kind and line.strip():
            nodes.append(_node(line))
    return [*graphs, Graph(kind, tuple(nodes))] if kind else graphs
