# SPDX-License-Identifier: Apache-2.0
"""The environment variables that make a home the CANN in use; cmake/set_env.sh sets the same ones."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# Variable -> folder of the home that it names.
_FOLDERS = {"ASCEND_HOME_PATH": "", "ASCEND_TOOLKIT_HOME": "", "ASCEND_OPP_PATH": "opp"}
# Search path -> folder of the home that it starts with.
_SEARCH_PATHS = {"PATH": "bin", "LD_LIBRARY_PATH": "lib64", "CMAKE_PREFIX_PATH": ""}


def _join(home: str, folder: str) -> str:
    return os.path.join(home, folder) if folder else home


def variables(home: str, environ: Mapping[str, str]) -> dict[str, str]:
    """What to set in ``environ`` so that processes started with it use ``home``. Idempotent."""
    result = {name: _join(home, folder) for name, folder in _FOLDERS.items()}
    for name, folder in _SEARCH_PATHS.items():
        entry = _join(home, folder)
        rest = [part for part in environ.get(name, "").split(os.pathsep) if part and part != entry]
        result[name] = os.pathsep.join([entry, *rest])
    return result
