# SPDX-License-Identifier: Apache-2.0
"""Has TorchAir's compiled graphs compared, from its import on."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.abc import Loader
    from importlib.machinery import ModuleSpec
    from types import ModuleType

_COMPILER = "torchair.npu_fx_compiler"  # also below torch_npu.dynamo


class _Finder:
    """Finds TorchAir's compiler where the other finders do and patches it once it is loaded."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not f".{fullname}".endswith(f".{_COMPILER}"):
            return None
        for finder in sys.meta_path:
            spec = None if finder is self else finder.find_spec(fullname, path, target)
            if spec is not None and spec.loader is not None:
                _patch_after(spec.loader)
                return spec
        return None


def _patch_after(loader: Loader) -> None:
    execute = loader.exec_module

    def execute_and_patch(module: ModuleType) -> None:
        from cann_emulator.compare.graphs import patch

        execute(module)
        patch(module)

    loader.exec_module = execute_and_patch  # type: ignore[method-assign]


def install() -> None:
    """Does nothing unless the variable asks for it. Before torchair is imported."""
    if os.environ.get("CANN_EMULATOR_COMPARE", "") not in ("", "0") and not any(
        isinstance(finder, _Finder) for finder in sys.meta_path
    ):
        sys.meta_path.insert(0, _Finder())
