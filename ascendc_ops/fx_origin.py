# SPDX-License-Identifier: Apache-2.0
"""Where an FX node comes from: its modules and its line in the model's source."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

import torch

# Dynamo's name of the compiled function's module: L['self'].blocks.0
_ROOT = re.compile(r"^[A-Z]\['\w+'\](\[\d+\])*\.?")
_FRAME = re.compile(r'File "(?P<file>.*?)", line (?P<line>\d+), in .*\n\s*(?P<code>.*)')
_HERE = Path(__file__).parent


@dataclass(frozen=True)
class FxNode:
    """A node of an FX graph.

    Attributes:
        name: unique in its graph.
        target: the operator, e.g. aten.relu.default.
        modules: path and class of the modules that it is in, outermost first, without the compiled one.
        source: the innermost line outside of this package and torch, as ``model.py:12: return x + y``; empty
            where torch does not know it.
        backward: whether it belongs to a backward pass; modules are then those of the forward pass.
    """

    name: str
    target: str
    modules: tuple[tuple[str, str], ...] = ()
    source: str = ""
    backward: bool = False

    def __str__(self) -> str:
        return f"{self.name} ({self.source})" if self.source else self.name


def fx_node(node: torch.fx.Node) -> FxNode:
    """What torch noted at ``node``."""
    stack = node.meta.get("nn_module_stack") or node.meta.get("fwd_nn_module_stack") or {}
    named = ((_ROOT.sub("", path), _class_name(kind)) for path, kind in stack.values())
    modules = tuple((path, kind) for path, kind in named if path)
    source = _source(node.meta.get("stack_trace") or "")
    return FxNode(node.name, str(node.target), modules, source, "autograd_backward" in node.meta)


def running_fx_node() -> FxNode | None:
    """The FX node that a ``torch.fx.Interpreter`` further up on this thread's stack runs, e.g. TorchAir's."""
    frame = sys._getframe(1)
    while frame is not None:
        if isinstance(frame.f_locals.get("self"), torch.fx.Interpreter):
            for value in frame.f_locals.values():
                if isinstance(value, torch.fx.Node):
                    return fx_node(value)
        frame = frame.f_back  # type: ignore[assignment]
    return None


def _class_name(kind: object) -> str:
    return kind.__name__ if isinstance(kind, type) else str(kind).rpartition(".")[2]


def _source(stack_trace: str) -> str:
    frames = [frame for frame in _FRAME.finditer(stack_trace) if _HERE not in Path(frame["file"]).parents]
    if not frames:
        return ""
    innermost = frames[-1]
    return f"{Path(innermost['file']).name}:{innermost['line']}: {innermost['code']}"
