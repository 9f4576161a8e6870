# SPDX-License-Identifier: Apache-2.0
"""Mutants of a graph that are well-formed messages: edges, counts, types, shapes and attributes are wrong.

``structural_mutants.py <driver library> <plugin> <count> <seed>`` compiles mutants from ``seed`` on, runs
those of small inputs, and prints how many were accepted. An error is right, a crash or a hang is not.
"""

from __future__ import annotations

import ctypes
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from fuzz_model import small_model
from ge_driver import Driver, GeError, Session, Tensor
from ge_models import FLOAT, ModelBuilder, dtype_of

INTEGERS = (0, 1, 2, 3, 7, -1, -2, 64, 2**31, 2**62, -(2**63))
LARGEST = 1 << 16  # bytes of an input
ELEMENT_SIZE = 8  # the largest of a dtype


def model() -> ModelBuilder:
    """With a custom operator in it."""
    small = small_model()
    end = small.graph.op.pop()
    total = small.node("TestAdd", [("x", "arg0:0"), ("y", "arg0:0")], ["z"])
    end.input.append(total)
    end.input_desc.add().CopyFrom(end.input_desc[0])
    small.graph.op.append(end)
    return small


Change = Callable[[random.Random], None]


def changes(message: Any, edges: list[str]) -> Iterator[Change]:
    """What may be changed in a message and those in it."""
    for field, value in message.ListFields():
        is_message = field.cpp_type == field.CPPTYPE_MESSAGE
        if is_message and field.message_type.GetOptions().map_entry:
            yield lambda choose, held=value: _change_map(held, choose)
            for held in value.values():
                yield from changes(held, edges)
        elif field.is_repeated:
            yield lambda choose, held=value, named=is_message: _change_list(held, choose, named)
            if is_message:
                for held in value:
                    yield from changes(held, edges)
            elif field.cpp_type == field.CPPTYPE_STRING and field.type != field.TYPE_BYTES:
                yield lambda choose, held=value: held.__setitem__(
                    choose.randrange(len(held)), choose.choice(edges)
                )
        elif is_message:
            yield from changes(value, edges)
        else:
            name = field.name
            yield lambda choose, name=name, value=value: setattr(message, name, _other(value, edges, choose))


def _change_map(held: Any, choose: random.Random) -> None:
    key = choose.choice(sorted(held))
    if choose.random() < 0.5:
        del held[key]
    else:
        held[choose.choice((*sorted(held), "unknown"))].CopyFrom(held[key])


def _change_list(held: Any, choose: random.Random, of_messages: bool) -> None:
    at = choose.randrange(len(held))
    what = choose.randrange(3)
    if what == 0:
        del held[at]
    elif what == 1:
        held.append(held[at])
    elif of_messages:
        moved = held.pop(at)
        held.insert(choose.randrange(len(held) + 1), moved)
    else:
        other = choose.randrange(len(held))
        held[at], held[other] = held[other], held[at]


def _other(value: Any, edges: list[str], choose: random.Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return choose.choice(INTEGERS)
    if isinstance(value, float):
        return choose.choice((0.0, -1.0, float("nan"), float("inf")))
    if isinstance(value, bytes):
        return choose.choice((b"", value[:-1], value + value, bytes(reversed(value)), b"\xff" * len(value)))
    return choose.choice((*edges, "", value + "x"))


def mutant(seed: int) -> ModelBuilder:
    choose = random.Random(seed)
    made = model()
    names = [op.name for op in made.graph.op]
    edges = [f"{name}:0" for name in names] + ["nowhere:0", "arg0:1", "arg0:-1", *names]
    for _ in range(choose.choice((1, 1, 2, 3))):
        possible = list(changes(made.graph, edges))
        try:
            choose.choice(possible)(choose)
        except (ValueError, TypeError):  # a number that the field cannot hold: another change
            continue
    return made


def inputs(made: ModelBuilder) -> list[Tensor] | None:
    """Zeros for each input; None where one is large or of no known size."""
    tensors: list[Tensor] = []
    for op in made.graph.op:
        if op.type != "Data":
            continue
        description = op.output_desc[0] if op.output_desc else None
        dims = list(description.shape.dim) if description is not None else [-1]
        size = ELEMENT_SIZE
        for dim in dims:
            size *= dim
        if min(dims, default=0) < 0 or size > LARGEST:
            return None
        tensors.append(Tensor(dtype_of(description.dtype, FLOAT), dims, bytes(size)))
    return tensors


def load(driver: Driver, made: ModelBuilder) -> bool:
    """Compiles and runs the graph; whether it was accepted. Raises ValueError for an error without a text."""
    session = None
    try:
        session = Session(driver, made)
        given = inputs(made)
        if given is not None:
            session.run_on_host(*given)
    except GeError as error:
        if not str(error):
            raise ValueError("an error without a text") from error
    if session is None:
        return False
    session.close()
    return True


def main() -> int:
    library, plugin, count, seed = sys.argv[1:]
    driver = Driver(Path(library))
    ctypes.CDLL(plugin)
    accepted = 0
    for number in range(int(seed), int(seed) + int(count)):
        print(f"\rseed {number}", end="", file=sys.stderr, flush=True)  # what a crash leaves behind
        accepted += load(driver, mutant(number))
    print(f"{count} mutants, {accepted} accepted, {int(count) - accepted} refused")
    return 0 if load(driver, model()) else 1


if __name__ == "__main__":
    sys.exit(main())
