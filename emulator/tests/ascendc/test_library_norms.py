# SPDX-License-Identifier: Apache-2.0
"""Library functions that normalise rows and parts of rows, against torch in double."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch
from asc_library import KernelError, Library
from asc_values import TYPES, close

if TYPE_CHECKING:
    from collections.abc import Callable

    Build = Callable[[str], Library]

ROWS, STRIDE, COUNT = 5, 48, 41  # rows in UB are padded
FLOATING = ["half", "float"]
EPSILON = 1e-3


@pytest.fixture(scope="module")
def norms(library: Build) -> Library:
    return library("library_norms")


def random(name: str, *shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed)).to(TYPES[name])


def epsilon_of(dtype: torch.dtype) -> float:
    return torch.tensor(EPSILON).to(dtype).item()


def run(
    library: Library, case: str, dtype: torch.dtype, size: int, /, *sources: torch.Tensor, **fields: object
) -> torch.Tensor:
    """``size`` elements of the destination, which starts as zeros."""
    return library.run(case, torch.zeros(size, dtype=dtype), *sources, **fields)


def flash_parts(name: str, *, extremes: bool) -> tuple[torch.Tensor, torch.Tensor]:
    first, second = random(name, ROWS, STRIDE), random(name, ROWS, STRIDE, seed=1)
    if extremes:  # a first part without weight, and one that outweighs the second
        first[0], second[1] = -60000.0, -60000.0
    return first, second


@pytest.mark.parametrize("extremes", [False, True])
@pytest.mark.parametrize("name", FLOATING)
@pytest.mark.parametrize("form", [0, 1, 3])
def test_softmax_in_two_parts(norms: Library, name: str, form: int, extremes: bool) -> None:
    first, second = flash_parts(name, extremes=extremes)
    dtype, size = first.dtype, ROWS * STRIDE
    width, lanes = (1, 1) if form == 3 else (32 // first.element_size(), 8)
    after = (size + ROWS * width) * first.element_size()
    rest = (after + 3) // 4 * 4  # floats follow
    raw = torch.zeros(rest + 8 * ROWS * lanes, dtype=torch.uint8)
    shape = (ROWS, STRIDE, 0)
    raw = norms.run(f"softmax_flash {name}", raw, first, second, block_stride=shape, count=COUNT, form=form)
    values = raw[:after].view(dtype)
    sums, maxima = raw[rest:].clone().view(torch.float32).view(2, ROWS, lanes)

    a, b = first[:, :COUNT].double(), second[:, :COUNT].double()
    maximum = torch.cat([a, b], dim=1).amax(dim=1, keepdim=True)
    sum_before = (a - a.amax(dim=1, keepdim=True)).exp().sum(dim=1, keepdim=True).float().double()
    factor = (a.amax(dim=1, keepdim=True) - maximum).exp()
    exponents = (b - maximum).exp()
    total = factor * sum_before + exponents.sum(dim=1, keepdim=True)
    if form == 1:
        exponents, factor = exponents / total, factor * sum_before / total
    close(values[:size].view(ROWS, STRIDE)[:, :COUNT], exponents)
    close(values[size:].view(ROWS, width), factor.expand(ROWS, width))
    close(sums, total.expand(ROWS, lanes))
    close(maxima, maximum.expand(ROWS, lanes))


@pytest.mark.parametrize("name", FLOATING)
def test_softmax_gives_the_maxima_of_the_part(norms: Library, name: str) -> None:
    first, second = flash_parts(name, extremes=True)
    width = 32 // first.element_size()
    size = ROWS * STRIDE + 4 * ROWS * width
    result = run(
        norms, f"softmax_flash {name}", first.dtype, size, first, second,
        block_stride=(ROWS, STRIDE, 0), count=COUNT, form=2,
    )  # fmt: skip
    own, _, both = result[ROWS * STRIDE + ROWS * width :].view(3, ROWS, width).unbind()
    part = second[:, :COUNT].amax(dim=1, keepdim=True)
    assert torch.equal(own, part.expand(ROWS, width))
    assert torch.equal(
        both, torch.maximum(part, first[:, :COUNT].amax(dim=1, keepdim=True)).expand(ROWS, width)
    )


@pytest.mark.parametrize("name", FLOATING)
def test_softmax_of_given_sums_and_maxima(norms: Library, name: str) -> None:
    x = random(name, ROWS, STRIDE)
    data = x[:, :COUNT].double()
    maxima = data.amax(dim=1)
    sums = (data - maxima[:, None]).exp().sum(dim=1).float()
    given = torch.stack([sums, maxima.float()]).repeat_interleave(8, dim=1)
    fields = {"block_stride": (ROWS, STRIDE, 0), "count": COUNT}
    result = run(norms, f"simple_softmax {name}", x.dtype, x.numel(), x, given, **fields).view_as(x)
    close(result[:, :COUNT], (data - maxima[:, None]).exp() / sums[:, None].double())

    bits = int(given[1, 16:17].view(torch.int32)) & 0xFFFFFFFF
    adjusted = run(
        norms, f"simple_softmax {name}", x.dtype, x.numel(), x, given, **fields, form=1, number=bits
    )
    expected = x.clone()
    expected[2] = -1
    assert torch.equal(adjusted.view_as(x), expected)
    unchanged = run(norms, f"simple_softmax {name}", x.dtype, x.numel(), x, given, **fields, form=2, number=1)
    assert torch.equal(unchanged.view_as(x), x)


@pytest.mark.parametrize("name", FLOATING)
def test_layer_norm_gradients(norms: Library, name: str) -> None:
    dy, x, gamma = random(name, ROWS, STRIDE), random(name, ROWS, STRIDE, seed=1), random(name, 64, seed=2)
    leaf = x[:, :COUNT].double().requires_grad_()
    scale = gamma[:COUNT].double().requires_grad_()
    shift = torch.zeros(COUNT, dtype=torch.double, requires_grad=True)
    epsilon = epsilon_of(x.dtype)
    result = torch.nn.functional.layer_norm(leaf, (COUNT,), scale, shift, epsilon)
    gradients = torch.autograd.grad(result, (leaf, scale, shift), dy[:, :COUNT].double())

    variance, mean = torch.var_mean(x[:, :COUNT].double(), dim=1, correction=0)
    given = torch.zeros(3, 64, dtype=x.dtype)
    given[0, :ROWS], given[1, :ROWS], given[2] = variance, mean, gamma
    fields = {"block_stride": (ROWS, STRIDE, 0), "count": COUNT}
    case, sources = f"layer_norm_gradient {name}", (torch.stack([dy, x]), given)
    dx, normalized = run(norms, case, x.dtype, 2 * x.numel(), *sources, **fields).view(2, ROWS, STRIDE)
    # Means and variances were rounded to the type.
    tolerance = {"rtol": 1e-2, "atol": 1e-2} if name == "half" else {"rtol": 1e-5, "atol": 1e-5}
    torch.testing.assert_close(dx[:, :COUNT].double(), gradients[0], **tolerance)
    expected = (x[:, :COUNT].double() - given[1, :ROWS, None]) / (
        given[0, :ROWS, None] + epsilon
    ).double().sqrt()
    torch.testing.assert_close(normalized[:, :COUNT].double(), expected, **tolerance)
    of_gamma, of_beta = run(norms, case, x.dtype, 2 * COUNT, *sources, **fields, form=1).view(2, COUNT)
    torch.testing.assert_close(of_gamma.double(), gradients[1], **tolerance)
    close(of_beta, gradients[2])


@pytest.mark.parametrize("name", FLOATING)
@pytest.mark.parametrize("form", [0, 1, 2])
def test_batch_group_and_deep_norm(norms: Library, name: str, form: int) -> None:
    rows, length, groups = 6, 32 if form == 0 else 27, 3
    samples = 5 if form == 0 else rows
    x, gx = random(name, rows, 32), random(name, rows, 32, seed=1)
    scale, shift = random(name, 2, 64, seed=2)
    epsilon = epsilon_of(x.dtype)
    results = {0: length, 1: groups, 2: rows}[form]
    result = run(
        norms, f"norms {name}", x.dtype, x.numel() + 2 * results,
        torch.stack([x, gx]), torch.stack([scale, shift]),
        block_stride=(rows, length, 0), count=samples, form=form, number=groups,
    )  # fmt: skip
    y = result[: x.numel()].view_as(x)[:samples, :length]
    means, variances = result[x.numel() :].view(2, results)
    data = x[:samples, :length].double()
    by_row = scale[:samples, None].double(), shift[:samples, None].double()
    if form == 0:
        variance, mean = torch.var_mean(data, dim=0, correction=0)
        expected = (data - mean) / (variance + epsilon).sqrt() * by_row[0] + by_row[1]
    elif form == 1:
        grouped = data.view(groups, -1)
        variance, mean = torch.var_mean(grouped, dim=1, correction=0)
        expected = torch.nn.functional.group_norm(
            data[None], groups, scale[:rows].double(), shift[:rows].double(), epsilon
        )[0]
    else:
        sums = data * 0.5 + gx[:, :length].double()
        variance, mean = torch.var_mean(sums, dim=1, correction=0)
        weights = scale[:length].double(), shift[:length].double()
        expected = torch.nn.functional.layer_norm(sums, (length,), *weights, epsilon)
    close(y, expected)
    close(means, mean)
    close(variances, variance)


@pytest.mark.parametrize("name", FLOATING)
@pytest.mark.parametrize(("form", "tail"), [(0, 32), (1, 20), (2, 20)])
def test_layer_norm_of_a_row_in_parts(norms: Library, name: str, form: int, tail: int) -> None:
    parts, length = 4, 32
    x, weights = random(name, parts, length) * 3 + 5, random("float", 2, length, seed=1)
    raw = norms.run(
        f"welford {name}", torch.zeros(12 + x.numel() * x.element_size(), dtype=torch.uint8), x, weights,
        block_stride=(parts, length, 0), count=tail, form=form,
    )  # fmt: skip
    mean, variance, rstd = raw[:12].view(torch.float32).double()
    row = x.flatten()[: (parts - 1) * length + tail].double()
    exact_variance, exact_mean = torch.var_mean(row, correction=0)
    torch.testing.assert_close(mean, exact_mean, rtol=1e-6, atol=1e-6)
    torch.testing.assert_close(variance, exact_variance, rtol=1e-5, atol=1e-5)
    close(rstd.float(), (variance + EPSILON).rsqrt())
    y = raw[12:].clone().view(x.dtype).view_as(x)
    close(y, (x.double() - mean) * (variance + EPSILON).rsqrt() * weights[0].double() + weights[1].double())


@pytest.mark.parametrize(("name", "weights"), [("half", "half"), ("half", "float"), ("float", "float")])
@pytest.mark.parametrize("form", [0, 1, 2])
def test_layer_norm_with_rstd(norms: Library, name: str, weights: str, form: int) -> None:
    x, given = random(name, ROWS, STRIDE) * 2 + 1, random(weights, 2, 64, seed=1)
    raw = norms.run(
        f"layer_norm_rstd {name} by {weights}",
        torch.zeros(8 * ROWS + x.numel() * x.element_size(), dtype=torch.uint8), x, given,
        block_stride=(ROWS, STRIDE, 0), count=COUNT, form=form,
    )  # fmt: skip
    mean, rstd = raw[: 8 * ROWS].view(torch.float32).view(2, ROWS)
    data = x[:, :COUNT].double()
    variance, exact = torch.var_mean(data, dim=1, correction=0)
    close(mean, exact)
    close(rstd, (variance + EPSILON).rsqrt())
    gamma, beta = given[:, :COUNT].double()
    expected = torch.nn.functional.layer_norm(
        data, (COUNT,), None if form == 1 else gamma, None if form == 2 else beta, EPSILON
    )
    close(raw[8 * ROWS :].clone().view(x.dtype).view_as(x)[:, :COUNT], expected)


def shifted(x: torch.Tensor, alpha: float) -> tuple[torch.Tensor, torch.Tensor, float]:
    """Rows whose eight runs are moved towards the row's mean, the means, and how strongly."""
    strength = alpha / (1 - alpha)
    mean = x.mean(dim=1, keepdim=True)
    runs = x.unflatten(1, (8, -1))
    return (runs - (mean[..., None] - runs.mean(dim=2, keepdim=True)) * strength).flatten(1), mean, strength


