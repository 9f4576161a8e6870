# SPDX-License-Identifier: Apache-2.0
"""emulator/README.md lists, once, each option that TorchAir sends and the code reads, and no other."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

EMULATOR = Path(__file__).parents[2]
# Not the messages and the class of the same prefix.
OPTION = re.compile(r"""["'](ge\.(?!proto\b|Tensor\b)[A-Za-z0-9_.]+)["']""")


def named(folder: Path, *suffixes: str) -> set[str]:
    """Options that the sources of a folder name in quotes."""
    sources = [path for path in folder.rglob("*") if path.suffix in suffixes]
    return {name for path in sources for name in OPTION.findall(path.read_text(encoding="utf-8"))}


def listed() -> list[tuple[str, str]]:
    """Each option of the table with its effect."""
    document = (EMULATOR / "README.md").read_text(encoding="utf-8")
    table = document.split("## Options of graphs\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (`.*?) \| (.*) \|$", table, re.MULTILINE)
    return [(name, effect) for names, effect in rows for name in re.findall(r"`(\S+)`", names)]


def test_the_options_are_those_that_torchair_sends() -> None:
    torch_npu = importlib.util.find_spec("torch_npu")
    assert torch_npu is not None
    assert torch_npu.origin is not None
    sent = named(Path(torch_npu.origin).parent / "dynamo" / "torchair", ".py")
    assert sorted(name for name, _ in listed()) == sorted(sent)


def test_the_honoured_options_are_those_that_the_code_reads() -> None:
    honoured = {name for name, effect in listed() if effect.startswith("honoured: ")}
    assert honoured == named(EMULATOR / "ge", ".cpp", ".h")
