# SPDX-License-Identifier: Apache-2.0
"""Pictures of GE graphs: each FX node beside the GE nodes that TorchAir made of it, module by module.

>>> recorder = GraphRecorder(config)  # and a compiled call
>>> Path("graph.html").write_text(picture_html(recorder.captured))
"""

from __future__ import annotations

from ascendc_ops.graph_picture.page import picture_html
from ascendc_ops.graph_picture.svg import picture_svg
from ascendc_ops.graph_picture.text import picture_text

__all__ = ["picture_html", "picture_svg", "picture_text"]
