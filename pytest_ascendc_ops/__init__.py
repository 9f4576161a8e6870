# SPDX-License-Identifier: Apache-2.0
"""pytest plugin of ascendc_ops: the fixture ``graph_snapshot`` and the option ``--update-graphs``.

pytest imports it at every start in an environment that has it, so it imports neither torch nor ascendc_ops
before a test asks for the fixture.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from ascendc_ops.testing import GraphSnapshot


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("ascendc_ops").addoption(
        "--update-graphs",
        action="store_true",
        help="write the golden files of graph_snapshot anew, accepting changes",
    )


@pytest.fixture
def graph_folder(request: pytest.FixtureRequest) -> Path:
    """Folder of the golden files: golden/ beside the test file. A project's conftest.py may override it."""
    return request.path.parent / "golden"


@pytest.fixture
def graph_snapshot(request: pytest.FixtureRequest, graph_folder: Path) -> GraphSnapshot:
    """``graph_snapshot(model, *inputs, dynamic=False, ...)``: see ``ascendc_ops.testing.GraphSnapshot``."""
    from ascendc_ops.testing import GraphSnapshot

    return GraphSnapshot(
        graph_folder,
        update=request.config.getoption("--update-graphs"),
        name=re.sub(r"[^\w.-]+", "-", request.node.name).strip("-"),
        accept=f"pytest {request.path.name} --update-graphs",
    )
