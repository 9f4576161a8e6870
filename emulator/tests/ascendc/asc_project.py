# SPDX-License-Identifier: Apache-2.0
"""CMake projects with ASC sources: configured and built against a CANN home."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import cmake
from asc_library import tools_environment

EXAMPLES = Path(__file__).parents[3] / "examples" / "ascendc"

# The program itself: the script of that name is Python, which sets up the emulator in an enabled environment.
CMAKE = os.path.join(cmake.CMAKE_BIN_DIR, "cmake")


def configure(
    project: Path, folder: Path, home: Path | str | None, *options: str, generator: str = "Ninja"
) -> subprocess.CompletedProcess[str]:
    """Configures ``project`` in ``folder``; ``home``: the CANN that is sourced, None for none."""
    environ = {
        name: value
        for name, value in tools_environment().items()
        if name not in ("ASCEND_HOME_PATH", "CMAKE_PREFIX_PATH", "CMAKE_GENERATOR")
    }
    if home is not None:
        environ |= {"ASCEND_HOME_PATH": str(home), "CMAKE_PREFIX_PATH": str(home)}
    command = [CMAKE, "-G", generator, "-S", project, "-B", folder, *options]
    return subprocess.run(command, check=False, capture_output=True, text=True, env=environ)


def build(folder: Path) -> str:
    """Builds what was configured in ``folder``; what the build printed."""
    command = [CMAKE, "--build", folder]
    result = subprocess.run(command, check=False, capture_output=True, text=True, env=tools_environment())
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def build_examples(folder: Path, home: Path) -> Path:
    """The programs of examples/ascendc, built into ``folder``."""
    result = configure(EXAMPLES, folder, home, "-DCMAKE_ASC_ARCHITECTURES=dav-2201")
    assert result.returncode == 0, result.stderr
    build(folder)
    return folder
