# SPDX-License-Identifier: Apache-2.0
"""``python -m ascendc_ops``: tools around the operators."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ascendc_ops import compare_command


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m ascendc_ops", description=__doc__)
    commands = parser.add_subparsers(title="commands", required=True)
    compare_command.add_to(commands)
    options = parser.parse_args(arguments)
    status: int = options.run(options)
    return status


if __name__ == "__main__":
    raise SystemExit(main())
