# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import venv
from pathlib import Path

import pytest

import cann_emulator

from .bare_environment import Environment


@pytest.fixture
def environment(tmp_path: Path, cann_home: Path) -> Environment:
    """Not enabled. ``torch`` is a stand-in that imports at once; the CANN home is the real one."""
    root = tmp_path / "environment"
    venv.create(root, symlinks=True, with_pip=False)
    environment = Environment(root, {"CANN_EMULATOR_HOME": str(cann_home)})
    package = environment.site_packages / "cann_emulator"
    package.symlink_to(Path(cann_emulator.__file__).parent)
    (environment.site_packages / "torch.py").write_text("")
    return environment


@pytest.fixture
def real_cann(tmp_path: Path) -> Path:
    """The home of something that is a CANN and not the emulator."""
    home = tmp_path / "real cann"
    (home / "lib64").mkdir(parents=True)
    return home
