# SPDX-License-Identifier: Apache-2.0
"""Running a function on both devices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch.utils._pytree import tree_map


def to(tree: Any, device: str) -> Any:
    """The tree with every tensor detached, copied and moved."""
    return tree_map(lambda x: x.detach().clone().to(device) if isinstance(x, torch.Tensor) else x, tree)


def assert_same(function: Callable[..., Any], *args: Any, tolerance: float = 0.0) -> None:
    """The function gives the same on both devices, in its result and in what it does to its arguments."""
    results = {}
    for device in ("cpu", "npu"):
        moved = to(args, device)
        results[device] = to((function(*moved), moved), "cpu")
    torch.testing.assert_close(
        results["npu"], results["cpu"], rtol=tolerance, atol=tolerance, equal_nan=True, check_stride=False
    )
