# SPDX-License-Identifier: Apache-2.0
"""A new user's walk: a fresh environment, then every command of docs/first-operator.md, in order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.environments import Environment, build_wheels, new_environment, share_packages, uses_emulator
from support.native import ROOT
from support.processes import output_of

PAGE = (ROOT / "docs" / "first-operator.md").read_text(encoding="utf-8")
TIMEOUT_S = 1800
OURS = ("ascendc_ops", "pytest_ascendc_ops", *(("cann_emulator",) if uses_emulator() else ()))


def install(environment: Environment, folder: Path, *, everything: bool) -> None:
    """Our wheels, by pip. Without ``everything``, what they ask for is found in this environment."""
    wheels = build_wheels(folder / "wheels")
    if everything:
        (commands,) = re.findall(r"^```sh setup\n(.*?)^```", PAGE, re.S | re.M)
        output_of(environment.run(["sh", "-ec", commands], cwd=folder))
    else:
        share_packages(environment, folder / "shared")
        output_of(environment.run(["pip", "install", "--no-index", *wheels], cwd=folder))
        if uses_emulator():
            output_of(environment.run(["python", "-m", "cann_emulator", "enable"], cwd=folder))
    found = "import importlib.util as u; print(*(u.find_spec(name).origin for name in {names}))"
    origins = output_of(environment.run(["python", "-c", found.format(names=OURS)], cwd=folder)).split()
    assert all(Path(origin).is_relative_to(environment.folder) for origin in origins), origins
    output_of(environment.run(["python", "-m", "ascendc_ops", "doctor"], cwd=folder))


@pytest.mark.slow
@pytest.mark.timeout(TIMEOUT_S)
def test_every_command_of_the_tutorial_in_a_fresh_environment(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """``--thorough`` installs torch and all the rest from the package index, as the page says."""
    environment = new_environment(tmp_path / "environment")
    install(environment, tmp_path, everything=request.config.getoption("--thorough"))
    work, printed = tmp_path, ""
    for info, body in re.findall(r"^```(.*?)\n(.*?)^```", PAGE, re.S | re.M):
        if info == "text":
            for line in body.splitlines():
                assert line in printed, f"{line!r} is not in\n{printed}"
        elif info.startswith("python"):
            (work / info.partition('title="')[2].rstrip('"')).write_text(body, encoding="utf-8")
        elif info != "sh setup":
            result = environment.run(["sh", "-ec", f"{body}pwd >&2"], cwd=work)
            printed = result.stdout
            assert (result.returncode == 0) == (info == "sh"), f"{body}{printed}\n{result.stderr}"
            if info == "sh":
                work = Path(result.stderr.splitlines()[-1])
    assert work.name == "my_ops"
