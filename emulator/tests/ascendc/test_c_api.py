# SPDX-License-Identifier: Apache-2.0
"""The C API, and what the .asc compiler makes of arrays in UB."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch
from asc_library import KernelError, Library

from cann_emulator.asc_compiler import arrays, edits

if TYPE_CHECKING:
    from collections.abc import Callable

    Build = Callable[[str], Library]

COUNT = 256
NAMESPACE = "::cann_emulator::ascendc::"


@pytest.fixture(scope="module")
def c_api(library: Build) -> Library:
    return library("c_api")


@pytest.mark.parametrize("form", [0, 1, 2])
def test_arithmetic(c_api: Library, form: int) -> None:
    x, y = torch.arange(COUNT) / 4, torch.arange(COUNT) / 2
    result = c_api.run("c_arithmetic", torch.zeros(COUNT), x, y, form=form)
    assert torch.equal(result, (x + y) * y + y.double().sqrt().float() + 1)


@pytest.mark.parametrize("form", [0, 1])
def test_casts_and_reductions(c_api: Library, form: int) -> None:
    x = torch.randn(COUNT, generator=torch.Generator().manual_seed(0)).half()
    result = c_api.run("c_casts", torch.zeros(COUNT + 16).half(), x, form=form)
    assert torch.equal(result[:COUNT], x * 2)
    maxima = (x * 2).view(16, 16).amax(dim=1)
    maxima[15] *= 1 - form  # form 1 copies 15
    assert torch.equal(result[COUNT:], maxima)


MOVES = {
    "gather": lambda x, offsets: x[offsets.long() // 4],
    "brcb": lambda x, _: x[:32].repeat_interleave(8),
    "select": lambda x, bits: (
        torch.where(torch.arange(COUNT) % 64 < 32, bits_of(bits[0]), bits_of(bits[1])) * x
    ),
    "repeat_reduce_sum": lambda x, _: x.view(4, 64).sum(dim=1),
    "pair_reduce_sum": lambda x, _: x.view(-1, 2).sum(dim=1),
    "datablock_reduce_min": lambda x, _: x.view(-1, 8).amin(dim=1),
}


def bits_of(word: torch.Tensor) -> torch.Tensor:
    """1 where the bit is set, else -1, repeated over all elements."""
    return (word.long() >> torch.arange(32) & 1).mul(2).sub(1).repeat(COUNT // 32)


@pytest.mark.parametrize("form", [0, 1, 2])
@pytest.mark.parametrize("name", MOVES)
def test_moves_and_reductions(c_api: Library, name: str, form: int) -> None:
    generator = torch.Generator().manual_seed(0)
    x = torch.randint(-100, 100, (COUNT,), generator=generator).float()  # sums are exact
    offsets = torch.randperm(COUNT, generator=generator).int() * 4
    if name == "select":
        offsets = torch.randint(-(2**31), 2**31, (COUNT,), generator=generator).int()
    number = list(MOVES).index(name)
    result = c_api.run("c_moves", torch.zeros(COUNT), x, offsets, form=form, number=number, count=COUNT)
    expected = MOVES[name](x, offsets) * 2
    assert torch.equal(result[: len(expected)], expected.float())
    if form != 1 and name in ("gather", "select"):  # fewer than a repeat
        result = c_api.run("c_moves", torch.zeros(COUNT), x, offsets, form=form, number=number, count=70)
        assert torch.equal(result[:70], expected[:70].float())
        assert not result[70:].any()


def test_arrays_are_memory_of_the_unified_buffer(c_api: Library) -> None:
    destination = torch.zeros(64, dtype=torch.int32)
    assert c_api.run("c_arrays", destination).tolist()[:3] == [1, 2, 1]
    with pytest.raises(KernelError, match=r"DataCopy at .*: source UB .*past the end of the tensor"):
        c_api.run("c_arrays", torch.zeros(128, dtype=torch.int32), form=1)
    with pytest.raises(KernelError, match=r"asc_copy_ub2gm at .* does not point into UB; declare the array"):
        c_api.run("c_arrays", destination, form=2)
    with pytest.raises(KernelError, match="the array y needs 160000 bytes of UB; 36608 of 196608 are left"):
        c_api.run("c_too_much", destination)


def rewritten(source: str) -> str:
    return edits.apply(source, arrays.find_edits(source))


def array(element: str, size: str, name: str) -> str:
    kind = f"<{element}{size}>"
    return f'{NAMESPACE}UbArray{kind}& {name} = {NAMESPACE}TakeUbArray{kind}("{name}")'


@pytest.mark.parametrize(
    ("declaration", "expected"),
    [
        ("__ubuf__ half x[128];", array("half", "[128]", "x") + ";"),
        ("__ubuf__ a::b<int, 2> x[N + 1][2];", array("a::b<int, 2>", "[N + 1][2]", "x") + ";"),
        (
            "__ubuf__ float x[f<1, 2>], y[4];",
            f"{array('float', '[f<1, 2>]', 'x')}; {array('float', '[4]', 'y')};",
        ),
    ],
)
def test_rewriting(declaration: str, expected: str) -> None:
    assert rewritten(f"namespace n {{ void f() {{ {declaration} }} }}") == (
        f"namespace n {{ void f() {{ {expected} }} }}"
    )


@pytest.mark.parametrize(
    "source",
    [
        "void f() { __ubuf__ half* x = y; }",
        "void f() { __ubuf__ half x[2] = {1, 2}; }",
        "void f(__ubuf__ half* x, __ubuf__ half y[4]) { g(x); }",
        "namespace n { __ubuf__ half x[2]; }",
        "struct S { __ubuf__ half* x[2]; };",
        "void f() { // __ubuf__ half x[2];\n}",
        'void f() { g("__ubuf__ half x[2];"); }',
    ],
)
def test_what_is_no_array_in_a_function_stays(source: str) -> None:
    assert rewritten(source) == source
    assert not arrays.has_arrays(source)
