# SPDX-License-Identifier: Apache-2.0
"""Tests of captured graphs: what TorchAir hands to GE for a model, compared with a golden file.

With pytest nothing has to be imported: the plugin that is installed with this package has the fixture
``graph_snapshot`` and the option ``--update-graphs``::

    def test_my_model(graph_snapshot):
        graph_snapshot(MyModel(), torch.randn(8, 64))

Without pytest, ``GraphSnapshot(folder)`` is called the same way. The model may use operators of this package
or not; it is compiled by the real TorchAir, on an NPU or without one.
"""

from __future__ import annotations

from ascendc_ops.testing.capture import CompiledModel, CompileLog
from ascendc_ops.testing.changes import describe_changes
from ascendc_ops.testing.snapshot import GraphSnapshot

__all__ = ["CompileLog", "CompiledModel", "GraphSnapshot", "describe_changes"]
