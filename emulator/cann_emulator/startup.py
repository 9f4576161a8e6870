# SPDX-License-Identifier: Apache-2.0
"""What an enabled environment's interpreter runs at start-up: cheap, and silent without a home."""

from __future__ import annotations

import os
import sys

from cann_emulator.activation import preload
from cann_emulator.compare_hook import install
from cann_emulator.environment import variables
from cann_emulator.homes import EmulatorError, emulator_home, real_cann

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.abc import Loader
    from importlib.machinery import ModuleSpec
    from types import ModuleType


class _PreloadingLoader:
    """Loads the emulator's libraries, then the module by its own loader, which it leaves in its place."""

    def __init__(self, loader: Loader, home: str) -> None:
        self._loader = loader
        self._home = home

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        try:
            preload(self._home)
        except EmulatorError as error:
            raise ImportError(str(error), name=module.__name__) from None
        module.__loader__ = self._loader
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        self._loader.exec_module(module)

    def __getattr__(self, name: str) -> object:
        return getattr(self._loader, name)


class _PreloadingFinder:
    """Finds torch and torch_npu where the other finders do, with a loader that preloads the emulator.

    Looking for them, as build systems do, loads nothing: a broken emulator is met by an import alone.
    """

    def __init__(self, home: str) -> None:
        self._home = home

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in ("torch", "torch_npu"):
            return None
        for finder in sys.meta_path:
            spec = None if finder is self else finder.find_spec(fullname, path, target)
            if spec is not None:
                if spec.loader is not None:
                    spec.loader = _PreloadingLoader(spec.loader, self._home)  # type: ignore[assignment]
                return spec
        return None


def prepare() -> None:
    """Sets the environment variables now and has the libraries loaded when torch is first imported.

    Does nothing when a real CANN is sourced, when the emulator has no home, or when it was called before.
    """
    if real_cann(os.environ) or any(isinstance(finder, _PreloadingFinder) for finder in sys.meta_path):
        return
    try:
        home = emulator_home(os.environ)
    except EmulatorError:
        return
    os.environ.update(variables(home, os.environ))
    sys.meta_path.insert(0, _PreloadingFinder(home))
    install()
