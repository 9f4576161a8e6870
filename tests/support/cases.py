# SPDX-License-Identifier: Apache-2.0
"""The dtypes and sizes that ``ascendc_add`` is tested with, inputs for them, and exact comparison."""

from __future__ import annotations

from collections.abc import Sequence

import torch

DTYPES = (torch.float32, torch.float16, torch.bfloat16, torch.int32, torch.int16)
FLOATS = tuple(dtype for dtype in DTYPES if dtype.is_floating_point)
INTEGERS = tuple(dtype for dtype in DTYPES if not dtype.is_floating_point)

#: Element counts: none, one, less than a block of 32 bytes, odd tails, one tile, many tiles on every core.
SIZES = (0, 1, 7, 31, 33, 100, 2049, 16384, 1_000_003)

#: One shape for each rank 0..8.
SHAPES = ((), (5,), (4, 6), (3, 4, 5), (2, 3, 4, 5), *((2,) * (rank - 1) + (3,) for rank in range(5, 9)))

#: Dtypes that the operator refuses, with the names its message uses.
REFUSED_DTYPES = (
    torch.float64,
    torch.int8,
    torch.int64,
    torch.uint8,
    torch.bool,
    torch.complex64,
    torch.complex128,
)

SUPPORTED_NAMES = "float32, float16, bfloat16, int32, int16"

_BITS = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}


def dtype_name(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")


def random_tensor(shape: int | Sequence[int], dtype: torch.dtype, seed: int = 0) -> torch.Tensor:
    """CPU tensor: integers over their whole range, so that sums wrap; floats of many magnitudes."""
    generator = torch.Generator().manual_seed(seed)
    dims = (shape,) if isinstance(shape, int) else tuple(shape)
    if dtype.is_floating_point or dtype.is_complex:
        exponents = torch.randint(-12, 13, dims, generator=generator).to(torch.float32)
        return (torch.randn(dims, generator=generator) * exponents.exp2()).to(dtype)
    if dtype == torch.bool:
        return torch.randint(0, 2, dims, generator=generator).to(dtype)
    limits = torch.iinfo(dtype)
    return torch.randint(limits.min, limits.max, dims, generator=generator, dtype=torch.int64).to(dtype)


def random_pair(shape: int | Sequence[int], dtype: torch.dtype) -> tuple[torch.Tensor, torch.Tensor]:
    return random_tensor(shape, dtype, seed=1), random_tensor(shape, dtype, seed=2)


def special_values(dtype: torch.dtype) -> torch.Tensor:
    """Values whose sums are delicate: zeros, infinities, NaN, denormals, largest and smallest ones."""
    if not dtype.is_floating_point:
        limits = torch.iinfo(dtype)
        return torch.tensor([limits.min, limits.min + 1, -1, 0, 1, limits.max - 1, limits.max], dtype=dtype)
    limits_f = torch.finfo(dtype)
    numbers = [
        0.0,
        limits_f.smallest_normal,
        limits_f.smallest_normal / 2,
        limits_f.smallest_normal * limits_f.eps,
        limits_f.max,
        limits_f.max / 2,
        limits_f.eps,
        1.0,
        1.0 + limits_f.eps,
        3.0,
        float("inf"),
    ]
    values = torch.tensor(numbers, dtype=torch.float64).to(dtype)
    return torch.cat([values, -values, torch.tensor([float("nan")], dtype=dtype)])


def all_pairs(values: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Every ordered pair of ``values``, as two tensors of one dimension."""
    x, y = torch.meshgrid(values, values, indexing="ij")
    return x.reshape(-1).contiguous(), y.reshape(-1).contiguous()


def bits(tensor: torch.Tensor) -> torch.Tensor:
    """The bit patterns as integers; every NaN becomes one value, since its payload carries no meaning."""
    dense = tensor.detach().cpu().contiguous()
    if dense.is_floating_point():
        dense = torch.where(dense.isnan(), torch.full_like(dense, float("nan")), dense)
    return dense.view(_BITS[dense.element_size()])


def assert_same(actual: torch.Tensor, expected: torch.Tensor) -> None:
    """Fails unless shape, dtype and every bit agree (NaN with any NaN); ``expected`` is on the CPU."""
    assert actual.dtype == expected.dtype
    assert actual.shape == expected.shape
    different = (bits(actual) != bits(expected)).nonzero()
    if len(different):
        index = tuple(different[0].tolist())
        raise AssertionError(
            f"{len(different)} of {expected.numel()} elements differ, first at {list(index)}: "
            f"{actual.detach().cpu()[index].item()} instead of {expected[index].item()}"
        )
