# SPDX-License-Identifier: Apache-2.0
"""``torchair.inference.cache_compile`` whose cache is refused once what it was made with has changed.

TorchAir keeps the captured and converted graph of a method in a file, and a later process starts from it
without tracing. It looks at its own version, the options and ``repr`` of the module, and nothing else. This
layer keeps a record beside that file: a fingerprint of what the graph came from (see ``fingerprint``) and the
file's checksum. A cache whose record does not fit is deleted with a warning that says why, and made again.
"""

from __future__ import annotations

import json
import os
import tempfile
import types
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import torch

from ascendc_ops.fingerprint import differences, fingerprint, missing_libraries, sha256_of

RECORD_NAME = "fingerprint.json"
_RECORD_FORMAT = 1


class CacheRefusedWarning(UserWarning):
    """A cache is not used, and why. As an error (``warnings.filterwarnings``), it deletes nothing."""


class CachedMethod:
    """What ``cache_compile`` returns: call it in place of the method.

    Attributes:
        loaded: whether the graph came from the cache; None before the first call.
        cache_file: TorchAir's file of this method; None before the first call.
    """

    def __init__(self, method: types.MethodType, model: torch.nn.Module, options: dict[str, Any]) -> None:
        self.loaded: bool | None = None
        self.cache_file: Path | None = None
        self._method = method
        self._model = model
        self._options = options
        self._compiled: Callable[..., Any] | None = None
        self._unrecorded = False

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self._compiled is None:
            # Not before: the file depends on the rank, which is known once torch.distributed is set up.
            self._compiled = self._load_or_compile()
        result = self._compiled(*args, **kwargs)
        if self._unrecorded:  # TorchAir has written its file at the end of the first call that succeeded
            self._unrecorded = False
            self._record()
        return result

    def _record(self) -> None:
        assert self.cache_file is not None
        if self.cache_file.is_file():
            _write_record(self.cache_file, fingerprint(self._model))
        else:
            warnings.warn(
                f"TorchAir kept no cache of {self._method.__qualname__}: it was compiled more than once in "
                "this process, or holds what cannot be kept (TorchAir's log says so)",
                stacklevel=3,
            )

    def _load_or_compile(self) -> Callable[..., Any]:
        import torchair
        from torchair.inference._cache_compiler import CompiledModel, ModelCacheSaver

        options = {"config": torchair.CompilerConfig(), **self._options}
        self.cache_file = Path(CompiledModel.get_cache_bin(self._method, **options))
        if self.cache_file.exists():
            _refuse_unless_current(self.cache_file, fingerprint(self._model))
        lazy = torchair.inference.cache_compile(self._method, **options)
        compiled: Callable[..., Any] = lazy.compile(self._method.__func__.__globals__)
        self.loaded = not isinstance(compiled, ModelCacheSaver)
        self._unrecorded = not self.loaded
        return compiled


def cache_compile(method: Callable[..., Any], **options: Any) -> CachedMethod:
    """Compiles a module's method for inference with TorchAir, or takes its graph from the cache.

    Args:
        method: a method of a ``torch.nn.Module``. No gradients are recorded.
        options: of ``torchair.inference.cache_compile``: ``config`` (a ``CompilerConfig``), ``dynamic``
            (default True), ``cache_dir`` (default: TORCHAIR_CACHE_HOME, or ``.torchair_cache`` in the working
            directory), ``global_rank``, ``tp_rank``, ``pp_rank``, ``ge_cache``, ``custom_decompositions``.

    A cache holds code that is executed: as TorchAir does, only files that belong to the user and that nobody
    else can read or write are loaded.

    Raises:
        TypeError: ``method`` is no method of a module, or ``options`` has a ``backend``.
        RuntimeError: on the first call, when the cache needs an operator library that is not loaded.
    """
    if not isinstance(method, types.MethodType) or not isinstance(method.__self__, torch.nn.Module):
        raise TypeError(f"cache_compile takes a method of a torch.nn.Module, got {method!r}")
    if "backend" in options:
        raise TypeError("cache_compile takes the backend's config (a CompilerConfig), not the backend")
    return CachedMethod(method, method.__self__, options)


def _refuse_unless_current(cache_file: Path, now: Mapping[str, str]) -> None:
    """Deletes a cache that must not be used, with a warning. Raises RuntimeError for a missing library."""
    record = cache_file.with_name(RECORD_NAME)
    problem = ""
    try:
        then, checksum = _read_record(record)
        missing = missing_libraries(then, now)
        if missing:
            raise RuntimeError(
                f"the cache {cache_file} needs {', '.join(missing)}, which this process has not loaded. "
                "Import the package of these operators (or torch.ops.load_library) before the first call."
            )
        changes = differences(then, now)
        if changes:
            problem = "; ".join(changes)
        elif sha256_of(cache_file) != checksum:
            problem = "the file is not the one that was written: its checksum differs"
    except (OSError, ValueError, RecursionError) as error:
        problem = f"its record {record} cannot be used: {error}"
    if problem:
        warnings.warn(f"{cache_file} is made again: {problem}", CacheRefusedWarning, stacklevel=5)
        cache_file.unlink(missing_ok=True)
        record.unlink(missing_ok=True)


def _read_record(path: Path) -> tuple[dict[str, str], str]:
    """The fingerprint and the cache file's checksum. Raises OSError or ValueError with the reason."""
    record = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(record, dict) or record.get("format") != _RECORD_FORMAT:
        raise ValueError(f"expected a record of format {_RECORD_FORMAT}")
    then, checksum = record.get("made_with"), record.get("sha256")
    if not isinstance(then, dict) or not all(isinstance(value, str) for value in [*then.values(), checksum]):
        raise ValueError("expected texts by name in made_with and a text in sha256")
    return then, str(checksum)


def _write_record(cache_file: Path, made_with: Mapping[str, str]) -> None:
    """Atomically: whoever reads sees no record or a whole one."""
    record = {"format": _RECORD_FORMAT, "sha256": sha256_of(cache_file), "made_with": dict(made_with)}
    handle, name = tempfile.mkstemp(dir=cache_file.parent, prefix=RECORD_NAME)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(record, file, indent=1)
        os.replace(name, cache_file.with_name(RECORD_NAME))
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
