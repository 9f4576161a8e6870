# SPDX-License-Identifier: Apache-2.0
"""``python -m ascendc_ops op-package``: prints the folder to name in ASCEND_CUSTOM_OPP_PATH."""

from __future__ import annotations

import argparse
from typing import Any

from ascendc_ops.package_path import operator_package


def add_to(commands: Any) -> None:
    """Adds the command to argparse's ``commands``."""
    parser = commands.add_parser(
        "op-package",
        description=__doc__,
        epilog="export ASCEND_CUSTOM_OPP_PATH=$(python -m ascendc_ops op-package)",
    )
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    del options
    try:
        print(operator_package())
    except FileNotFoundError as error:
        raise SystemExit(f"op-package: {error}") from None
    return 0
