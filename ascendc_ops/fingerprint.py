# SPDX-License-Identifier: Apache-2.0
"""What a compiled graph depends on, as texts by name that can be compared between processes."""

from __future__ import annotations

import hashlib
import inspect
import os
import platform
from collections.abc import Mapping
from pathlib import Path

import torch
import torch_npu

from ascendc_ops.doctor.environment import cann_version

_LIBRARY = "library "
_ENGINE = Path("lib64", "libge_runner.so")


def sha256_of(path: Path) -> str:
    """Of a file's bytes. Raises OSError."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def fingerprint(model: torch.nn.Module) -> dict[str, str]:
    """Of the graphs that compiling ``model`` gives in this process.

    Versions of Python, torch and torch_npu (with torchair); CANN's version and GE's library; every library
    that torch.ops.load_library loaded; the converters of this package; the sources of the classes of all
    submodules. Not the weights, which are inputs of the graph, and not functions that the classes call.
    """
    home = Path(os.environ.get("ASCEND_HOME_PATH", ""))
    engine = home / _ENGINE
    result = {
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "torch": str(torch.__version__),
        "torch_npu": torch_npu.__version__,
        "CANN": cann_version(home),
        "GE": sha256_of(engine) if engine.is_file() else "not found",
        "converters": _converters(),
        "model": _sources(model),
    }
    result |= {_LIBRARY + Path(path).name: sha256_of(Path(path)) for path in torch.ops.loaded_libraries}
    return result


def missing_libraries(then: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """The operator libraries of the fingerprint ``then`` that ``now`` has not."""
    return [name.removeprefix(_LIBRARY) for name in then if name.startswith(_LIBRARY) and name not in now]


def differences(then: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """What changed, a sentence each. Libraries that are loaded in addition do not matter."""
    names = [name for name in now if name in then or not name.startswith(_LIBRARY)]
    names += [name for name in then if name not in now]
    return [
        f"{name} was {_short(then.get(name))}, is {_short(now.get(name))}"
        for name in names
        if then.get(name) != now.get(name)
    ]


def _short(text: str | None) -> str:
    """Checksums in 12 digits."""
    return "unknown" if text is None else text[:12] if len(text) == 64 else text


def _converters() -> str:
    import ascendc_ops.converters

    digest = hashlib.sha256()
    for folder in map(Path, ascendc_ops.converters.__path__):
        for path in sorted(folder.glob("*.py")):
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def _sources(model: torch.nn.Module) -> str:
    """Of the model's classes; torch's own are covered by its version."""
    classes = {type(module) for module in model.modules()}
    texts = sorted(_source(each) for each in classes if not each.__module__.startswith("torch."))
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def _source(each: type) -> str:
    try:
        return inspect.getsource(each)
    except (OSError, TypeError):  # written at a prompt, or in C: the name must do
        return each.__qualname__
