# SPDX-License-Identifier: Apache-2.0
"""What ``python -m cann_emulator info`` reports. What may be broken is imported in another process."""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from cann_emulator.activation import libraries
from cann_emulator.asc_compiler.options import UsageError
from cann_emulator.asc_compiler.toolchain import host_compiler
from cann_emulator.enabling import enabled_by
from cann_emulator.homes import MARKER, EmulatorError, emulator_home, real_cann
from cann_emulator.loaded import loaded_libraries, package_folder
from cann_emulator.settings import SETTINGS


@dataclass(frozen=True)
class Info:
    version: str | None  # None: imported from a source tree
    home: str | None
    problem: str | None  # why there is no home
    real_cann: str | None  # the real CANN that is sourced and wins
    enabled_by: str | None
    python: str
    torch: str | None
    torch_npu: str | None
    torchair: str | None  # its folder
    compiler: str | None  # of Ascend C sources
    built_for: dict[str, str]
    libraries: list[str]
    loaded: dict[str, str]  # the CANN libraries that a process with torch_npu has, and where they come from
    loaded_problem: str | None  # why there are none
    settings: dict[str, str]


def _installed(distribution: str) -> str | None:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


def _torchair() -> str | None:
    npu = package_folder("torch_npu")
    folder = npu / "dynamo" / "torchair" if npu else None
    return str(folder) if folder and folder.is_dir() else None


def _compiler() -> str | None:
    try:
        return " ".join(host_compiler())
    except UsageError:
        return None


def collect() -> Info:
    """Looks at everything; a few seconds where torch_npu is installed."""
    home = problem = None
    built_for: dict[str, str] = {}
    try:
        home = emulator_home(os.environ)
        built_for = json.loads(Path(home, MARKER).read_text(encoding="utf-8"))
    except (EmulatorError, ValueError) as error:
        problem = str(error)
    enabled = enabled_by()
    names = [os.path.basename(path) for path in libraries(home)] if home else []
    loaded = loaded_libraries(names)
    return Info(
        version=_installed("cann-emulator"),
        home=home,
        problem=problem,
        real_cann=real_cann(os.environ),
        enabled_by=str(enabled) if enabled else None,
        python=f"{platform.python_version()} ({sys.executable})",
        torch=_installed("torch"),
        torch_npu=_installed("torch_npu"),
        torchair=_torchair(),
        compiler=_compiler(),
        built_for=built_for,
        libraries=names,
        loaded=loaded.paths,
        loaded_problem=loaded.problem,
        settings={s.name: os.environ.get(s.name, s.default) for s in SETTINGS},
    )


def _public(version: str) -> str:
    """The version without its local part: 2.13.0+cpu and 2.13.0 have one ABI."""
    return version.partition("+")[0]


def _mismatches(info: Info) -> list[str]:
    return [
        f"built for {name} {info.built_for[name]}, installed is {found or 'none'}"
        for name, found in (("torch", info.torch), ("torch_npu", info.torch_npu))
        if name in info.built_for and _public(found or "") != _public(info.built_for[name])
    ]


def _from_elsewhere(info: Info) -> list[str]:
    folder = os.path.realpath(os.path.join(info.real_cann or info.home or "", "lib64"))
    return [path for path in info.loaded.values() if os.path.dirname(os.path.realpath(path)) != folder]


def _loaded(info: Info) -> Iterator[tuple[str, str]]:
    if info.loaded_problem:
        yield "loaded", f"none: {info.loaded_problem}"
        return
    folders = sorted({os.path.dirname(path) for path in info.loaded.values()})
    yield "loaded", f"{len(info.loaded)} libraries of CANN from {', '.join(folders) or 'nowhere'}"
    for path in _from_elsewhere(info):
        yield "warning", f"{path} is loaded, but is none of the CANN in use; check LD_LIBRARY_PATH"


def as_json(info: Info) -> str:
    return json.dumps(asdict(info), indent=2)


def as_text(info: Info) -> str:
    rows = [
        ("cann-emulator", info.version or "not installed (source tree)"),
        ("home", info.home or f"none: {info.problem}"),
        ("CANN interfaces", info.built_for.get("cann", "unknown")),
        ("real CANN sourced", f"{info.real_cann} (it is used, not the emulator)" if info.real_cann else "no"),
        ("enabled", f"yes, by {info.enabled_by}" if info.enabled_by else "no"),
        ("Python", info.python),
        ("torch", info.torch or "not installed"),
        ("torch_npu", info.torch_npu or "not installed"),
        ("torchair", info.torchair or "none"),
        ("C++ compiler", info.compiler or "none: needed for Ascend C sources, g++ >= 11 or clang >= 14"),
        ("libraries", ", ".join(info.libraries) or "none"),
        *_loaded(info),
        *(("warning", text) for text in _mismatches(info)),
    ]
    lines = [f"{name + ':':<19}{value}" for name, value in rows]
    lines.append("environment variables:")
    for setting in SETTINGS:
        origin = "set" if setting.name in os.environ else "default"
        lines.append(f"  {setting.name} = {info.settings[setting.name]} ({origin})")
        lines.append(f"      {setting.meaning}")
    return "\n".join(lines)
