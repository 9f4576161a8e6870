# SPDX-License-Identifier: Apache-2.0
"""Random ways to call a vector instruction, and the elements that each of them touches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from asc_values import same

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from asc_library import Library

    Reference = Callable[..., torch.Tensor]

SIZE = 4096  # elements of every tensor


@dataclass(frozen=True)
class Form:
    """One way to call an instruction: by ``count``, or by ``mask`` and repeats."""

    form: int
    count: int
    mask: tuple[int, int]
    repeats: int
    block_stride: tuple[int, int, int]
    repeat_stride: tuple[int, int, int]

    def active(self, lanes: int) -> list[int]:
        if self.form == 2:
            return list(range(min(self.mask[0], lanes)))
        return [lane for lane in range(lanes) if (self.mask[lane // 64] >> (lane % 64)) & 1]


def random_form(random: Random, widest: int) -> Form:
    """``widest``: bytes of the widest element, which decides how many lanes a repeat has."""
    lanes = 256 // widest
    form = random.randrange(3)
    bits = random.choice([random.getrandbits(lanes), (1 << lanes) - 1, 1 << random.randrange(lanes), 0])
    number = random.choice([lanes, random.randint(0, lanes), 1])
    mask = (number, 0) if form == 2 else (bits & (2**64 - 1), bits >> 64)
    block_stride = [random.choice([1, 1, 2, 3]) for _ in range(3)]
    repeat_stride = [random.choice([8, 8, 4, 16, 9]) for _ in range(3)]
    for source in (1, 2):
        if random.random() < 0.2:  # one block or one repeat again and again
            block_stride[source], repeat_stride[source] = random.choice([(0, 8), (1, 0), (0, 0)])
    # At most 6 repeats of 16 blocks and 7 block strides of 3: within SIZE elements of any type.
    return Form(
        form,
        random.choice([0, 1, SIZE, random.randint(1, SIZE)]),
        mask,
        random.choice([0, 1, 2, random.randint(1, 6)]),
        (block_stride[0], block_stride[1], block_stride[2]),
        (repeat_stride[0], repeat_stride[1], repeat_stride[2]),
    )


def positions(form: Form, operand: int, size: int, repeat: int, active: torch.Tensor) -> torch.Tensor:
    """Where the active lanes of a repeat lie in an operand whose elements have ``size`` bytes."""
    per_block = 32 // size
    block = active // per_block
    start = repeat * form.repeat_stride[operand] + block * form.block_stride[operand]
    return start * per_block + active % per_block


def places(form: Form, size: int) -> Iterator[tuple[torch.Tensor, list[torch.Tensor]]]:
    """For each repeat the numbers of its active lanes, counted over all repeats, and where they lie in the
    destination and in each source. A count is one repeat."""
    if form.form == 0:
        every = torch.arange(form.count)
        yield every, [every] * 3
        return
    active = torch.tensor(form.active(256 // size), dtype=torch.int64)
    for repeat in range(form.repeats):
        where = [positions(form, operand, size, repeat, active) for operand in range(3)]
        yield active + repeat * (256 // size), where


def expected(
    form: Form, destination: torch.Tensor, sources: tuple[torch.Tensor, ...], compute: Reference
) -> torch.Tensor:
    result = destination.clone()
    if form.form == 0:
        result[: form.count] = compute(result[: form.count], *(each[: form.count] for each in sources))
        return result
    widest = max(each.element_size() for each in (destination, *sources))
    active = torch.tensor(form.active(256 // widest), dtype=torch.int64)
    for repeat in range(form.repeats):
        at = positions(form, 0, destination.element_size(), repeat, active)
        picked = [
            each[positions(form, index + 1, each.element_size(), repeat, active)]
            for index, each in enumerate(sources)
        ]
        result[at] = compute(result[at], *picked)
    return result


def call(
    library: Library,
    case: str,
    form: Form,
    destination: torch.Tensor,
    *sources: torch.Tensor,
    **fields: float,
) -> torch.Tensor:
    """The destination after the call in this form."""
    return library.run(
        case,
        destination,
        *sources,
        form=form.form,
        count=form.count,
        mask=form.mask,
        repeats=form.repeats,
        block_stride=form.block_stride,
        repeat_stride=form.repeat_stride,
        **fields,
    )


def agree(case: str, form: object, actual: torch.Tensor, reference: torch.Tensor) -> None:
    """:func:`asc_values.same`, naming the call."""
    try:
        same(actual, reference)
    except AssertionError as error:
        raise AssertionError(f"{case}, {form}: {error}") from None
