# SPDX-License-Identifier: Apache-2.0
"""Python environments as a new user has them: a venv, with this project's wheels installed by pip."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path

from support.native import ROOT
from support.processes import Result, output_of, run

_OURS = ("ascendc_ops", "cann_emulator", "pytest_ascendc_ops", "_ascendc_ops", "_cann_emulator")
_NOT_SHARED = ("pip", "__pycache__")  # pip must be the new environment's
_TOOLS = ("pytest", "cmake", "ninja")
# Set by the emulator of this environment; the new one has its own.
_OF_THE_EMULATOR = ("ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME", "ASCEND_OPP_PATH", "LD_LIBRARY_PATH")
_TIMEOUT_S = 900


def uses_emulator() -> bool:
    return (Path(os.environ["ASCEND_HOME_PATH"]) / "share" / "cann_emulator.json").is_file()


def build_wheels(folder: Path) -> list[Path]:
    """This project's wheels, built against what is installed here; not the emulator's for a real CANN."""
    sources = [ROOT, ROOT / "emulator"] if uses_emulator() else [ROOT]
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--wheel-dir", folder, *sources], check=True, timeout=_TIMEOUT_S)
    return sorted(folder.glob("*.whl"))


@dataclass(frozen=True)
class Environment:
    """A venv. ``run`` runs a command as after ``. bin/activate``, with nothing else of this environment."""

    folder: Path

    def run(self, command: Sequence[str | Path], *, cwd: Path) -> Result:
        path = os.pathsep.join([str(self.folder / "bin"), os.environ["PATH"]])
        return run(
            command,
            cwd=cwd,
            variables={"PATH": path, "VIRTUAL_ENV": str(self.folder)},
            without=("PYTHONPATH", *(_OF_THE_EMULATOR if uses_emulator() else ())),
            timeout=_TIMEOUT_S,
        )


def new_environment(folder: Path) -> Environment:
    subprocess.run([sys.executable, "-m", "venv", folder], check=True, timeout=_TIMEOUT_S)
    return Environment(folder)


def share_packages(environment: Environment, folder: Path) -> None:
    """Lets ``environment`` see this one's packages but ours, by links in ``folder``: torch is large."""
    # Before Python 3.12 a venv has one of its own, older than torch asks for.
    output_of(environment.run(["pip", "uninstall", "--yes", "setuptools"], cwd=environment.folder))
    folder.mkdir()
    here = Path(sysconfig.get_path("purelib"))
    for path in here.iterdir():
        if not path.name.startswith((*_OURS, *_NOT_SHARED)) and path.suffix != ".pth":
            (folder / path.name).symlink_to(path)
    (site,) = environment.folder.glob("lib/python*/site-packages")
    (site / "shared.pth").write_text(f"{folder}\n")
    for script in entry_points(group="console_scripts"):
        if script.name in _TOOLS:
            text = (
                f"#!{environment.folder}/bin/python\nimport sys\nfrom {script.module} import {script.attr}\n"
            )
            written = environment.folder / "bin" / script.name
            written.write_text(f"{text}sys.exit({script.attr}())\n")
            written.chmod(0o755)
