# SPDX-License-Identifier: Apache-2.0
"""The checks that look at files and environment variables only."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from ascendc_ops.doctor.failures import FAILURES
from ascendc_ops.doctor.report import Check

#: Variables that change what is loaded or how it behaves.
VARIABLES = (
    "ASCEND_HOME_PATH",
    "ASCEND_TOOLKIT_HOME",
    "ASCEND_OPP_PATH",
    "ASCEND_CUSTOM_OPP_PATH",
    "ASCEND_RT_VISIBLE_DEVICES",
    "ASCEND_LAUNCH_BLOCKING",
    "ASCENDC_OPS_LIB",
    "ASCENDC_OPS_LOG_LEVEL",
    "TASK_QUEUE_ENABLE",
    "TORCH_DEVICE_BACKEND_AUTOLOAD",
    "TORCHDYNAMO_DISABLE",
    "LD_LIBRARY_PATH",
    "LD_PRELOAD",
    "PYTHONPATH",
)
_PROBE_LIBRARY = "libascendcl.so"
_PACKAGE_PARTS = ("op_api", "op_graph", "op_impl", "op_proto")
_EMULATOR_MARK = Path("share", "cann_emulator.json")


def environment_checks(environ: Mapping[str, str]) -> Iterator[Check]:
    """Everything that can be told without importing torch."""
    yield Check("python", "ok", f"{platform.python_version()} ({sys.executable})")
    yield from _distributions()
    yield from _wheel_tag()
    yield from _hidden_packages()
    yield _compiler(environ)
    yield _cann(environ)
    yield from _trees(environ)
    yield from _op_packages(environ)
    yield Check(
        "variables", "ok", "\n".join(f"{n}={environ[n]}" for n in VARIABLES if n in environ) or "none set"
    )
    if environ.get("TORCHDYNAMO_DISABLE") == "1":
        yield Check("dynamo", "problem", "TORCHDYNAMO_DISABLE=1: torch.compile does nothing", "unset it")


def _distributions() -> Iterator[Check]:
    for name in ("torch", "torch_npu", "ascendc-ops"):
        try:
            yield Check(f"{name} (package)", "ok", version(name))
        except PackageNotFoundError:
            yield Check(
                f"{name} (package)", "warning", "not installed as a distribution", f"pip install {name}"
            )


def _wheel_tag() -> Iterator[Check]:
    """torch_npu's extension module against the suffixes that this Python imports."""
    try:
        spec = find_spec("torch_npu")  # finds, does not import
    except (ImportError, ValueError):
        return
    for folder in (spec.submodule_search_locations or []) if spec else []:
        modules = [path.name for path in Path(folder).glob("_C.*so")]
        if modules and not any(name == f"_C{suffix}" for name in modules for suffix in EXTENSION_SUFFIXES):
            failure = FAILURES["wheel-for-another-python"]
            found = f"{folder} has {', '.join(modules)}, this Python needs _C{EXTENSION_SUFFIXES[0]}"
            yield Check("torch_npu (wheel)", "problem", found, failure.advice, failure.name)


def _hidden_packages() -> Iterator[Check]:
    """Files that programs started in the working folder import instead of the installed packages."""
    for name in ("torch", "torch_npu", "torchair"):
        for path in (Path(f"{name}.py"), Path(name, "__init__.py")):
            if path.is_file():
                found = f"{path.resolve()} hides the installed {name} from programs that are started here"
                yield Check("working folder", "warning", found, "rename it, or start Python elsewhere")


def _compiler(environ: Mapping[str, str]) -> Check:
    names = [environ.get("CXX", ""), "c++", "g++", "clang++"]
    found = next(
        (path for name in names if name and (path := shutil.which(name, path=environ.get("PATH")))), None
    )
    if found:
        return Check("C++ compiler", "ok", f"{_compiler_version(found)} ({found})")
    return Check("C++ compiler", "warning", "none", "needed to build only: install g++ >= 11 or clang >= 14")


def _compiler_version(compiler: str) -> str:
    try:
        done = subprocess.run(
            [compiler, "-dumpversion"], capture_output=True, text=True, timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return "version unknown"
    return done.stdout.strip()


def cann_version(home: Path) -> str:
    """What the home's own files say: CANN's version, and whether it is the emulator's."""
    names = ("ascend_toolkit_install.info", "compiler/version.info", "runtime/version.info")
    texts = [(home / name).read_text(errors="replace") for name in names if (home / name).is_file()]
    found = (re.search(r"^version=\[?([\w.]+)", text, re.I | re.M) for text in texts)
    kind = "emulator" if (home / _EMULATOR_MARK).is_file() else "CANN"
    return f"{kind}, version {next((match[1] for match in found if match), 'unknown')}"


def _cann(environ: Mapping[str, str]) -> Check:
    home = environ.get("ASCEND_HOME_PATH", "")
    if not home:
        failure = FAILURES["set-env-missing"]
        return Check("CANN", "problem", "ASCEND_HOME_PATH is not set", failure.advice, failure.name)
    libraries = Path(home) / "lib64"
    if not (libraries / _PROBE_LIBRARY).is_file():
        found = f"ASCEND_HOME_PATH={home} has no lib64/{_PROBE_LIBRARY}"
        return Check(
            "CANN", "problem", found, "set it to a CANN's folder: source its set_env.sh in a new shell"
        )
    return Check("CANN", "ok", f"{home} ({cann_version(Path(home))})")


def _trees(environ: Mapping[str, str]) -> Iterator[Check]:
    """CANN trees on LD_LIBRARY_PATH and in the variables."""
    folders = [folder for folder in environ.get("LD_LIBRARY_PATH", "").split(os.pathsep) if folder]
    homes = [environ.get(name, "") for name in ("ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME")]
    folders += [os.path.join(home, "lib64") for home in homes if home]
    trees = list(
        dict.fromkeys(os.path.realpath(f) for f in folders if os.path.isfile(os.path.join(f, _PROBE_LIBRARY)))
    )
    libraries = {os.path.realpath(os.path.join(tree, _PROBE_LIBRARY)) for tree in trees}
    if len(libraries) > 1:
        failure = FAILURES["two-cann-trees"]
        yield Check(
            "CANN trees", "problem", "\n".join(trees), f"{failure.meaning}\n{failure.advice}", failure.name
        )


def _op_packages(environ: Mapping[str, str]) -> Iterator[Check]:
    failure = FAILURES["op-package-path"]
    for name in ("ASCEND_OPP_PATH", "ASCEND_CUSTOM_OPP_PATH"):
        for folder in filter(None, environ.get(name, "").split(os.pathsep)):
            if not os.path.isdir(folder):
                found = f"{name} names {folder}, which is no folder"
                yield Check("operator packages", "problem", found, failure.advice, failure.name)
            elif name == "ASCEND_CUSTOM_OPP_PATH" and not any(
                os.path.isdir(os.path.join(folder, part)) for part in _PACKAGE_PARTS
            ):
                found = f"{name} names {folder}, which has none of {', '.join(_PACKAGE_PARTS)}"
                yield Check("operator packages", "warning", found, failure.advice, failure.name)
