# SPDX-License-Identifier: Apache-2.0
"""Where the files of a new operator go: into this repository, or into a package of the user's own."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import ascendc_ops
from ascendc_ops.scaffold import ScaffoldError
from ascendc_ops.scaffold.render import SUPPORT_FILES

#: What operators share, copied into a package of its own. CMakeLists.txt installs these files.
SHARED = (
    "cmake/dependencies.cmake",
    "cmake/operator_package.cmake",
    "cmake/operator_prototypes.h.in",
    "ge/fx_origin.h",
    "ge/ge_data_type.h",
    "ge/report.h",
    "ge/shape.h",
    "kernel/data_type.h",
    "kernel/elementwise_kernel.h",
    "kernel/elementwise_rule.h",
    "kernel/elementwise_tiling.h",
    "kernel/soc.cpp",
    "kernel/soc.h",
    "pytorch/build_info.cpp",
    "pytorch/build_info.h.in",
    "pytorch/elementwise.cpp",
    "pytorch/elementwise.h",
    "pytorch/npu_launch.cpp",
    "pytorch/npu_launch.h",
    "pytorch/torch_data_type.h",
)
_FORMATTERS = {(".h", ".cpp", ".asc"): ("clang-format", "-i"), (".py",): ("ruff", "format", "--quiet")}
_CLANG_FORMAT = "BasedOnStyle: Google\nColumnLimit: 110\n"


def _shared_folders() -> list[Path]:
    """Where SHARED is: beside the package's sources, or in the installed package."""
    packages = [Path(folder) for folder in ascendc_ops.__path__]
    return [*(folder.parent for folder in packages), *(folder / "scaffold" / "shared" for folder in packages)]


def _shared(name: str, namespace: str) -> str:
    for folder in _shared_folders():
        if (folder / name).is_file():
            text = (folder / name).read_text(encoding="utf-8")
            return text.replace("ascendc_ops", namespace).replace("ASCENDC_OPS", namespace.upper())
    raise ScaffoldError(f"{name} is not installed with ascendc_ops: install the wheel again")


def write(files: dict[str, str], root: Path, *, force: bool) -> list[Path]:
    """Writes ``files`` below ``root`` and formats them; all or none: an existing one needs ``force``."""
    present = [name for name in files if (root / name).exists()]
    if present and not force:
        raise ScaffoldError(f"{root / present[0]} exists already; --force overwrites it")
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    paths = [root / name for name in files]
    for suffixes, command in _FORMATTERS.items():
        chosen = [str(path) for path in paths if path.suffix in suffixes]
        if chosen and shutil.which(command[0]):
            subprocess.run([*command, *chosen], cwd=root, check=False)
    return paths


def _missing(files: dict[str, str], root: Path) -> dict[str, str]:
    """What all operators use and ``root`` does not have yet."""
    return {
        path: files[path] for path in SUPPORT_FILES.values() if path in files and not (root / path).exists()
    }


def _insert(path: Path, pattern: str, addition: str) -> None:
    """Puts ``addition`` before what ``pattern`` finds, once."""
    text = path.read_text(encoding="utf-8")
    if addition.strip() in text:
        return
    changed, count = re.subn(pattern, lambda match: addition + match[0], text, count=1, flags=re.M)
    if count == 0:
        raise ScaffoldError(f"{path} has nothing that matches {pattern}: add {addition.strip()!r} by hand")
    path.write_text(changed, encoding="utf-8")


def add_to_package(
    files: dict[str, str], root: Path, name: str, namespace: str, *, force: bool
) -> list[Path]:
    """A package of its own in ``root``: made by the first operator, extended by the next ones."""
    build = root / "CMakeLists.txt"
    own = {path: text for path, text in files.items() if Path(path).stem in (name, f"test_{name}")}
    own |= _missing(files, root)
    if build.is_file():
        if f"project({namespace} " not in build.read_text(encoding="utf-8"):
            raise ScaffoldError(f"{build} is not that of a package {namespace}; choose it with --package")
        paths = write(own, root, force=force)
        text = build.read_text(encoding="utf-8")
        if not re.search(rf"^set\(OPERATORS [^)]*\b{name}\b", text, re.M):
            build.write_text(re.sub(r"^(set\(OPERATORS [^)]*)\)", rf"\1 {name})", text, flags=re.M))
        converters = root / "converters" / "__init__.py"
        _insert(converters, r"^\nCONVERTERS", f"from {namespace}.converters import {name}\n")
        _insert(converters, r"\)\Z|\)\n\Z", f" {name},")
        return paths
    shared = {each: _shared(each, namespace) for each in SHARED}
    return write({**files, **shared, ".clang-format": _CLANG_FORMAT}, root, force=force)


def add_to_repository(files: dict[str, str], root: Path, name: str, *, force: bool) -> list[Path]:
    """This repository, with the entries of the build and of the converters."""
    build, converters = root / "CMakeLists.txt", root / "converters" / "__init__.py"
    if not build.is_file() or "project(ascendc_ops " not in build.read_text(encoding="utf-8"):
        raise ScaffoldError(
            f"{root} is not the repository of ascendc_ops; run it there, or give --out DIR for a package "
            "of your own"
        )
    support = set(SUPPORT_FILES.values()) - _missing(files, root).keys()
    own = {path: text for path, text in files.items() if path not in support}
    moved = {f"tests/ops/{Path(p).name}" if p.startswith("tests/") else p: text for p, text in own.items()}
    paths = write(moved, root, force=force)
    _insert(build, r"kernel/soc\.cpp\)", f"ge/{name}.cpp ")
    _insert(build, r"pytorch/build_info\.cpp", f"pytorch/{name}.cpp ")
    _insert(build, r"kernel/add_custom\.asc", f"kernel/{name}.asc ")
    _insert(converters, r"^\)$", f"    {name},\n")
    _insert(converters, r"\)\n\n# `import torchair`", f", {name}")
    return paths
