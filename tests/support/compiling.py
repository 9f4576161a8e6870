# SPDX-License-Identifier: Apache-2.0
"""Compiling with TorchAir in a way that no test can pass in silent eager mode."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import torchair

from ascendc_ops.graph_text import GraphRecorder


class CompiledForNpu:
    """``function`` compiled with TorchAir's backend into whole graphs, which are counted and recorded.

    Args:
        function: module or function to compile.
        dynamic: passed to ``torch.compile``.
    """

    def __init__(self, function: Callable[..., Any], *, dynamic: bool = False) -> None:
        config = torchair.CompilerConfig()
        self.backend_calls = 0
        self._recorder = GraphRecorder(config)
        self._backend = torchair.get_npu_backend(compiler_config=config)
        self._compiled = torch.compile(function, backend=self._count, fullgraph=True, dynamic=dynamic)

    def _count(self, module: torch.fx.GraphModule, example_inputs: list[torch.Tensor]) -> Any:
        compiled = self._backend(module, example_inputs)
        self.backend_calls += 1
        return compiled

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return self._compiled(*arguments, **keywords)

    @property
    def graphs(self) -> list[str]:
        """The GE graphs handed over so far, as text."""
        return self._recorder.texts

    def assert_compiled(self, graphs: int, op_type: str | None = "AddCustom") -> None:
        """Fails unless GE got exactly ``graphs`` graphs, each with a node of type ``op_type``."""
        texts = self.graphs
        assert len(texts) == graphs, f"{len(texts)} GE graphs instead of {graphs}:\n" + "\n".join(texts)
        for text in texts:
            assert op_type is None or f"{op_type}(" in text, f"no {op_type} node in\n{text}"
