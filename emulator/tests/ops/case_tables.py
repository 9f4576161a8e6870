# SPDX-License-Identifier: Apache-2.0
"""All cases, by family."""

from __future__ import annotations

from cases import Case
from families import elementwise, layers, moves, reductions

ALL: list[Case] = [*elementwise.CASES, *reductions.CASES, *moves.CASES, *layers.CASES]
