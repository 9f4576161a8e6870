# SPDX-License-Identifier: Apache-2.0
"""Finds what a compilation needs besides the source: the host compiler, torch's headers, the CANN home."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator

from .options import UsageError


def host_compiler() -> list[str]:
    """The C++ compiler to run: $CXX, or the first of g++, c++, clang++."""
    chosen = shlex.split(os.environ.get("CXX", ""))
    if chosen:
        if shutil.which(chosen[0]) is None:
            raise UsageError(f"the host compiler CXX='{' '.join(chosen)}' was not found")
        return chosen
    for name in ("g++", "c++", "clang++"):
        if shutil.which(name) is not None:
            return [name]
    raise UsageError("no host C++ compiler was found; install g++ or clang++, or set CXX")


def is_clang(compiler: list[str]) -> bool:
    return any("clang" in os.path.basename(os.path.realpath(shutil.which(each) or each)) for each in compiler)


def torch_include(home: str, search: list[str]) -> str:
    """The folder of torch's headers, found without importing torch."""
    installed = [os.path.join(each, "torch", "include") for each in _site_packages(home)]
    folders = list(dict.fromkeys([*search, *installed]))
    found = next(filter(_has_half, folders), None) or next(filter(_has_half, _imported_from()), None)
    if found is not None:
        return found
    raise UsageError(
        "half and bfloat16_t come from torch's headers, which were not found in: "
        + ", ".join(folders)
        + f". Install torch for {sys.executable}, or add -I<site-packages>/torch/include"
    )


_HALF_HEADERS = ("torch/headeronly/util/Half.h", "c10/util/Half.h")


def _has_half(folder: str) -> bool:
    return any(os.path.isfile(os.path.join(folder, each)) for each in _HALF_HEADERS)


def _imported_from() -> Iterator[str]:
    """Where this Python imports torch from: PYTHONPATH, .pth files and the system's packages count."""
    program = "import importlib.util as u; s = u.find_spec('torch'); print(s.origin if s else '')"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    if found.stdout.strip():
        yield os.path.join(os.path.dirname(found.stdout.strip()), "include")


def _site_packages(home: str) -> list[str]:
    """Where torch may be: beside the cann_emulator package that holds the home, then for this Python."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    environment = os.environ.get("VIRTUAL_ENV", "")
    prefixes = [environment] if environment else []
    prefixes.append(os.path.dirname(os.path.dirname(sys.executable)))
    found = [os.path.dirname(os.path.dirname(home))]
    found += [os.path.join(prefix, "lib", version, "site-packages") for prefix in prefixes]
    found += [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    return found


def version(home: str) -> str:
    """Version of the emulator, as its home says."""
    import json  # nothing else needs it, and a compilation should start fast

    try:
        with open(os.path.join(home, "share", "cann_emulator.json"), encoding="utf-8") as stream:
            return str(json.load(stream).get("version", "unknown"))
    except OSError:
        return "unknown"
