# SPDX-License-Identifier: Apache-2.0
"""Pages, links and translations: what is written leads somewhere and says the same in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ascendc_ops.doctor import FAILURES
from support.native import ROOT

PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").glob("*.md"),
        ROOT / "emulator" / "README.md",
        ROOT / "tests" / "README.md",
    ]
)
_BLOCK = re.compile(r"^```(.*?)\n(.*?)^```", re.S | re.M)


def without_code(page: Path) -> str:
    return re.sub(r"`[^`\n]*`", "", _BLOCK.sub("", page.read_text(encoding="utf-8")))


def headings(page: Path) -> list[str]:
    return re.findall(r"^(#+ .*)", _BLOCK.sub("", page.read_text(encoding="utf-8")), re.M)


def anchor(heading: str) -> str:
    """The anchor that GitHub and mkdocs give a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lstrip("# ").lower()).replace(" ", "-")


def commands(page: Path) -> list[str]:
    """The blocks that a reader runs: shell and Python, not what programs print."""
    blocks = _BLOCK.findall(page.read_text(encoding="utf-8"))
    return [body for language, body in blocks if language in ("", "sh", "python")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", without_code(page)):
        if re.match(r"\w+:", target):
            continue
        name, _, fragment = target.partition("#")
        linked = (page.parent / name).resolve() if name else page
        assert linked.exists(), f"{page.name} links {target}, which does not exist"
        if fragment and linked.suffix == ".md":
            assert fragment in map(anchor, headings(linked)), f"{page.name} links {target}: no such heading"


def test_the_chinese_readme_has_the_same_headings_and_commands() -> None:
    english, chinese = ROOT / "README.md", ROOT / "README.zh.md"
    levels = [[heading.partition(" ")[0] for heading in headings(page)] for page in (english, chinese)]
    assert levels[0] == levels[1]
    assert commands(english) == commands(chinese)


def test_every_page_is_in_the_overview() -> None:
    overview = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    for page in (ROOT / "docs").glob("*.md"):
        assert page.name == "index.md" or page.name.startswith("emulator-") or f"({page.name})" in overview


def test_every_usual_failure_is_documented() -> None:
    shown = headings(ROOT / "docs" / "doctor.md")
    assert [f"### {name}" for name in FAILURES] == [heading for heading in shown if heading.startswith("###")]
