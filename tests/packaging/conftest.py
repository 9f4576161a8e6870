# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import ascendc_ops


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the Python package without its library; the folder to put on PYTHONPATH."""
    folder = tmp_path / "package"
    shutil.copytree(
        Path(ascendc_ops.__file__).parent,
        folder / "ascendc_ops",
        ignore=shutil.ignore_patterns("lib", "__pycache__"),
    )
    return folder
