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


class LoggedConverters:
    """torchair, with a line in the log for each FX node that a converter registered through it converts."""

    def __init__(self, torchair: Any) -> None:
        self._torchair = torchair

    def __getattr__(self, name: str) -> Any:
        return getattr(self._torchair, name)

    def register_fx_node_ge_converter(self, overload: Any) -> Callable[[Callable[..., Any]], Any]:
        def register(converter: Callable[..., Any]) -> Any:
            @functools.wraps(converter)
            def logged(*arguments: Any, **keywords: Any) -> Any:
                start = time.perf_counter()
                result = converter(*arguments, **keywords)
                outputs = result if isinstance(result, list | tuple) else [result]
                nodes = ", ".join(f"{each.node.type} {each.node.name}" for each in outputs)
                spent = (time.perf_counter() - start) * 1e3
                logger.info("FX %s -> GE %s (%.2f ms)", overload, nodes, spent)
                return result

            return self._torchair.register_fx_node_ge_converter(overload)(logged)

        return register
