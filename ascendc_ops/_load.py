# SPDX-License-Identifier: Apache-2.0
"""Finds and loads ``libascendc_ops.so``, once, and explains what went wrong when it can't be."""

from __future__ import annotations

import json
import mmap
import os
import re
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from ascendc_ops._log import logger

LIBRARY_NAME = "libascendc_ops.so"

_BUILD_INFO = re.compile(rb"ascendc_ops build info: (\{[^}]*\})")

_NO_CANN = (
    "{problem}\n"
    "torch_npu needs CANN's libraries and found none. Two ways to go on:\n"
    "  1. with a real CANN:  source <cann>/set_env.sh\n"
    "  2. without an NPU:    pip install the emulator, then `python -m cann_emulator enable` once, or\n"
    '                        `eval "$(python -m cann_emulator env)"` in this shell'
)


def build_info(library: Path) -> dict[str, str]:
    """Versions that ``library`` was built against: keys torch, torch_npu, cxx11_abi, architecture.

    Read from the file without loading it. Empty when the file can't be read or holds no such record.
    """
    try:
        with library.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            found = _BUILD_INFO.search(data)
            return {str(k): str(v) for k, v in json.loads(found.group(1)).items()} if found else {}
    except (OSError, ValueError):
        return {}


def _installed(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return "not installed"


def _packaged_library() -> Path:
    """lib/ of the package, which has a folder of its own for it when the installation is editable."""
    here = Path(__file__).parent
    folders = [Path(folder) for folder in sys.modules[__name__.rpartition(".")[0]].__path__]
    libraries = [folder / "lib" / LIBRARY_NAME for folder in folders]
    return next((library for library in libraries if library.is_file()), here / "lib" / LIBRARY_NAME)


def _candidates() -> list[Path]:
    named = os.environ.get("ASCENDC_OPS_LIB")
    return [_packaged_library(), *([Path(named)] if named else [])]


def _minor(full_version: str) -> str:
    return ".".join(full_version.split("+")[0].split(".")[:2])


def _version_problem(info: dict[str, str], cxx11_abi: str) -> str:
    """Why a library with this build info can't work with what is installed, or an empty string."""
    for distribution in ("torch", "torch_npu"):
        built, found = info.get(distribution), _installed(distribution)
        if built is not None and _minor(built) != _minor(found):
            return f"built against {distribution} {built}, found {distribution} {found}"
    built = info.get("cxx11_abi", cxx11_abi)
    if built != cxx11_abi:
        return f"built against C++ string ABI {built}, found C++ string ABI {cxx11_abi} in torch"
    return ""


def _missing_library(error: BaseException | None) -> str:
    """The linker's words about a shared library in ``error`` or what caused it, or an empty string."""
    while error is not None:
        if isinstance(error, ImportError | OSError) and ".so" in str(error):
            return str(error)
        error = error.__cause__ or error.__context__
    return ""


def _failure(reasons: list[tuple[Path, str]]) -> ImportError:
    lines = [f"{LIBRARY_NAME} could not be loaded. Tried:"]
    for path, reason in reasons:
        info = build_info(path)
        built = ", ".join(f"{k} {v}" for k, v in info.items()) or "unknown"
        lines += [f"  {path}", f"    {reason}", f"    built against: {built}"]
    if (Path(__file__).parents[1] / "CMakeLists.txt").is_file():
        lines.append(
            f"{Path(__file__).parent} is the source folder, not the installed package: run elsewhere."
        )
    lines += [
        f"found here: torch {_installed('torch')}, torch_npu {_installed('torch_npu')}",
        "Likely causes:",
        "  - not built: run `pip install .` in the repository, or set ASCENDC_OPS_LIB to a library you built",
        "  - built against another torch, torch_npu or C++ string ABI (compare them above): build again",
        "  - built against another CANN than the one in use: compare ASCEND_HOME_PATH then and now",
    ]
    return ImportError("\n".join(lines))


def _loaded_already() -> Path | None:
    """The library that ``torch.ops.load_library`` loaded before this package was imported, if it did.

    Another library that defines the same operators must not be loaded then: torch ends the process. Raises
    ImportError where the operators come from a library that isn't ours.
    """
    import torch

    if not hasattr(torch.ops.ascendc_ops, "ascendc_add"):
        return None
    libraries = [Path(path) for path in torch.ops.loaded_libraries]
    ours = next((path for path in libraries if build_info(path)), None)
    if ours is None:
        loaded = ", ".join(map(str, libraries)) or "none by torch.ops.load_library"
        raise ImportError(
            f"torch.ops.ascendc_ops.ascendc_add is defined already, by another library than {LIBRARY_NAME} "
            f"(loaded: {loaded}). Use one of the two in a process."
        )
    return ours


def load_library() -> Path:
    """Loads the library into torch and GE and returns its path.

    A library that is loaded already stays. The packaged one comes next, then the one ASCENDC_OPS_LIB names.
    Raises ImportError that lists every path tried with its reason, the versions built against and found, and
    the likely causes.
    """
    try:
        import torch
        import torch_npu  # noqa: F401  (its libraries must be in the process before ours)
    except Exception as error:
        # torch loads torch_npu by itself and wraps the linker's error in a RuntimeError.
        problem = _missing_library(error)
        if problem:
            raise ImportError(_NO_CANN.format(problem=problem)) from error
        raise
    loaded = _loaded_already()
    if loaded is not None:
        return loaded
    cxx11_abi = str(int(torch.compiled_with_cxx11_abi()))
    reasons: list[tuple[Path, str]] = []
    for path in _candidates():
        if not path.is_file():
            reasons.append((path, "no such file"))
            continue
        problem = _version_problem(build_info(path), cxx11_abi)
        if problem:
            reasons.append((path, problem))
            continue
        try:
            torch.ops.load_library(str(path))
        except (OSError, RuntimeError) as error:
            reasons.append((path, str(error.__cause__ or error)))  # torch's own text hides the linker's
        else:
            logger.info("loaded %s, built against %s", path, build_info(path))
            return path
    raise _failure(reasons)
