# SPDX-License-Identifier: Apache-2.0
"""Finding the CANN home in use: the emulator's own, another build of the emulator, or a real CANN."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

# The file by which a home of the emulator is told from a real CANN; emulator/cmake/home.cmake writes it.
MARKER = os.path.join("share", "cann_emulator.json")


class EmulatorError(RuntimeError):
    """The emulator cannot be used as asked; the message says why and what to do."""


def is_emulator_home(path: str) -> bool:
    return os.path.isfile(os.path.join(path, MARKER))


def real_cann(environ: Mapping[str, str]) -> str | None:
    """The home of the real CANN that is sourced in ``environ``, if any."""
    sourced = environ.get("ASCEND_HOME_PATH", "")
    return sourced if sourced and not is_emulator_home(sourced) else None


def emulator_home(environ: Mapping[str, str]) -> str:
    """The emulator's home: ``CANN_EMULATOR_HOME``, else the sourced one (``ASCEND_HOME_PATH``), else the one
    installed with this package. Raises EmulatorError when there is none.
    """
    override = environ.get("CANN_EMULATOR_HOME", "")
    if override:
        if is_emulator_home(override):
            return os.path.abspath(override)
        raise EmulatorError(
            f"CANN_EMULATOR_HOME={override} is not a home of the emulator (it has no {MARKER}). "
            "Name the home/ folder of an emulator build, or unset the variable to use the installed one."
        )
    sourced = environ.get("ASCEND_HOME_PATH", "")
    if sourced and is_emulator_home(sourced):
        return os.path.abspath(sourced)
    # An editable install has two folders: the sources, and the one in site-packages with the home.
    from cann_emulator import __path__ as folders

    for folder in folders:
        candidate = os.path.join(folder, "home")
        if is_emulator_home(candidate):
            return candidate
    raise EmulatorError(
        f"cann_emulator has no CANN home in {', '.join(folders)}: it is a source tree that was never built. "
        "Install it (pip install --no-build-isolation ./emulator), or set CANN_EMULATOR_HOME to the home/ "
        "folder of an emulator build."
    )


def home() -> Path:
    """The emulator's CANN home: include/, lib64/, bin/, set_env.sh. Raises EmulatorError if there is none."""
    from pathlib import Path

    return Path(emulator_home(os.environ))
