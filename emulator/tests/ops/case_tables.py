# SPDX-License-Identifier: Apache-2.0
"""All cases, by family."""

from __future__ import annotations

from cases import Case
from families import elementwise, foreach, indexing, layers, moves, normalization, reductions

ALL: list[Case] = [
    *elementwise.CASES,
    *foreach.CASES,
    *indexing.CASES,
    *layers.CASES,
    *moves.CASES,
    *normalization.CASES,
    *reductions.CASES,
]
