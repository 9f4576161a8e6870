# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the emulator's tests, which need an emulator: installed, or named by CANN_EMULATOR_HOME."""

from __future__ import annotations

import os
from pathlib import Path

import cann_emulator
import pytest
from cann_emulator.homes import real_cann


def pytest_configure() -> None:
    sourced = real_cann(os.environ)
    if sourced:
        pytest.exit(
            f"emulator/tests test the emulator, but a real CANN is sourced at {sourced}", returncode=2
        )


@pytest.fixture(scope="session")
def cann_home() -> Path:
    """The CANN home under test."""
    return cann_emulator.home()
