# SPDX-License-Identifier: Apache-2.0
"""What a program prints, shown in the documentation: compared with it, or written into it (--update-docs)."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path

from support.native import ROOT

_PREFIX = "/home/me/.venv"


def readable(text: str, paths: Mapping[str, str]) -> str:
    """``text`` with the paths of this machine replaced, those in ``paths`` and the environment's."""
    replaced = {**paths, sys.prefix: _PREFIX, sys.base_prefix: "/usr", str(ROOT): "/home/me/ascendc_ops"}
    for path, shown in sorted(replaced.items(), key=lambda item: -len(item[0])):
        text = text.replace(path, shown)
    return text


def neutral(text: str) -> str:
    """``text`` without what differs between machines and runs: versions and times."""
    return re.sub(r"\d[\d.]*(\+\w+)?|x86_64|aarch64", "0", text)


def check_block(page: Path, heading: str, text: str, *, update: bool) -> None:
    """Fails unless the first text block below ``heading`` is ``text``; with ``update`` makes it so."""
    written = page.read_text(encoding="utf-8")
    pattern = rf"(^#+ {re.escape(heading)}\n(?:(?!#)[^\n]*\n)*?```text\n)(.*?)(\n```)"
    found = re.search(pattern, written, re.M | re.S)
    assert found is not None, f"{page.name} has no text block below {heading!r}"
    if update:
        page.write_text(written[: found.start(2)] + text + written[found.end(2) :], encoding="utf-8")
        return
    assert neutral(found[2]) == neutral(text), (
        f"{page.name} shows something else below {heading!r}; if the text below is right, run the test "
        f"with --update-docs\n{text}"
    )
