# SPDX-License-Identifier: Apache-2.0
"""Operators whose Meta checks nothing or describes the result wrongly, converted to GE's AddCustom.

They bring to GE what the real operator's Meta refuses, to test what GE's part of the operator answers.
"""

from __future__ import annotations

from typing import Any

import torch
import torchair

_library = torch.library.Library("ascendc_ops_tests", "FRAGMENT")
for _name in ("unchecked_add", "half_add", "longer_add"):
    _library.define(f"{_name}(Tensor x, Tensor y) -> Tensor")


@torch.library.register_fake("ascendc_ops_tests::unchecked_add", lib=_library)
def _unchecked(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return torch.empty_like(x)


@torch.library.register_fake("ascendc_ops_tests::half_add", lib=_library)
def _half(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return torch.empty_like(x, dtype=torch.float16)


@torch.library.register_fake("ascendc_ops_tests::longer_add", lib=_library)
def _longer(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return x.new_empty(x.shape[0] + 1, *x.shape[1:])


def convert(x: Any, y: Any, meta_outputs: Any = None) -> Any:
    return torchair.ge.custom_op("AddCustom", inputs={"x": x, "y": y}, outputs=["z"])


#: Meta: like x, whatever y is.
unchecked_add = torch.ops.ascendc_ops_tests.unchecked_add.default
#: Meta: float16, whatever x is.
half_add = torch.ops.ascendc_ops_tests.half_add.default
#: Meta: one row more than x.
longer_add = torch.ops.ascendc_ops_tests.longer_add.default

for _operator in (unchecked_add, half_add, longer_add):
    torchair.register_fx_node_ge_converter(_operator)(convert)
