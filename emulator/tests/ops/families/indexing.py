# SPDX-License-Identifier: Apache-2.0
"""Reading and writing at indices, scans and sorting."""

from __future__ import annotations

import npu_references as npu
import torch
from cases import Case
from torch import Tensor

F = torch.nn.functional
X = torch.randn(3, 4, 5, generator=torch.Generator().manual_seed(1))
ROWS = torch.tensor([[2, 0], [1, 2]])
FLAT = torch.randn(40, generator=torch.Generator().manual_seed(2))


def _ints(*values: int) -> Tensor:
    return torch.tensor(values, dtype=torch.int64)


def _int32(results: tuple[Tensor, Tensor]) -> list[Tensor]:
    return [results[0], results[1].to(torch.int32)]


def _embedding_gradient(grad: Tensor, indices: Tensor) -> Tensor:
    return torch.ops.aten.embedding_dense_backward(grad, indices.long(), 7, -1, False)


_READING = [
    Case("Gather", {"x": X, "indices": ROWS}, lambda x, indices: x[indices]),
    Case("GatherV2", {"x": X, "indices": ROWS, "axis": _ints(1)}, lambda x, indices, axis: x[:, indices]),
    Case(
        "GatherV2",
        {"x": X, "indices": ROWS - 3, "axis": _ints(-3)},
        lambda x, indices, axis: x[indices],
        {"negative_index_support": True},
        note="negative",
    ),
    Case(
        "GatherV2",
        {"x": X, "indices": torch.tensor([[0, 1], [2, 0], [3, 3]]), "axis": _ints(1)},
        lambda x, indices, axis: torch.stack([x[i][indices[i]] for i in range(3)]),
        {"batch_dims": 1},
        note="batch",
    ),
    Case(
        "GatherElements",
        {"x": X, "index": torch.zeros(3, 2, 5, dtype=torch.int64)},
        lambda x, index: x.gather(1, index),
        {"dim": 1},
    ),
    Case("GatherNd", {"x": X, "indices": ROWS}, lambda x, indices: x[indices[:, 0], indices[:, 1]]),
    *(
        Case(
            op_type,
            {"x": X, "indices": [ROWS, ROWS], **more},
            lambda x, indices, **_: x[:, ROWS, ROWS],
            attrs,
        )
        for op_type, more, attrs in (
            ("Index", {"indexed_sizes": _ints(0, 1, 1), "indexed_strides": _ints(20, 5, 1)}, {}),
            ("IndexByTensor", {}, {"indices_mask": [0, 1, 1]}),
        )
    ),
    Case(
        "IndexByTensor",
        {"x": X, "indices": [ROWS, ROWS]},
        lambda x, indices: x[ROWS, :, ROWS],
        {"indices_mask": [1, 0, 1]},
        note="apart",
    ),
    Case(
        "IndexByTensor",
        {"x": X, "indices": [X > 0]},
        lambda x, indices: x[x > 0],
        {"indices_mask": [1]},
        note="mask",
    ),
    Case("MaskedSelect", {"x": X, "mask": X > 0}, lambda x, mask: x[mask]),
    Case("NonZero", {"x": X > 0}, lambda x: x.nonzero()),
    Case("NonZero", {"x": X > 0}, lambda x: x.nonzero().t(), {"transpose": True}, note="transposed"),
    Case("Where", {"x": X > 0}, lambda x: x.nonzero()),
    Case(
        "OneHot",
        {"x": ROWS, "depth": _ints(4), "on_value": torch.tensor(2.0), "off_value": torch.tensor(-1.0)},
        lambda x, **_: F.one_hot(x, 4) * 3.0 - 1,
    ),
]