@pytest.mark.parametrize("length", [512, 1088])
def test_softmax_of_shifted_rows(norms: Library, length: int) -> None:
    rows, loop, alpha = 8, 3, 0.5
    x = torch.stack([random("half", rows, length), random("half", rows, length, seed=1) + 1])
    raw = norms.run(
        "softmax_shifted", torch.zeros(rows * (128 + 2 * length), dtype=torch.uint8), x,
        block_stride=(rows, length, 0), number=loop, scalar=alpha,
    )  # fmt: skip
    statistics = raw[: rows * 96].view(torch.float32).view(3, rows, 8)

    a, mean_before, strength = shifted(x[0].double(), alpha)
    b, own_mean, _ = shifted(x[1].double(), alpha)
    maximum_before = a.amax(dim=1, keepdim=True)
    mean = (own_mean + mean_before * (loop - 1)) / loop
    previous = maximum_before + (mean_before - mean) * strength
    b = b + (own_mean - mean) * strength
    maximum = torch.maximum(b.amax(dim=1, keepdim=True), previous)
    factor, exponents = (previous - maximum).exp(), (b - maximum).exp()
    total = factor * (a - maximum_before).exp().sum(dim=1, keepdim=True) + exponents.sum(dim=1, keepdim=True)
    for result, expected in zip(statistics, (mean, total, maximum), strict=True):
        torch.testing.assert_close(result.double(), expected.expand(rows, 8), rtol=1e-6, atol=1e-6)
    halves = raw[rows * 96 :].clone().view(torch.float16)
    close(halves[: rows * 16].view(rows, 16), factor.expand(rows, 16))
    close(halves[rows * 16 :].view(rows, length), exponents)


def test_softmax_of_shifted_rows_has_its_shapes(norms: Library) -> None:
    with pytest.raises(KernelError, match=r"SoftmaxFlashV3 at .*: elements of a row that 512 lack: 64, none"):
        norms.run(
            "softmax_shifted", torch.zeros(8, dtype=torch.uint8), random("half", 2, 8, 448),
            block_stride=(8, 448, 0), number=1, scalar=0.5,
        )  # fmt: skip


def test_what_does_not_fit_is_reported(norms: Library) -> None:
    x = random("float", 6, 32)
    fields = {"block_stride": (6, 27, 0), "count": 7}
    with pytest.raises(KernelError, match=r"GroupNorm at .*: channels beyond whole groups: 2, none: 0"):
        run(norms, "norms float", x.dtype, 400, x, random("float", 2, 64), **fields, form=1, number=4)
    with pytest.raises(KernelError, match=r"BatchNorm at .*: originalBLength is 7; the limit is 6"):
        run(norms, "norms float", x.dtype, 400, x, random("float", 2, 64), **fields)
