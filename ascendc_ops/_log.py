# SPDX-License-Identifier: Apache-2.0
"""The package's logger, ``ascendc_ops``. ASCENDC_OPS_LOG_LEVEL=info writes it to stderr."""

from __future__ import annotations

import functools
import logging
import os
import time
from collections.abc import Callable
from typing import Any

logger = logging.getLogger("ascendc_ops")
_LEVELS = ("debug", "info", "warning", "error")


def set_up() -> None:
    """Has the logger write to stderr at the level that ASCENDC_OPS_LOG_LEVEL names; without it, does nothing.

    Raises ValueError for another name.
    """
    level = os.environ.get("ASCENDC_OPS_LOG_LEVEL", "").lower()
    if not level:
        return
    if level not in _LEVELS:
        raise ValueError(f"ASCENDC_OPS_LOG_LEVEL={level!r}: expected one of {', '.join(_LEVELS)}")
    logger.setLevel(level.upper())
    if not logger.handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(asctime)s.%(msecs)03d %(name)s %(message)s", "%H:%M:%S"))
        logger.addHandler(handler)


class NotedConverters:
    """torchair; what a converter makes that is registered through it is noted with its FX node, and logged.

    GE's messages and the log of launches then say where in the model a node comes from.

    Args:
        torchair: the module.
        note: called with GE's name of a node and what it comes from.
    """

    def __init__(self, torchair: Any, note: Callable[[str, str], None]) -> None:
        self._torchair = torchair
        self._note = note

    def __getattr__(self, name: str) -> Any:
        return getattr(self._torchair, name)

    def register_fx_node_ge_converter(self, overload: Any) -> Callable[[Callable[..., Any]], Any]:
        from ascendc_ops.fx_origin import running_fx_node  # imports torch, which this module must not

        def register(converter: Callable[..., Any]) -> Any:
            @functools.wraps(converter)
            def noted(*arguments: Any, **keywords: Any) -> Any:
                start = time.perf_counter()
                result = converter(*arguments, **keywords)
                spent = (time.perf_counter() - start) * 1e3
                outputs = result if isinstance(result, list | tuple) else [result]
                nodes = {each.node.name: each.node.type for each in outputs}
                origin = running_fx_node()
                for name in nodes:
                    if origin is not None:
                        self._note(name, str(origin))
                made = ", ".join(f"{kind} {name}" for name, kind in nodes.items())
                logger.info("FX %s: %s -> GE %s (%.2f ms)", origin, overload, made, spent)
                return result

            return self._torchair.register_fx_node_ge_converter(overload)(noted)

        return register
