# SPDX-License-Identifier: Apache-2.0
"""Pages, links and translations: what is written leads somewhere and says the same in both languages."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import yaml

from ascendc_ops.doctor import FAILURES
from support.links import blocks, broken_links, headings
from support.native import ROOT

DOCS = ROOT / "docs"


def commands(page: Path) -> list[str]:
    """The blocks that a reader runs: shell and Python, not what programs print."""
    return [body for language, body in blocks(page) if language in ("", "sh", "python")]


def test_links_that_lead_nowhere_are_found(tmp_path: Path) -> None:
    """What `make lint` runs over every page."""
    page = tmp_path / "page.md"
    page.write_text("# One heading\n[a](#one-heading) [b](page.md#none) [c](gone.md) `[d](e)`\n")
    assert list(broken_links(page)) == [
        f"{page}: links page.md#none: no such heading",
        f"{page}: links gone.md, which does not exist",
    ]


def test_the_chinese_readme_has_the_same_headings_and_commands() -> None:
    english, chinese = ROOT / "README.md", ROOT / "README.zh.md"
    levels = [[heading.partition(" ")[0] for heading in headings(page)] for page in (english, chinese)]
    assert levels[0] == levels[1]
    assert commands(english) == commands(chinese)


def test_every_page_is_in_the_overview() -> None:
    overview = (DOCS / "index.md").read_text(encoding="utf-8")
    for page in DOCS.glob("*.md"):
        assert page.name == "index.md" or page.name.startswith("emulator-") or f"({page.name})" in overview


def test_every_usual_failure_is_documented() -> None:
    shown = headings(DOCS / "doctor.md")
    assert [f"### {name}" for name in FAILURES] == [heading for heading in shown if heading.startswith("###")]


def test_the_example_workflow_installs_what_this_project_needs() -> None:
    """Without what only our own tests need."""
    workflow = yaml.safe_load((ROOT / "examples" / "github-actions.yml").read_text(encoding="utf-8"))
    installed = {
        re.split("[=<>]", word)[0]
        for step in workflow["jobs"]["test"]["steps"]
        for word in step.get("run", "").split()
    }
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    groups = re.findall(r"^(?:runtime|build) = (\[.*?\])", project, re.M | re.S)
    assert len(groups) == 2
    needed = {re.split("[=<>]", each)[0] for group in groups for each in ast.literal_eval(group)}
    assert needed <= installed
