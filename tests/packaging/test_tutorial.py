# SPDX-License-Identifier: Apache-2.0
"""A new user's walk: every command of docs/first-operator.md, in order, in a folder of its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.native import ROOT
from support.processes import installing_into, run

TUTORIAL = (ROOT / "docs" / "first-operator.md").read_text(encoding="utf-8")
TIMEOUT_S = 900


@pytest.mark.slow
@pytest.mark.timeout(TIMEOUT_S)
def test_every_command_of_the_tutorial(tmp_path: Path) -> None:
    work, printed = tmp_path, ""
    for info, body in re.findall(r"^```(.*?)\n(.*?)^```", TUTORIAL, re.S | re.M):
        if info == "text":
            for line in body.splitlines():
                assert line in printed, f"{line!r} is not in\n{printed}"
        elif info.startswith("python"):
            (work / info.partition('title="')[2].rstrip('"')).write_text(body, encoding="utf-8")
        else:
            result = run(
                ["sh", "-ec", f"{body}pwd >&2"],
                cwd=work,
                variables=installing_into(tmp_path),
                timeout=TIMEOUT_S,
            )
            printed = result.stdout
            assert (result.returncode == 0) == (info == "sh"), f"{body}{printed}\n{result.stderr}"
            if info == "sh":
                work = Path(result.stderr.splitlines()[-1])
    assert work.name == "my_ops"
