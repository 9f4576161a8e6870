# SPDX-License-Identifier: Apache-2.0
"""Compiling with TorchAir so that nothing passes in silent eager mode: graphs and recompiles are counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import torchair
from torch._dynamo.utils import clear_compilation_metrics, counters, get_compilation_metrics

from ascendc_ops.graph_text import CapturedGraph, GraphRecorder


class CompileLog:
    """What Dynamo does from now on, as if nothing had been compiled before: it is reset."""

    def __init__(self) -> None:
        torch._dynamo.reset()
        counters.clear()
        clear_compilation_metrics()

    @property
    def graph_breaks(self) -> tuple[str, ...]:
        """The reason of each graph break. A recompile counts the same ones again."""
        return tuple(reason for reason, count in counters["graph_break"].items() for _ in range(count))

    @property
    def recompiles(self) -> tuple[str, ...]:
        """The reason of each recompile."""
        reasons: dict[str, str] = {}
        for metrics in get_compilation_metrics():
            compile_id = str(metrics.compile_id)  # <frame>/<how often it was compiled before>[_<attempt>]
            earlier = compile_id.rpartition("/")[2].partition("_")[0]
            reason = getattr(metrics, "recompile_reason", None)
            if earlier.isdigit() and int(earlier) > 0 and (reason or compile_id not in reasons):
                reasons[compile_id] = reason or "torch gives no reason"
        return tuple(reasons.values())


class CompiledModel:
    """``function`` compiled with TorchAir's backend. Its GE graphs are counted and recorded.

    Args:
        function: module or function to compile.
        dynamic: passed to ``torch.compile``.
        fullgraph: passed to ``torch.compile``.
        config: ``torchair.CompilerConfig`` to compile with; the default one if None. Its graph dump is used.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        *,
        dynamic: bool | None = False,
        fullgraph: bool = True,
        config: Any = None,
    ) -> None:
        self.config = torchair.CompilerConfig() if config is None else config
        self.backend_calls = 0
        self._recorder = GraphRecorder(self.config)
        self._backend = torchair.get_npu_backend(compiler_config=self.config)
        self._compiled = torch.compile(function, backend=self._count, fullgraph=fullgraph, dynamic=dynamic)

    def _count(self, module: torch.fx.GraphModule, example_inputs: list[torch.Tensor]) -> Any:
        compiled = self._backend(module, example_inputs)
        self.backend_calls += 1
        return compiled

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return self._compiled(*arguments, **keywords)

    @property
    def graphs(self) -> list[str]:
        """The GE graphs handed over so far, as text (``ascendc_ops.graph_text``)."""
        return self._recorder.texts

    @property
    def captured(self) -> list[CapturedGraph]:
        """The same as ``GraphDef`` messages, with the FX nodes that they were made of."""
        return self._recorder.captured
