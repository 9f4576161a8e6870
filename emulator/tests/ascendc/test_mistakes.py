# SPDX-License-Identifier: Apache-2.0
"""Every check that stops a launch, with its message. sources/mistakes*.asc have one kernel for each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
import torch
from asc_library import SOURCES, KernelError, Library

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Build = Callable[[str], Library]


def _file(source: str) -> Path:
    return SOURCES / f"{source}.asc"


def _messages(source: str) -> dict[str, str]:
    """Kernel -> the comment before it."""
    text = _file(source).read_text()
    found = re.findall(r"((?:^// .*\n)+)MISTAKE\((\w+)\)", text, re.MULTILINE)
    return {name: " ".join(line[3:] for line in comment.splitlines()) for comment, name in found}


MESSAGES = {source: _messages(source) for source in ("mistakes", "mistakes_operands")}


@pytest.fixture(scope="module")
def mistakes(library: Build) -> Library:
    return library("mistakes")


def message_of(library: Library, case: str, **fields: int) -> str:
    x = torch.zeros(64)
    with pytest.raises(KernelError) as error:
        library.run(case, torch.zeros(64), x, **fields)
    return str(error.value)


@pytest.mark.parametrize(("source", "case"), [(each, case) for each in MESSAGES for case in MESSAGES[each]])
def test_message(library: Build, source: str, case: str) -> None:
    message = message_of(library(source), case)
    file = re.escape(str(_file(source)))
    instruction, detail = MESSAGES[source][case].split(": ", 1)
    found = re.fullmatch(rf"kernel {case}, block 0 of 1: (\S+) at {file}:(\d+): (.*)", message)
    assert found, message
    assert found[1] == instruction
    assert _case_at(source, int(found[2])) == case
    normal = re.sub(r"0x[0-9a-f]{6,}|0x0(?=, 0x100\))", "0x#", found[3]).replace("[0x#, 0x100)", "[0x#, 0x#)")
    assert re.sub(rf"{file}:\d+", "FILE:LINE", normal) == detail


def _case_at(source: str, line: int) -> str:
    """The kernel whose body holds the line."""
    before = _file(source).read_text().split("\n")[:line]
    return re.findall(r"^MISTAKE\((\w+)\)", "\n".join(before), re.MULTILINE)[-1]


def test_failure_names_the_first_block_and_the_stream_works_again(mistakes: Library) -> None:
    assert message_of(mistakes, "on_block_five", blocks=48).startswith(
        "kernel on_block_five, block 5 of 48: GetValue "
    )
    mistakes.run("nothing", torch.zeros(1), blocks=3)


def test_exception_of_the_kernel(mistakes: Library) -> None:
    assert message_of(mistakes, "throws") == "kernel throws, block 0 of 1: the kernel threw: of its own"


@pytest.mark.parametrize("blocks", [0, -1, 65536])
def test_number_of_blocks(mistakes: Library, blocks: int) -> None:
    message = message_of(mistakes, "nothing", blocks=blocks)
    file = re.escape(str(_file("mistakes")))
    limit = rf"{blocks} blocks; a launch takes 1\.\.65535"
    assert re.fullmatch(rf"kernel nothing, launched at {file}:\d+: {limit}", message)


def test_second_launch_argument(mistakes: Library) -> None:
    assert "is a pointer that is not null; it is reserved, pass nullptr" in message_of(mistakes, "l2_control")
    assert "asks for 200000 bytes of UB; Ascend910B1 has 196608" in message_of(mistakes, "dynamic_ub")
