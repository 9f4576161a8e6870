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


def test_casts_and_reductions(c_api: Library) -> None:
    x = torch.randn(COUNT, generator=torch.Generator().manual_seed(0)).half()
    result = c_api.run("c_casts", torch.zeros(COUNT + 16).half(), x)
    assert torch.equal(result[:COUNT], x * 2)
    assert torch.equal(result[COUNT:], (x * 2).view(16, 16).amax(dim=1))


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
