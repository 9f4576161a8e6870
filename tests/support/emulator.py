# SPDX-License-Identifier: Apache-2.0
"""Tests of what the emulator alone has."""

from __future__ import annotations

import os
from typing import Any

import pytest


def emulator_module(name: str, reason: str) -> Any:
    """The module ``cann_emulator.<name>``; skips the test module without it, or beside a real CANN."""
    homes = pytest.importorskip("cann_emulator.homes", reason=reason)
    if homes.real_cann(os.environ):
        pytest.skip(reason, allow_module_level=True)
    return pytest.importorskip(f"cann_emulator.{name}", reason=reason)
