# SPDX-License-Identifier: Apache-2.0
"""The operator library under test."""

from __future__ import annotations

from pathlib import Path

import pytest
from library import Library, build_driver


@pytest.fixture(scope="session")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled driver.cpp."""
    return build_driver(tmp_path_factory.mktemp("driver"))


@pytest.fixture(scope="session")
def library(cann_home: Path, driver: Path) -> Library:
    """The operator library of the home under test."""
    return Library(cann_home, driver)
