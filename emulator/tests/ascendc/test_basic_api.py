# SPDX-License-Identifier: Apache-2.0
"""Copies by slices and fractals, pools, tiling data, lists of tensors, assertions, scalar functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch
from asc_library import KernelError, Library

if TYPE_CHECKING:
    from collections.abc import Callable

    Build = Callable[[str], Library]


@pytest.fixture(scope="module")
def basic(library: Build) -> Library:
    return library("basic_api")


def test_slices(basic: Library) -> None:
    source = torch.arange(87 * 3.0)
    result = basic.run("slices", torch.full((87 * 3,), -1.0), source).view(3, 87)
    expected = torch.full((3, 87), -1.0)
    for row in (0, 2):
        for begin in (16, 47):
            expected[row, begin : begin + 24] = source.view(3, 87)[row, begin : begin + 24]
    assert torch.equal(result, expected)


@pytest.mark.parametrize("matrices", [1, 3])
def test_fractals_and_back(basic: Library, matrices: int) -> None:
    source = torch.arange(matrices * 5 * 21).half()
    assert torch.equal(basic.run("fractals", torch.zeros_like(source), source, count=matrices), source)


def test_fractals_lie_in_columns_with_zeros_after_the_row(basic: Library) -> None:
    source = torch.arange(5 * 21).half()
    result = basic.run("fractals", torch.zeros(2 * 16, 16).half(), source, count=1, form=1)
    rows = torch.nn.functional.pad(source.view(5, 21), (0, 11))
    assert torch.equal(result.view(2, 16, 16)[:, :5], rows.view(5, 2, 16).transpose(0, 1))


@pytest.mark.parametrize(("form", "filler"), [(0, 37.0), (1, 37.0), (2, 5.0)])
def test_pad_value(basic: Library, form: int, filler: float) -> None:
    source = torch.arange(10.0)
    result = basic.run("pad_value", torch.zeros(16), source, form=form)
    expected = torch.nn.functional.pad(source.view(2, 5), (0, 3), value=filler).flatten()
    assert torch.equal(result, expected)


def test_enhanced_copies(basic: Library) -> None:
    source = torch.arange(16.0)
    assert torch.equal(basic.run("enhanced", torch.zeros(16), source), source)
    with pytest.raises(KernelError, match=r"cube's modes are not emulated\) is 1; the limit is 0"):
        basic.run("enhanced", torch.zeros(16), source, form=1)


def test_intrinsics(basic: Library) -> None:
    source = torch.arange(64.0)
    for form in (0, 1):
        assert torch.equal(basic.run("intrinsics", torch.zeros(64), source, form=form), source * 2)
    with pytest.raises(KernelError, match="there is no event from pipe MTE3 to pipe MTE3"):
        basic.run("intrinsics", torch.zeros(64), source, form=2)


def test_pools(basic: Library) -> None:
    source = torch.arange(128.0)
    assert torch.equal(basic.run("pools", torch.zeros(128), source), source + 1)
    with pytest.raises(KernelError, match="a queue"):
        basic.run("pools", torch.zeros(128), source, form=1)


def test_pipe_and_scalar_functions(basic: Library) -> None:
    ub = 192 * 1024
    expected = [
        1,
        1,
        (ub - 1024) // 4,
        ub // 4,
        ub - 256,
        ub,
        8 * 100 + 56,
        63 * 100 + 63,
        303,
        32,
        260,
        1,
        -1,
    ]
    assert basic.run("pipe_state", torch.zeros(13, dtype=torch.int64)).tolist() == expected


@pytest.mark.parametrize("form", [0, 1, 2])
def test_tiling_data(basic: Library, form: int) -> None:
    source = torch.arange(64.0)
    data = torch.tensor([64, 0, 0]).to(torch.int32)
    data[1:2] = torch.tensor([2.0]).view(torch.int32)
    assert torch.equal(basic.run("tiling", torch.zeros(64), source, data, form=form), source * 2)


@pytest.mark.parametrize("form", [0, 1])
def test_tensor_list(basic: Library, form: int) -> None:
    tensors = [torch.arange(6.0), torch.arange(4.0) * 10]
    addresses = [basic.device.put(tensor) for tensor in tensors]
    words = [6 * 8, 2, 2, 3, 1 | (1 << 32), 4, *addresses]
    description = torch.tensor(words, dtype=torch.int64)

    def run() -> torch.Tensor:
        return basic.run("tensor_list", torch.zeros(13), description, form=form)

    if form == 1:
        with pytest.raises(KernelError, match="ListTensorDesc::GetDataPtr"):
            run()
        return
    expected = [2, 200, *tensors[0].tolist(), 101, *tensors[1].tolist()]
    assert run().tolist() == expected


@pytest.mark.parametrize(
    ("form", "message"),
    [
        (0, r"assert at .*basic_api.asc:\d+: \(r.form != 0\) is false"),
        (1, r"ascendc_assert at .*basic_api.asc:\d+: \(r.form != 1\) is false"),
        (2, r"ascendc_assert at .*\(r.form != 2, .*\) is false: form is 2"),
    ],
)
def test_assertions_are_reported(basic: Library, form: int, message: str) -> None:
    with pytest.raises(KernelError, match=message):
        basic.run("assertions", torch.zeros(1, dtype=torch.int64), form=form)


def test_assertions_that_hold(basic: Library) -> None:
    assert basic.run("assertions", torch.zeros(1, dtype=torch.int64), form=3).item() == 1


@pytest.mark.parametrize(("form", "reduce"), [(0, torch.sum), (1, torch.amax), (2, torch.amin)])
def test_reductions_by_unit(basic: Library, form: int, reduce: Callable[..., torch.Tensor]) -> None:
    source = torch.randint(-100, 100, (128,), generator=torch.Generator().manual_seed(form)).float()
    result = basic.run("reduce_units", torch.zeros(128), source, form=form)
    blocks = reduce(source.view(16, 8), dim=1)
    repeats = reduce(source.view(2, 64), dim=1)
    assert torch.equal(result[:16], blocks)
    assert torch.equal(result[16:32], blocks)
    assert torch.equal(result[32:34], repeats)
    assert torch.equal(result[40:42], repeats)
    if form == 0:
        assert torch.equal(result[64:], source.view(64, 2).sum(dim=1))


def test_layouts(basic: Library) -> None:
    """The memory of the strides, seen with the first of all dimensions varying fastest."""
    places = torch.arange(200).as_strided((5, 3, 4, 2), (24, 1, 6, 3)).reshape(-1)
    result = basic.run("layouts", torch.zeros(360, dtype=torch.int64))
    assert torch.equal(result.view(3, 120), places.expand(3, 120))


def test_views_of_a_tensor(basic: Library) -> None:
    assert basic.run("views", torch.zeros(5)).tolist() == [16, 64, -3, 56, 1.5]
    with pytest.raises(KernelError, match=r"LocalTensor::SetSize at .*: size is 65; the limit is 64"):
        basic.run("views", torch.zeros(5), form=1)
