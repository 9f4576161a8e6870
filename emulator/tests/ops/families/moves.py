# SPDX-License-Identifier: Apache-2.0
"""Operators that move elements or make tensors."""

from __future__ import annotations

import itertools
from typing import Any

import torch
from cases import GE_DTYPES, Case
from torch import Tensor

F = torch.nn.functional
X = torch.randn(3, 4, 5, generator=torch.Generator().manual_seed(1))
SQUARE = torch.randn(4, 4, generator=torch.Generator().manual_seed(1))


def _ints(*values: int) -> Tensor:
    return torch.tensor(values, dtype=torch.int64)


def _cast(source: torch.dtype, target: torch.dtype) -> Case:
    x = torch.tensor([0, 1, 3, 100, 7], dtype=source)
    return Case(
        "Cast", {"x": x}, lambda x: x.to(target), {"dst_type": GE_DTYPES[target]}, note=str(target)[6:]
    )


def _slice(
    expected: Any, begin: list[int], end: list[int], strides: list[int], note: str = "", **masks: int
) -> Case:
    inputs = {"x": X, "begin": _ints(*begin), "end": _ints(*end), "strides": _ints(*strides)}
    return Case("StridedSlice", inputs, lambda x, begin, end, strides: expected(x), masks, note=note)


CASES = [
    *(_cast(a, b) for a, b in itertools.product((torch.float32, torch.int64, torch.bool), GE_DTYPES)),
    Case("Bitcast", {"x": X}, lambda x: x.view(torch.int32), {"type": 3}),
    Case("Reshape", {"x": X, "shape": _ints(6, -1)}, lambda x, shape: x.reshape(6, -1)),
    Case("Squeeze", {"x": X[:1].contiguous()}, lambda x: x[0], {"axis": [0]}),
    Case("Squeeze", {"x": X[:1].contiguous()}, lambda x: x[0], note="all"),
    Case("Unsqueeze", {"x": X}, lambda x: x[None, :, :, :, None], {"axes": [0, -1]}),
    Case("ExpandDims", {"x": X, "axis": _ints(1)}, lambda x, axis: x[:, None]),
    Case("Transpose", {"x": X, "perm": _ints(2, 0, 1)}, lambda x, perm: x.permute(2, 0, 1)),
    Case("TransposeD", {"x": X}, lambda x: x.permute(2, 0, 1), {"perm": [2, 0, 1]}),
    Case("BroadcastTo", {"x": X, "shape": _ints(2, 3, 4, 5)}, lambda x, shape: x.expand(2, 3, 4, 5)),
    Case("Tile", {"x": X, "multiples": _ints(2, 1, 3)}, lambda x, multiples: x.repeat(2, 1, 3)),
    Case("Pack", {"x": [X, X + 1]}, lambda x: torch.stack(x, 1), {"axis": 1, "N": 2}),
    Case("Unpack", {"x": X}, lambda x: x.unbind(1), {"axis": 1, "num": 4}, dynamic_outputs=4),
    Case(
        "ConcatV2", {"x": [X, X + 1], "concat_dim": _ints(1)}, lambda x, concat_dim: torch.cat(x, 1), {"N": 2}
    ),
    Case("ConcatD", {"x": [X, X + 1]}, lambda x: torch.cat(x, -1), {"concat_dim": -1, "N": 2}),
    Case("Concat", {"concat_dim": _ints(1), "x": [X, X]}, lambda x, concat_dim: torch.cat(x, 1), {"N": 2}),
    Case(
        "ConcatV2",
        {"x": [torch.tensor(1), torch.tensor(2)], "concat_dim": _ints(0)},
        lambda x, concat_dim: torch.tensor([1, 2]),
        {"N": 2},
        note="numbers",
    ),
    Case("Expand", {"x": X, "shape": _ints(2, -1, 4, 5)}, lambda x, shape: x.expand(2, 3, 4, 5)),
    Case("FlattenV2", {"x": X}, lambda x: x.flatten(1)),
    Case(
        "Split",
        {"split_dim": _ints(1), "x": X},
        lambda x, split_dim: x.split(2, 1),
        {"num_split": 2},
        dynamic_outputs=2,
    ),
    Case(
        "SplitVD",
        {"x": X},
        lambda x: x.split([1, 3], 1),
        {"size_splits": [1, 3], "split_dim": 1, "num_split": 2},
        dynamic_outputs=2,
    ),
    Case(
        "SplitV",
        {"x": X, "size_splits": _ints(1, 3), "split_dim": _ints(1)},
        lambda x, size_splits, split_dim: x.split([1, 3], 1),
        {"num_split": 2},
        dynamic_outputs=2,
    ),
    Case("SplitD", {"x": X}, lambda x: x.split(2, 1), {"split_dim": 1, "num_split": 2}, dynamic_outputs=2),
    Case(
        "Slice",
        {"x": X, "offsets": _ints(1, 0, 2), "size": _ints(2, -1, 1)},
        lambda x, offsets, size: x[1:, :, 2:3],
    ),
    _slice(lambda x: x[0:2, 1:4:2], [0, 1], [2, 4], [1, 2]),
    _slice(lambda x: x[:, 1:], [0, 1], [1, 1], [1, 1], "masks", begin_mask=1, end_mask=3),
    _slice(
        lambda x: x[1, ..., -2],
        [1, 0, -2],
        [2, 0, -1],
        [1, 1, 1],
        "ellipsis",
        ellipsis_mask=2,
        shrink_axis_mask=5,
    ),
    _slice(lambda x: x[:, None, 1:2], [0, 0, 1], [3, 0, 2], [1, 1, 1], "newaxis", new_axis_mask=2),
    _slice(lambda x: x.flip(0)[0:2], [2], [0], [-1], "backwards"),
    _slice(lambda x: x.flip(0), [-1], [0], [-1], "backwards all", end_mask=1),
    Case(
        "StridedSliceV2",
        {"x": X, "begin": _ints(1), "end": _ints(-1), "axes": _ints(2), "strides": _ints(2)},
        lambda x, begin, end, axes, strides: x[:, :, 1:-1:2],
    ),
    Case(
        "AsStrided",
        {"x": X, "size": _ints(2, 3), "stride": _ints(20, 2), "storage_offset": _ints(1)},
        lambda x, size, stride, storage_offset: x.as_strided((2, 3), (20, 2), 1),
    ),
    Case(
        "ViewCopy",
        {
            "dst": torch.zeros(4, 4),
            "dst_size": _ints(2, 2),
            "dst_stride": _ints(4, 1),
            "dst_storage_offset": _ints(5),
            "src": SQUARE,
            "src_size": _ints(2, 2),
            "src_stride": _ints(1, 4),
            "src_storage_offset": _ints(0),
        },
        lambda dst, src, **_: F.pad(src[:2, :2].t(), (1, 1, 1, 1)),
    ),
    Case("PadV3", {"x": X, "paddings": _ints(0, 0, 1, 2, 3, 0)}, lambda x, paddings: F.pad(x, (3, 0, 1, 2))),
    Case(
        "PadV3",
        {"x": X, "paddings": _ints(0, 0, 0, 0, 2, 1)},
        lambda x, paddings: F.pad(x, (2, 1), mode="replicate"),
        {"mode": "edge"},
        note="edge",
    ),
    Case(
        "MirrorPad",
        {"x": X, "paddings": _ints(0, 0, 0, 0, 2, 1)},
        lambda x, paddings: F.pad(x, (2, 1), mode="reflect"),
        {"mode": "REFLECT"},
    ),
    Case(
        "PadV3Grad",
        {"x": X, "paddings": _ints(0, 0, 0, 0, 1, 1)},
        lambda x, paddings: torch.ops.aten.reflection_pad1d_backward(x, torch.zeros(3, 4, 3), [1, 1]),
    ),
    Case("ReverseV2", {"x": X, "axis": _ints(0, 2)}, lambda x, axis: x.flip(0, 2)),
    Case("Roll", {"x": X}, lambda x: x.roll(2, 1), {"shifts": [2], "dims": [1]}),
    Case("Tril", {"x": SQUARE}, lambda x: x.tril(-1), {"diagonal": -1}),
    Case("Triu", {"x": SQUARE > 0}, lambda x: x.triu()),
    Case("Shape", {"x": X}, lambda x: torch.tensor(x.shape, dtype=torch.int32)),
    Case(
        "Fill", {"dims": _ints(2, 3), "value": torch.tensor(2.5)}, lambda dims, value: torch.full((2, 3), 2.5)
    ),
    Case(
        "Range", {"start": _ints(1), "limit": _ints(8), "delta": _ints(3)}, lambda **_: torch.arange(1, 8, 3)
    ),
    Case(
        "LinSpace",
        {"start": torch.tensor(0.0), "stop": torch.tensor(1.0), "num": _ints(7)},
        lambda **_: torch.linspace(0, 1, 7),
    ),
    Case("Empty", {"shape": _ints(2, 3)}, lambda shape: torch.zeros(2, 3), {"dtype": 0, "init": True}),
    Case("Eye", {}, lambda: torch.eye(3, 4), {"num_rows": 3, "num_columns": 4}),
]
