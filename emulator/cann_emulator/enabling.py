# SPDX-License-Identifier: Apache-2.0
"""Having an environment's interpreter activate the emulator by itself: a .pth file in its site-packages."""

from __future__ import annotations

import os
import site
import sysconfig
from pathlib import Path

from cann_emulator.homes import EmulatorError, emulator_home

_FILE_NAME = "cann_emulator.pth"
# One line, as .pth files demand. The package may be gone when the line is read: that must go unnoticed.
_LINE = (
    "import sys; exec('try:\\n    from cann_emulator.startup import prepare\\n    prepare()\\n"
    "except ImportError:\\n    pass')\n"
)


def _candidates() -> list[Path]:
    folders = [Path(sysconfig.get_path("purelib"))]
    if site.ENABLE_USER_SITE:
        folders.append(Path(site.getusersitepackages()))
    return [folder / _FILE_NAME for folder in folders]


def enabled_by() -> Path | None:
    """The .pth file by which the running interpreter's environment is enabled, if it is."""
    return next((path for path in _candidates() if path.is_file()), None)


def enable() -> tuple[Path, bool]:
    """Enables the emulator in the running interpreter's environment.

    Returns the .pth file and whether it was written now. Raises EmulatorError when the emulator has no home
    or no site-packages folder is writable.
    """
    emulator_home(os.environ)
    present = enabled_by()
    if present is not None and present.read_text(encoding="utf-8") == _LINE:
        return present, False
    reasons = []
    for path in _candidates():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_LINE, encoding="utf-8")
        except OSError as error:
            reasons.append(str(error))
            continue
        return path, True
    raise EmulatorError(
        f"No site-packages folder of this interpreter can be written ({'; '.join(reasons)}). "
        "Use a virtual environment, or 'python -m cann_emulator run'."
    )


def disable() -> list[Path]:
    """Undoes enable(). Returns the files removed: none when the environment was not enabled."""
    removed = []
    for path in _candidates():
        if path.is_file():
            try:
                path.unlink()
            except OSError as error:
                raise EmulatorError(f"Cannot remove {path}: {error}.") from error
            removed.append(path)
    return removed
