# SPDX-License-Identifier: Apache-2.0
"""Writes the files of a new operator: ``python -m ascendc_ops new-op``."""

from __future__ import annotations


class ScaffoldError(ValueError):
    """The operator cannot be written as asked; the message says what was expected and what came."""
