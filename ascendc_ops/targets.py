# SPDX-License-Identifier: Apache-2.0
"""What ``compare`` and ``graph`` are pointed at: an operator, a function or a module, and its inputs."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from ascendc_ops import functional

#: What each operator is called with where the command line says nothing else.
_DEFAULT_SHAPES = {"ascendc_add": "64x1000,64x1000", "ascendc_add_": "64x1000,64x1000"}
_DEFAULT_SCALARS = {"dispersion_correction": [0.8]}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the target and what describes its inputs."""
    parser.add_argument(
        "target",
        help="an operator's name, or file.py:name or package.module:name of a function, a module or a module "
        "class that needs no arguments",
    )
    parser.add_argument("--shapes", help="of the tensor arguments, e.g. 8x64,64; '-' is a scalar tensor")
    parser.add_argument("--scalars", type=float, nargs="*", help="arguments that follow the tensors")
    parser.add_argument("--dtype", default="float32", help="of the tensors (default: %(default)s)")
    parser.add_argument(
        "--low", type=float, default=0.0, help="inputs are uniform from here (default: %(default)s)"
    )
    parser.add_argument("--high", type=float, default=4.0, help="to here (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the inputs (default: %(default)s)")
    parser.add_argument("--dynamic", action="store_true", help="compile with dynamic shapes")


def find_target(options: argparse.Namespace) -> tuple[Callable[..., Any], list[Any]]:
    """The callable and its arguments. Ends the program, saying why, where there is none."""
    function = _find(options.target)
    shapes = _shapes(options.shapes or _DEFAULT_SHAPES.get(options.target, "64x1000"))
    scalars = options.scalars if options.scalars is not None else _DEFAULT_SCALARS.get(options.target, [])
    inputs = _inputs(options, shapes)
    if isinstance(function, torch.nn.Module) and inputs and inputs[0].is_floating_point():
        function = function.to(inputs[0].dtype)
    return function, [*inputs, *scalars]


def _find(target: str) -> Callable[..., Any]:
    if target in functional.__all__:
        function: Callable[..., Any] = getattr(functional, target)
        return function
    place, separator, name = target.rpartition(":")
    if not separator:
        raise SystemExit(
            f"{target!r} is no operator ({', '.join(functional.__all__)}); name a function or "
            "module as file.py:name or package.module:name"
        )
    if place.endswith(".py"):
        spec = importlib.util.spec_from_file_location("compared", place)
        if spec is None or spec.loader is None or not Path(place).is_file():
            raise SystemExit(f"there is no file {place}")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    else:
        module = importlib.import_module(place)
    if not hasattr(module, name):
        raise SystemExit(f"{place} has no {name}")
    found = getattr(module, name)
    if isinstance(found, type) and issubclass(found, torch.nn.Module):
        found = found()
    called: Callable[..., Any] = found
    return called


def _shapes(text: str) -> list[list[int]]:
    if not re.fullmatch(r"(-|\d+(x\d+)*)(,(-|\d+(x\d+)*))*", text):
        raise SystemExit(f"--shapes expects e.g. 8x64,64 or - for a scalar tensor, got {text!r}")
    return [[] if part == "-" else [int(size) for size in part.split("x")] for part in text.split(",")]


def _inputs(options: argparse.Namespace, shapes: list[list[int]]) -> list[torch.Tensor]:
    dtype = getattr(torch, options.dtype, None)
    if not isinstance(dtype, torch.dtype):
        raise SystemExit(f"--dtype expects the name of a torch dtype, got {options.dtype!r}")
    generator = torch.Generator().manual_seed(options.seed)
    return [
        (torch.rand(shape, generator=generator) * (options.high - options.low) + options.low).to(dtype)
        for shape in shapes
    ]
