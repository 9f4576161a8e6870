# SPDX-License-Identifier: Apache-2.0
"""Ways to look at a two-dimensional tensor that are not dense, for tests of non-contiguous inputs."""

from __future__ import annotations

from collections.abc import Callable

import torch

View = Callable[[torch.Tensor], torch.Tensor]

VIEWS: dict[str, View] = {
    "transposed": lambda t: t.t(),
    "step-sliced": lambda t: t[::2, ::3],
    "expanded": lambda t: t[:, :1].expand(t.shape[0], 5),
    "expanded-from-scalar": lambda t: t[1, 2].expand(3, 4),
    "offset": lambda t: t[3:, 1:],
    "offset-dense": lambda t: t[5:],
    "diagonal": lambda t: t.diagonal(),
}
