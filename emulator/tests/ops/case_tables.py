# SPDX-License-Identifier: Apache-2.0
"""All cases, by family."""

from __future__ import annotations

from cases import Case
from families import (
    elementwise,
    foreach,
    fused,
    indexing,
    layers,
    moves,
    normalization,
    quantization,
    reductions,
)

ALL: list[Case] = [
    *elementwise.CASES,
    *foreach.CASES,
    *fused.CASES,
    *indexing.CASES,
    *layers.CASES,
    *moves.CASES,
    *normalization.CASES,
    *quantization.CASES,
    *reductions.CASES,
]
