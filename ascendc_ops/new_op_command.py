# SPDX-License-Identifier: Apache-2.0
"""``python -m ascendc_ops new-op``: the files of a new operator, from its schema and its formula."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any

from ascendc_ops.scaffold import ScaffoldError


def add_to(commands: Any) -> None:
    """Adds the command to argparse's ``commands``."""
    parser = commands.add_parser(
        "new-op",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="With a formula the kernel is a tiled, double-buffered elementwise one and works at once;\n"
        "without one it says that it is not written yet.\n"
        "Formulas: arguments, numbers, + - * / **, abs exp log neg reciprocal relu rsqrt sigmoid sqrt\n"
        "square, maximum and minimum; one for each result, then for each changed argument, with commas.\n"
        "An optional tensor that is None counts as 0.\n\n"
        "examples:\n"
        '  python -m ascendc_ops new-op "my_op(Tensor x, Tensor? y, float alpha=1.0) -> Tensor" \\\n'
        '      --formula "x * alpha + y" --out my_ops\n'
        '  python -m ascendc_ops new-op "scale_(Tensor(a!) x, float by) -> ()" --formula "x * by"',
    )
    parser.add_argument("schema", help="as torch.library takes it, without a namespace")
    parser.add_argument("--formula", default="", help="what it computes, elementwise, in Python")
    parser.add_argument("--out", type=Path, metavar="DIR", help="a package of its own, new or made by new-op")
    parser.add_argument("--package", help="name of that package (default: the name of DIR)")
    parser.add_argument("--force", action="store_true", help="overwrite the operator's files")
    parser.set_defaults(run=_run)


def _write(options: argparse.Namespace) -> list[Path]:
    from ascendc_ops.scaffold.project import add_to_package, add_to_repository
    from ascendc_ops.scaffold.render import render
    from ascendc_ops.scaffold.schema import parse

    operator = parse(options.schema)
    if options.out is None:
        files = render(operator, options.formula, "ascendc_ops", package=False)
        return add_to_repository(files, Path.cwd(), operator.name, force=options.force)
    root = options.out.resolve()
    namespace = options.package or root.name.replace("-", "_")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", namespace) or namespace == "ascendc_ops":
        raise ScaffoldError(
            f"expected a lower-case Python name of your own for the package, got {namespace!r}"
        )
    files = render(operator, options.formula, namespace, package=True)
    return add_to_package(files, root, operator.name, namespace, force=options.force)


def _run(options: argparse.Namespace) -> int:
    try:
        paths = _write(options)
    except ScaffoldError as error:
        raise SystemExit(f"new-op: {error}") from None
    for path in paths:
        print(path)
    where = options.out or Path()
    print(f"\nbuild and test it:\n  cd {where}\n  pip install --no-build-isolation .\n  pytest tests")
    return 0
