# SPDX-License-Identifier: Apache-2.0
"""What torch_npu's operators of 4-bit formats compute, from their documentation and the OCP MX specification.

Element by element with numpy and tables of the formats' numbers. Two 4-bit numbers share a byte, the first in
the low half; scales are float8_e8m0 bytes.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

Array = NDArray[Any]

BLOCK = 32
# Magnitudes by their codes, by GE's number of the type (DT_FLOAT4_E2M1, DT_FLOAT4_E1M2).
MAGNITUDES = {
    40: np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6]),
    41: np.array([0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75]),
}
E2M1 = MAGNITUDES[40]


def pack(codes: Array) -> Tensor:
    return torch.from_numpy((codes[..., ::2] | (codes[..., 1::2] << 4)).astype(np.uint8))


def encode(values: Array, magnitudes: Array) -> Array:
    """The nearest numbers' codes; of two as near the even one. The sign is bit 3."""
    distance = np.abs(np.abs(values)[..., None] - magnitudes)
    nearest = distance == distance.min(-1, keepdims=True)
    even = nearest & (np.arange(len(magnitudes)) % 2 == 0)
    code = np.where(even.any(-1), even.argmax(-1), nearest.argmax(-1))
    return np.where(np.signbit(values), code | 8, code)


def exponent(x: float) -> int:
    return math.frexp(x)[1] - 1


def shared_exponent(block: Array, magnitudes: Array) -> int:
    largest = float(np.abs(block).max())
    return max(exponent(largest) - exponent(magnitudes.max()), -127) if largest > 0 else -127


def _block_exponents(x: Array, magnitudes: Array = E2M1) -> Array:
    """Of the blocks of the last axis."""
    rows = x.reshape(-1, x.shape[-1])
    blocks = range(0, x.shape[-1], BLOCK)
    exponents = [[shared_exponent(row[i : i + BLOCK], magnitudes) for i in blocks] for row in rows]
    return np.array(exponents).reshape(*x.shape[:-1], -1)


def _encode_blocks(x: Array, exponents: Array, magnitudes: Array = E2M1) -> Array:
    divisor = 2.0 ** np.repeat(exponents, BLOCK, -1)[..., : x.shape[-1]]
    return encode(x / divisor, magnitudes)


def _scale_bytes(exponents: Array) -> Array:
    """Two neighbouring blocks' beside each other."""
    padding = [(0, 0)] * (exponents.ndim - 1) + [(0, exponents.shape[-1] % 2)]
    padded = np.pad(exponents + 127, padding).astype(np.uint8)
    return padded.reshape(*exponents.shape[:-1], -1, 2)


def _scales(exponents: Array) -> Tensor:
    return torch.from_numpy(_scale_bytes(exponents)).view(torch.float8_e8m0fnu)


def _swapped_scales(exponents: Array) -> Tensor:
    """Of blocks along the axis before the last, given with these two axes swapped."""
    swapped = np.ascontiguousarray(np.swapaxes(_scale_bytes(exponents), -3, -2))
    return torch.from_numpy(swapped).view(torch.float8_e8m0fnu)


def npu_dynamic_mx_quant(x: Tensor, dst_type: int = 40) -> tuple[Tensor, Tensor]:
    """Along the last axis."""
    values, magnitudes = x.double().numpy(), MAGNITUDES[dst_type]
    exponents = _block_exponents(values, magnitudes)
    return pack(_encode_blocks(values, exponents, magnitudes)), _scales(exponents)


def mx_quant_of_columns(x: Tensor) -> tuple[Tensor, Tensor]:
    """npu_dynamic_mx_quant along the axis before the last."""
    columns = np.swapaxes(x.double().numpy(), -1, -2)
    exponents = _block_exponents(columns)
    return pack(np.swapaxes(_encode_blocks(columns, exponents), -1, -2)), _swapped_scales(exponents)


def npu_dynamic_mx_quant_with_dual_axis(x: Tensor) -> tuple[Tensor, ...]:
    return *npu_dynamic_mx_quant(x), *mx_quant_of_columns(x)


def npu_dynamic_block_mx_quant(x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Of a matrix."""
    values = x.double().numpy()
    rows, columns = values.shape
    exponents = np.array(
        [
            [shared_exponent(values[i : i + BLOCK, j : j + BLOCK], E2M1) for j in range(0, columns, BLOCK)]
            for i in range(0, rows, BLOCK)
        ]
    )
    by_row = np.repeat(exponents, BLOCK, 0)[:rows]
    by_column = np.repeat(exponents, BLOCK, 1)[:, :columns]
    return pack(_encode_blocks(values, by_row)), _scales(by_row), _swapped_scales(by_column.T)


def npu_dynamic_dual_level_mx_quant(x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Of rows within one outer block."""
    assert x.shape[-1] <= 512
    outer = x.float().abs().amax(-1, keepdim=True) / 6
    y, inner = npu_dynamic_mx_quant((x.float() / outer).to(x.dtype))
    return y, outer, inner


def npu_swiglu_mx_quant(x: Tensor) -> tuple[Tensor, Tensor]:
    value, gate = x.float().chunk(2, -1)
    return npu_dynamic_mx_quant(torch.nn.functional.silu(gate) * value)


def _int4_rows(x: Array, largest: float) -> tuple[Array, Tensor]:
    scale = np.abs(x).max(-1, keepdims=True) / largest
    codes = np.clip(np.rint(x / scale), -8, 7).astype(np.int64) & 15
    return codes, torch.from_numpy(scale[..., 0]).float()


def npu_kronecker_quant(
    x: Tensor, kronecker_p1: Tensor, kronecker_p2: Tensor, clip_ratio: float = 1.0
) -> tuple[Tensor, Tensor]:
    """Eight int4 numbers as an int32."""
    p1, p2 = kronecker_p1.double().numpy(), kronecker_p2.double().numpy()
    product = np.einsum("ma,kab,bn->kmn", p1, x.double().numpy(), p2, optimize=True)
    codes, scale = _int4_rows(product.reshape(len(product), -1), 7 / clip_ratio)
    return pack(codes.reshape(product.shape)).view(torch.int32), scale


def npu_rotate_quant(x: Tensor, rotation: Tensor, **options: object) -> tuple[Tensor, Tensor]:
    """To int4, eight of them as an int32."""
    parts = x.double().numpy().reshape(len(x), -1, len(rotation))
    codes, scale = _int4_rows((parts @ rotation.double().numpy()).reshape(x.shape), 7)
    return pack(codes).view(torch.int32), scale
