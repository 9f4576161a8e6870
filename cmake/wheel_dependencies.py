# SPDX-License-Identifier: Apache-2.0
"""What the wheel needs at run time, for scikit-build-core: the group ``runtime`` of pyproject.toml.

The library works with the minor versions of torch and torch_npu that it was built against, so these are
asked for instead of the group's.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_BUILT_AGAINST = ("torch", "torch_npu")


def _as_built(requirement: str) -> str:
    name = requirement.partition("==")[0]
    if name not in _BUILT_AGAINST:
        return requirement
    try:
        installed = version(name).partition("+")[0]
    except PackageNotFoundError:  # metadata alone, without a build
        return requirement
    return f"{name}~={installed}"


def dynamic_metadata(field: str, settings: Mapping[str, Any]) -> list[str]:
    if field != "dependencies" or settings:
        raise RuntimeError(f"expected the field dependencies without settings, got {field} with {settings}")
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    return [_as_built(each) for each in project["dependency-groups"]["runtime"]]
