# SPDX-License-Identifier: Apache-2.0
"""pytest plugin of ascendc_ops: the fixture ``graph_snapshot`` and the option ``--update-graphs``.

pytest imports it at every start in an environment that has it, so it imports neither torch nor ascendc_ops
before a test asks for the fixture.
"""

from __future__ import annotations

import os
import re
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_ascendc_ops.golden_files import GoldenFiles

if TYPE_CHECKING:
    from ascendc_ops.testing import GraphSnapshot

_FILES = pytest.StashKey[GoldenFiles]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("ascendc_ops").addoption(
        "--update-graphs",
        action="store_true",
        help="write the golden files of graph_snapshot anew, accepting changes",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_FILES] = GoldenFiles()


@pytest.fixture
def graph_folder(request: pytest.FixtureRequest) -> Path:
    """Folder of the golden files: golden/ beside the test file. A project's conftest.py may override it."""
    return request.path.parent / "golden"


@pytest.fixture
def graph_snapshot(request: pytest.FixtureRequest, graph_folder: Path) -> GraphSnapshot:
    """``graph_snapshot(model, *inputs, dynamic=False, ...)``: see ``ascendc_ops.testing.GraphSnapshot``."""
    from ascendc_ops.testing import GraphSnapshot

    test, files = request.node, request.config.stash[_FILES]
    where = os.path.relpath(request.path, request.config.invocation_params.dir)
    return GraphSnapshot(
        graph_folder,
        update=request.config.getoption("--update-graphs"),
        name=f"{request.path.stem}/{_file_name(test)}",
        accept=f"pytest {where} --update-graphs",
        used=lambda path, written: files.note(test.nodeid, path, written=written),
    )


def _file_name(test: pytest.Item) -> str:
    """The test's name with those of its classes, in characters that every file system has."""
    classes = [node.name for node in test.listchain() if isinstance(node, pytest.Class)]
    return re.sub(r"[^\w.-]+", "-", ".".join([*classes, test.name])).strip("-")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """The report takes the test's files to the process that writes the summary: pytest-xdist has several."""
    report = yield
    files = item.config.stash[_FILES].of(item.nodeid)
    if call.when == "call" and files:
        vars(report)["graph_files"] = files
        report.sections = [(name, text) for name, each in report.sections if (text := _without_traces(each))]
    return report


def _without_traces(log: str) -> str:
    """``log`` without torch's trace of each compilation, which is there whoever listens."""
    return re.sub(r"^DEBUG +torch\.__trace:.*\n?", "", log, flags=re.M)


def pytest_terminal_summary(terminalreporter: Any, exitstatus: int, config: pytest.Config) -> None:
    reports = [each for group in terminalreporter.stats.values() for each in group]
    used = [(report.nodeid, *each) for report in reports for each in getattr(report, "graph_files", ())]
    written = sum(was_written for *_, was_written in used)
    if written:
        terminalreporter.write_line(f"graph_snapshot: wrote {written} golden file{'s' * (written != 1)}")
    if exitstatus == pytest.ExitCode.OK and _ran_everything(config):
        for path in GoldenFiles.obsolete((test, Path(path)) for test, path, _ in used):
            terminalreporter.write_line(f"graph_snapshot: no test uses {path}: delete it", yellow=True)


def _ran_everything(config: pytest.Config) -> bool:
    """Whether every test of the files that were given ran."""
    chosen = ("keyword", "markexpr", "deselect", "lf", "last_failed", "stepwise", "collectonly")
    return not any(config.getoption(name, None) for name in chosen) and not any(
        "::" in argument for argument in config.args
    )
