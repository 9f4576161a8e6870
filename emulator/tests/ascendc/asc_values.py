# SPDX-License-Identifier: Apache-2.0
"""Element types by the language's names, values to test them with, and comparison of results."""

from __future__ import annotations

import torch

TYPES = {
    "half": torch.float16,
    "bfloat16_t": torch.bfloat16,
    "float": torch.float32,
    "int8_t": torch.int8,
    "uint8_t": torch.uint8,
    "int16_t": torch.int16,
    "uint16_t": torch.uint16,
    "int32_t": torch.int32,
    "uint32_t": torch.uint32,
    "int64_t": torch.int64,
}
COUNT = 2049  # whole repeats and a tail


def values(name: str, count: int = COUNT, seed: int = 0) -> torch.Tensor:
    """Ordinary values, every kind of extreme value, and for half every bit pattern there is room for."""
    generator = torch.Generator().manual_seed(seed)
    dtype = TYPES[name]
    if not dtype.is_floating_point:
        info = torch.iinfo(dtype)
        bits = torch.randint(0, 256, (count * dtype.itemsize,), generator=generator, dtype=torch.uint8)
        result = bits.view(dtype)
        result[:4] = torch.tensor([info.min, info.max, 0, 1]).to(dtype)
        return result
    result = (torch.randn(count, generator=generator) * 10).to(dtype)
    special = [
        0.0,
        -0.0,
        float("inf"),
        -float("inf"),
        float("nan"),
        torch.finfo(dtype).max,
        torch.finfo(dtype).tiny,
    ]
    picked = torch.randint(0, len(special), (count // 8,), generator=generator)
    result[torch.randperm(count, generator=generator)[: count // 8]] = torch.tensor(special)[picked].to(dtype)
    return result


def same(actual: torch.Tensor, expected: torch.Tensor) -> None:
    """Equal bit for bit, except that any NaN equals any NaN."""
    assert actual.dtype == expected.dtype
    if actual.dtype.is_floating_point:
        both_nan = actual.isnan() & expected.isnan()
        integers = {2: torch.int16, 4: torch.int32}[actual.dtype.itemsize]
        differs = (actual.view(integers) != expected.view(integers)) & ~both_nan
    else:
        signed = {1: torch.int8, 2: torch.int16, 4: torch.int32, 8: torch.int64}[actual.dtype.itemsize]
        differs = actual.view(signed) != expected.view(signed)
    at = differs.nonzero().flatten()[:5].tolist()
    assert not at, [(index, actual[index].item(), expected[index].item()) for index in at]


def close(actual: torch.Tensor, exact: torch.Tensor) -> None:
    """Within one unit in the last place of the result."""
    epsilon = torch.finfo(actual.dtype).eps
    torch.testing.assert_close(
        actual.double(), exact.double(), rtol=epsilon, atol=epsilon / 8, equal_nan=True
    )
