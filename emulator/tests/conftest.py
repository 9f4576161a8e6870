# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the emulator's tests, which need an emulator: installed, or named by CANN_EMULATOR_HOME."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import cann_emulator
from cann_emulator.homes import real_cann

if not cann_emulator.activate():
    pytest.exit(f"emulator/tests need the emulator, but a real CANN is sourced: {real_cann(os.environ)}", 2)


@pytest.fixture(scope="session")
def cann_home() -> Path:
    """The CANN home under test."""
    return cann_emulator.home()