_WRITING = [
    Case(
        "ScatterElements",
        {"data": X, "indices": torch.ones(3, 1, 5, dtype=torch.int64), "updates": X[:, :1].contiguous()},
        lambda data, indices, updates: data.scatter(1, indices, updates),
        {"axis": 1},
    ),
    Case(
        "ScatterElements",
        {"data": X, "indices": torch.ones(3, 2, 5, dtype=torch.int64), "updates": X[:, :2].contiguous()},
        lambda data, indices, updates: data.scatter_add(1, indices, updates),
        {"axis": 1, "reduction": "add"},
        1e-6,
        note="add",
    ),
    Case(
        "Scatter",
        {"var": torch.zeros(2, 6, 3), "indices": _ints(1, 3), "updates": torch.ones(2, 2, 3)},
        lambda var, indices, updates: torch.stack(
            [F.pad(torch.ones(2, 3), (0, 0, b, 4 - b)) for b in (1, 3)]
        ),
        {"reduce": "update", "axis": -2},
    ),
    Case(
        "ScatterUpdate",
        {"var": X, "indices": _ints(2, 0), "updates": X[:2].contiguous()},
        lambda var, indices, updates: torch.stack([var[1], var[1], var[0]]),
    ),
    *(
        Case(
            op_type,
            {name: X, "indices": torch.tensor([[0, 1], [2, 3]]), "updates": torch.ones(2, 5)},
            lambda updates, indices, **x: torch.index_put(
                next(iter(x.values())), (_ints(0, 2), _ints(1, 3)), updates
            ),
        )
        for op_type, name in (("ScatterNdUpdate", "var"), ("TensorScatterUpdate", "x"))
    ),
    Case(
        "InplaceIndexAdd",
        {"var": X, "indices": _ints(0, 2), "updates": X[:2].contiguous(), "alpha": torch.tensor([2.0])},
        lambda var, indices, updates, alpha: var.index_add(0, indices, updates, alpha=2.0),
        {"axis": 0},
    ),
    Case(
        "IndexPutV2",
        {
            "x": X,
            "value": torch.ones(2, 2, 4),
            "indexed_sizes": _ints(1, 0, 1),
            "indexed_strides": _ints(20, 5, 1),
            "indices": [ROWS, ROWS],
        },
        lambda x, value, **_: _put(x, value),
        {"accumulate": True},
    ),
    Case(
        "MaskedScatter",
        {"x": X, "mask": X > 0, "updates": X},
        lambda x, mask, updates: x.masked_scatter(mask, updates),
    ),
    Case(
        "EmbeddingDenseGrad",
        {"grad": X, "indices": torch.arange(12, dtype=torch.int32).reshape(3, 4) % 7},
        _embedding_gradient,
        {"num_weights": 7},
        1e-6,
    ),
]


def _put(x: Tensor, value: Tensor) -> Tensor:
    result = x.clone()
    rows, columns = torch.broadcast_tensors(ROWS[..., None], torch.arange(4))
    return result.index_put_((rows, columns, rows), value, accumulate=True)


_ALONG_AN_AXIS = [
    Case("ArgMaxV2", {"x": X, "dimension": _ints(1)}, lambda x, dimension: x.argmax(1)),
    Case("ArgMin", {"x": X, "dimension": _ints(-1)}, lambda x, dimension: x.argmin(-1).int(), {"dtype": 3}),
    Case("ArgMaxD", {"x": X}, lambda x: x.argmax(1), {"dimension": 1}),
    Case("ArgMinD", {"x": X}, lambda x: x.argmin(1), {"dimension": 1}),
    Case("ArgMaxWithValue", {"x": X}, lambda x: _int32(x.max(1))[::-1], {"dimension": 1}),
    Case(
        "ArgMinWithValue",
        {"x": X},
        lambda x: _int32(x.min(1, True))[::-1],
        {"dimension": 1, "keep_dims": True},
    ),
    Case("Cumsum", {"x": X, "axis": _ints(1)}, lambda x, axis: x.cumsum(1)),
    Case(
        "Cumsum",
        {"x": X, "axis": _ints(1)},
        lambda x, axis: x.flip(1).cumsum(1).flip(1) - x,
        {"reverse": True, "exclusive": True},
        1e-6,
        note="reverse exclusive",
    ),
    Case("Cumprod", {"x": X, "axis": _ints(0)}, lambda x, axis: x.cumprod(0)),
    Case("Cummax", {"x": X}, lambda x: _int32(x.cummax(1)), {"dim": 1}),
    Case("Cummin", {"x": X}, lambda x: _int32(x.cummin(1)), {"axis": 1}),
    Case("Sort", {"x": X}, lambda x: _int32(x.sort(1, descending=True)), {"axis": 1, "descending": True}),
    Case("TopKV2", {"x": X, "k": torch.tensor(2)}, lambda x, k: _int32(x.topk(2, 1)), {"dim": 1}),
    Case(
        "SearchSorted",
        {"sorted_sequence": FLAT.sort()[0], "values": X},
        lambda sorted_sequence, values: torch.searchsorted(sorted_sequence, values, right=True).int(),
        {"dtype": 3, "right": True},
    ),
]

_LISTS = [
    Case(
        "ScatterList",
        {
            "var": [torch.randn(2, 6, 4) for _ in range(3)],
            "indice": torch.tensor([1, 3, 0], dtype=torch.int32),
            "updates": torch.randn(3, 2, 2, 4),
            "mask": torch.tensor([1, 0, 1], dtype=torch.uint8),
        },
        npu.npu_scatter_list,
        {"reduce": "update", "axis": -2},
        dynamic_outputs=3,
    ),
]

CASES = [*_LISTS, *_READING, *_WRITING, *_ALONG_AN_AXIS]
