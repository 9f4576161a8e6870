# SPDX-License-Identifier: Apache-2.0
"""Links of Markdown pages that lead nowhere: ``python links.py PAGE ...``, part of ``make lint``.

Only links within the repository are followed, to files and to headings.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

_BLOCK = re.compile(r"^```(.*?)\n(.*?)^```", re.S | re.M)


def blocks(page: Path) -> list[tuple[str, str]]:
    """The fenced blocks of a page: language and content."""
    return _BLOCK.findall(page.read_text(encoding="utf-8"))


def headings(page: Path) -> list[str]:
    return re.findall(r"^(#+ .*)", _BLOCK.sub("", page.read_text(encoding="utf-8")), re.M)


def _anchor(heading: str) -> str:
    """The anchor that GitHub and mkdocs give a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lstrip("# ").lower()).replace(" ", "-")


def broken_links(page: Path) -> Iterator[str]:
    """A sentence for each link that leads nowhere."""
    text = re.sub(r"`[^`\n]*`", "", _BLOCK.sub("", page.read_text(encoding="utf-8")))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"\w+:", target):
            continue
        name, _, fragment = target.partition("#")
        linked = (page.parent / name).resolve() if name else page
        if not linked.exists():
            yield f"{page}: links {target}, which does not exist"
        elif fragment and linked.suffix == ".md" and fragment not in map(_anchor, headings(linked)):
            yield f"{page}: links {target}: no such heading"


if __name__ == "__main__":
    broken = [sentence for name in sys.argv[1:] for sentence in broken_links(Path(name))]
    print("\n".join(broken))
    sys.exit(bool(broken))
