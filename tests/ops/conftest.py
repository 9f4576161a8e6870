# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from support.launcher import Launcher


@pytest.fixture(scope="session")
def launcher(tmp_path_factory: pytest.TempPathFactory) -> Launcher:
    return Launcher(tmp_path_factory.mktemp("launcher"))
