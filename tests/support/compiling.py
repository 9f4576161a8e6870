# SPDX-License-Identifier: Apache-2.0
"""Compiling with TorchAir in a way that no test can pass in silent eager mode."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ascendc_ops.testing import CompiledModel


class CompiledForNpu(CompiledModel):
    """``function`` compiled into whole graphs; see ``CompiledModel``."""

    def __init__(self, function: Callable[..., Any], *, dynamic: bool = False) -> None:
        super().__init__(function, dynamic=dynamic)

    def assert_compiled(self, graphs: int, op_type: str | None = "AddCustom") -> None:
        """Fails unless GE got exactly ``graphs`` graphs, each with a node of type ``op_type``."""
        texts = self.graphs
        assert len(texts) == graphs, f"{len(texts)} GE graphs instead of {graphs}:\n" + "\n".join(texts)
        for text in texts:
            assert op_type is None or f"{op_type}(" in text, f"no {op_type} node in\n{text}"
