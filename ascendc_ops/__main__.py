# SPDX-License-Identifier: Apache-2.0
"""``python -m ascendc_ops``: tools around the operators."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence

import ascendc_ops

#: Command -> its help and whether it needs the operators. Each is in ascendc_ops/<command>_command.py.
_COMMANDS = {
    "compare": ("compare results on the NPU, eager and compiled, with the CPU in float64", True),
    "graph": ("show a compiled model's GE graph: text, SVG or HTML", True),
    "new-op": ("write the files of a new operator from its schema and formula", False),
    "op-package": ("print the operator package's folder, for ASCEND_CUSTOM_OPP_PATH", False),
    "doctor": ("find out why an environment does not work", False),
}


def main(arguments: Sequence[str] | None = None) -> int:
    try:
        return _main(arguments)
    except ModuleNotFoundError as error:
        if error.name not in ("torch", "torch_npu"):
            raise
        raise SystemExit(f"{error}. Find out more with python -m ascendc_ops doctor") from None


def _main(arguments: Sequence[str] | None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(prog="python -m ascendc_ops", description=__doc__)
    commands = parser.add_subparsers(title="commands", required=True)
    for name, (text, needs_operators) in _COMMANDS.items():
        if given[:1] != [name]:
            commands.add_parser(name, help=text)
            continue
        if needs_operators and not hasattr(ascendc_ops, "library_path"):
            importlib.reload(ascendc_ops)  # see ascendc_ops/__init__.py
        importlib.import_module(f"ascendc_ops.{name.replace('-', '_')}_command").add_to(commands)
    options = parser.parse_args(given)
    status: int = options.run(options)
    return status


if __name__ == "__main__":
    raise SystemExit(main())
