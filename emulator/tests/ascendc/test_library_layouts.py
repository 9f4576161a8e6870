# SPDX-License-Identifier: Apache-2.0
"""Library functions on matrices and layouts, against torch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch
from asc_library import KernelError, Library
from asc_values import close, same, values

if TYPE_CHECKING:
    from collections.abc import Callable

    Build = Callable[[str], Library]

BITS16, NCHW2NHWC, NHWC2NCHW = 10, 11, 12


@pytest.fixture(scope="module")
def layouts(library: Build) -> Library:
    return library("library_layouts")


def random(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


@pytest.mark.parametrize(("form", "dim"), [(0, 1), (1, 0)])
@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("ReduceProd_float", lambda x, dim: x.double().prod(dim=dim)),
        ("ReduceSum_float", lambda x, dim: x.double().sum(dim=dim)),
        ("ReduceMean_float", lambda x, dim: x.double().mean(dim=dim)),
        ("ReduceMax_float", lambda x, dim: x.amax(dim=dim)),
        ("ReduceMax_half", lambda x, dim: x.amax(dim=dim)),
        ("ReduceMin_float", lambda x, dim: x.amin(dim=dim)),
        ("ReduceMin_half", lambda x, dim: x.amin(dim=dim)),
        ("ReduceAny_float", lambda x, dim: x.any(dim=dim).float()),
        ("ReduceAny_uint8", lambda x, dim: x.any(dim=dim).byte()),
        ("ReduceAll_float", lambda x, dim: x.all(dim=dim).float()),
        ("ReduceAll_uint8", lambda x, dim: x.all(dim=dim).byte()),
    ],
)
def test_reductions_by_a_pattern(
    layouts: Library,
    name: str,
    function: Callable[[torch.Tensor, int], torch.Tensor],
    form: int,
    dim: int,
) -> None:
    x = random(6, 32)
    if "Any" in name or "All" in name:
        x = (x > (2 if "Any" in name else -2)) * 3.0  # some rows and columns have one, some have none
    x = x.to({"half": torch.half, "uint8": torch.uint8, "float": torch.float}[name.split("_")[1]])
    cases = [x]
    if "Max" in name or "Min" in name:
        cases.append(values(name.split("_")[1], 6 * 32).view(6, 32))  # NaN and infinities
    for case in cases:
        expected = function(case, dim)
        zeros = torch.zeros(len(expected), dtype=x.dtype)
        result = layouts.run(name, zeros, case, block_stride=(6, 32, 0), form=form)
        close(result, expected) if x.is_floating_point() else same(result, expected)


def test_reductions_refuse_rows_of_parts_of_blocks(layouts: Library) -> None:
    with pytest.raises(
        KernelError, match=r"ReduceMax at .*: the bytes of a row beyond whole blocks: 4, none: 0"
    ):
        layouts.run("ReduceMax_float", torch.zeros(6), random(6, 17), block_stride=(6, 17, 0))


@pytest.mark.parametrize("name", ["uint8", "uint16", "half", "float"])
def test_channels_first_and_last(layouts: Library, name: str) -> None:
    dtype = {"uint8": torch.uint8, "uint16": torch.uint16, "half": torch.half, "float": torch.float}[name]
    n, c, h, w = 2, 3, 4, 8
    x = torch.arange(n * c * h * w).view(n, c, h, w)
    last = x.permute(0, 2, 3, 1).contiguous()
    for number, source, expected in ((NCHW2NHWC, x, last), (NHWC2NCHW, last, x)):
        zeros = torch.zeros(x.numel(), dtype=dtype)
        result = layouts.run(
            f"transpose_{name}", zeros, source.to(dtype), block_stride=(n, c, h), count=w, number=number
        )
        same(result, expected.flatten().to(dtype))


def test_square_in_place(layouts: Library) -> None:
    x = values("uint16_t", 256)
    run = {"block_stride": (0, 0, 16), "count": 16, "number": BITS16}
    for form in (0, 1):
        same(
            layouts.run("transpose_uint16", torch.zeros_like(x), x, **run, form=form),
            x.view(16, 16).T.flatten(),
        )
    with pytest.raises(KernelError, match=r"Transpose at .*: the bytes of an element for TRANSPOSE_ND2ND"):
        layouts.run("transpose_float", random(256), random(256), **run)
    with pytest.raises(KernelError, match=r"Transpose at .*: transposeType: 7, TRANSPOSE_ND2ND_B16"):
        layouts.run("transpose_half", x.view(torch.half), x.view(torch.half), **{**run, "number": 7})


def fractal(x: torch.Tensor) -> torch.Tensor:
    """The last two dimensions in squares of 16 x 16, filled up with zeros."""
    rows, columns = (-(-length // 16) for length in x.shape[-2:])
    padded = x.new_zeros(*x.shape[:-2], rows * 16, columns * 16)
    padded[..., : x.shape[-2], : x.shape[-1]] = x
    squares = padded.unflatten(-1, (columns, 16)).unflatten(-3, (rows, 16))
    return squares.movedim(-2, -4)


@pytest.mark.parametrize("name", ["half", "float"])
@pytest.mark.parametrize("number", range(1, 8))
def test_heads(layouts: Library, name: str, number: int) -> None:
    b, n, s, d = 2, 3, 32, 16
    x = torch.arange(b * n * s * d).view(b, n, s, d).remainder(2039).to(getattr(torch, name))
    joined = x.transpose(1, 2).flatten(2)  # [B, S, H]
    swapped = x.transpose(1, 2)  # [B, S, N, H/N]
    source, expected = {
        1: (fractal(x), swapped),
        2: (fractal(x), fractal(swapped)),
        3: (fractal(joined), fractal(x)),
        4: (fractal(joined), x),
        5: (fractal(x), joined),
        6: (fractal(x), fractal(joined)),
        7: (x[0, 0], x[0, 0].T),
    }[number]
    for form in (0, 1):
        result = layouts.run(
            f"confusion_{name}",
            torch.zeros(expected.numel(), dtype=x.dtype),
            source.contiguous(),
            block_stride=(b, n, s),
            count=d,
            number=number,
            form=form,
        )
        same(result, expected.flatten())


@pytest.mark.parametrize("name", ["half", "float"])
@pytest.mark.parametrize(("form", "width"), [(0, 4), (0, 32), (3, 4), (4, 32)])
def test_drop_out_by_bits(layouts: Library, name: str, form: int, width: int) -> None:
    rows, columns = 3, 32
    x = values(name, rows * columns).view(rows, columns)
    mask = torch.randint(0, 256, (rows, width), generator=torch.Generator().manual_seed(0)).byte()
    bits = mask[:, :, None] >> torch.arange(8).byte() & 1
    kept = (bits.flatten(1)[:, :columns] if width != columns or form == 4 else mask) != 0
    expected = torch.where(kept, x.double() / 0.75, torch.zeros(())).to(x.dtype)
    result = layouts.run(
        f"drop_bits_{name}", torch.zeros_like(x), x, mask, block_stride=(rows, columns, width), form=form
    )
    same(result.flatten(), expected.flatten())


@pytest.mark.parametrize("name", ["half", "float"])
@pytest.mark.parametrize("form", range(4))
def test_quantise(layouts: Library, name: str, form: int) -> None:
    channels, count = 32, 128
    x = values(name, count)
    factors = random(2, channels, seed=1).to(x.dtype) * torch.tensor([[3.0], [20.0]]).to(x.dtype)
    scale, offset = factors.half()
    scale = scale[:1] if form == 0 else scale
    offset = offset[:1] if form < 2 else offset
    exact = (x.half().view(-1, channels) * scale + offset).float()  # each step rounded to half
    expected = exact.round().clamp(-128, 127).nan_to_num(0.0).to(torch.int8).flatten()
    result = layouts.run(
        f"quantise_{name}",
        torch.zeros(count, dtype=torch.int8),
        x,
        factors,
        block_stride=(0, channels, 0),
        count=count,
        form=form,
    )
    same(result, expected)


def blocks_of(x: torch.Tensor, *, fractal: bool) -> torch.Tensor:
    """[N, C, D, H, W] as [N, D, C1, H, W, 16], or [D, C1, H, W, N1, 16, 16] with the sixteens of N and C."""
    n, c, d, h, w = x.shape
    full = torch.zeros(-(-n // 16) * 16 if fractal else n, -(-c // 16) * 16, d, h, w, dtype=x.dtype)
    full[:n, :c] = x
    if not fractal:
        return full.unflatten(1, (-1, 16)).permute(0, 3, 1, 4, 5, 2)
    return full.unflatten(1, (-1, 16)).unflatten(0, (-1, 16)).permute(4, 2, 5, 6, 0, 1, 3)


@pytest.mark.parametrize("shape", [(1, 32, 2, 2, 8), (2, 5, 3, 3, 5), (17, 16, 1, 1, 4)])
@pytest.mark.parametrize("fractal", [False, True])
@pytest.mark.parametrize("name", ["half", "int16_t"])
def test_trans_data(layouts: Library, name: str, shape: tuple[int, ...], *, fractal: bool) -> None:
    x = values(name, torch.Size(shape).numel()).view(shape)
    n, c, d, h, w = shape
    padded = torch.full((n, c, d, -(-h * w // 16) * 16), 7).to(x.dtype)
    fields = {"block_stride": (n, c, d), "count": h, "number": w}
    plain = padded.clone()
    plain[..., : h * w] = x.flatten(3)
    blocks = blocks_of(x, fractal=fractal).contiguous()
    case, form = f"trans_data_{name}", 2 if fractal else 0
    same(layouts.run(case, torch.ones_like(blocks), plain, **fields, form=form).flatten(), blocks.flatten())
    same(layouts.run(case, padded, blocks, **fields, form=form + 1).flatten(), plain.flatten())


def test_trans_data_of_other_channels_is_reported(layouts: Library) -> None:
    x = torch.zeros(1, 32, 2, 16, dtype=torch.half)
    with pytest.raises(KernelError, match=r"TransData at .*: C1 of the params: 1, C in sixteens: 2"):
        layouts.run("trans_data_half", x, x, block_stride=(1, 32, 2), count=2, number=8, form=4)
