# SPDX-License-Identifier: Apache-2.0
"""Library functions on rows and on pairs of tensors, against torch in double."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

import pytest
import torch
from asc_library import KernelError, Library
from asc_values import TYPES, close, same, values

if TYPE_CHECKING:
    from collections.abc import Callable

    Build = Callable[[str], Library]

ROWS, STRIDE, COUNT = 5, 48, 41  # rows in UB are padded
FLOATING = ["half", "float"]
EPSILON = 1e-3


@pytest.fixture(scope="module")
def rows(library: Build) -> Library:
    return library("library_rows")


def matrix(name: str, seed: int = 0) -> torch.Tensor:
    return torch.randn(ROWS, STRIDE, generator=torch.Generator().manual_seed(seed)).to(TYPES[name])


def run(
    library: Library,
    case: str,
    like: torch.Tensor,
    *sources: torch.Tensor,
    shape: tuple[int, int] = (ROWS, STRIDE),
    count: int = COUNT,
    form: int = 0,
) -> torch.Tensor:
    """The destination starts as zeros like ``like``."""
    size = sources[0].numel() * sources[0].element_size()
    return library.run(
        case, torch.zeros_like(like), *sources, block_stride=(*shape, 0), count=count, form=form, number=size
    )


@pytest.mark.parametrize("name", FLOATING)
@pytest.mark.parametrize("form", [0, 2])
def test_softmax(rows: Library, name: str, form: int) -> None:
    x = matrix(name)
    result = run(rows, f"SoftMax {name}", x, x, form=form)
    close(result[:, :COUNT], x[:, :COUNT].double().softmax(dim=1))
    assert not result[:, COUNT:].any()


@pytest.mark.parametrize("name", FLOATING)
def test_softmax_of_the_tilings_shape(rows: Library, name: str) -> None:
    x = matrix(name)
    close(run(rows, f"SoftMax {name}", x, x, form=1), x.double().softmax(dim=1))


@pytest.mark.parametrize("name", FLOATING)
def test_softmax_gives_sums_and_maxima(rows: Library, name: str) -> None:
    x = matrix(name)
    result = run(rows, f"SoftMax {name}", x, x, form=3).flatten()[: 2 * ROWS].view(ROWS, 2)
    data = x[:, :COUNT].double()
    maxima = data.amax(dim=1)
    close(result[:, 0], (data - maxima[:, None]).exp().sum(dim=1))
    close(result[:, 1], maxima)


@pytest.mark.parametrize("name", FLOATING)
def test_log_softmax(rows: Library, name: str) -> None:
    x = matrix(name)
    close(run(rows, f"LogSoftMax {name}", x, x)[:, :COUNT], x[:, :COUNT].double().log_softmax(dim=1))


@pytest.mark.parametrize("name", FLOATING)
def test_softmax_gradient(rows: Library, name: str) -> None:
    gradient, y = matrix(name, 1), matrix(name, 2).softmax(dim=1)
    g, s = gradient[:, :COUNT].double(), y[:, :COUNT].double()
    sums = (g * s).sum(dim=1, keepdim=True)
    close(run(rows, f"SoftmaxGrad {name}", y, gradient, y)[:, :COUNT], (g - sums) * s)
    block = 32 // y.element_size()
    for form in (1, 2):
        front = run(rows, f"SoftmaxGrad {name}", y, gradient, y, form=form).flatten()[: ROWS * block]
        close(front.view(ROWS, block), sums.expand(ROWS, block))


@pytest.mark.parametrize("name", FLOATING)
@pytest.mark.parametrize("form", [0, 1])
def test_layer_norm(rows: Library, name: str, form: int) -> None:
    x, scale_and_shift = matrix(name), matrix(name, 1)[:2].contiguous()
    result = run(rows, f"LayerNorm {name}", x, x, scale_and_shift, form=form)
    scale, shift = scale_and_shift[:, :COUNT].double()
    epsilon = torch.tensor(EPSILON).to(x.dtype).item()
    expected = torch.nn.functional.layer_norm(x[:, :COUNT].double(), (COUNT,), scale, shift, epsilon)
    close(result[:, :COUNT], expected)


@pytest.mark.parametrize("name", FLOATING)
def test_layer_norm_gives_means_and_variances(rows: Library, name: str) -> None:
    x, scale_and_shift = matrix(name), matrix(name, 1)[:2].contiguous()
    result = run(rows, f"LayerNorm {name}", x, x, scale_and_shift, form=2).flatten()[: 2 * ROWS]
    variances, means = torch.var_mean(x[:, :COUNT].double(), dim=1, correction=0)
    close(result.view(ROWS, 2), torch.stack([means, variances], dim=1))


@pytest.mark.parametrize("name", FLOATING)
@pytest.mark.parametrize("form", [0, 1])
def test_rms_norm(rows: Library, name: str, form: int) -> None:
    x, scale = matrix(name), matrix(name, 1)[:1].contiguous()
    epsilon = torch.tensor(EPSILON).to(x.dtype).item()
    expected = torch.nn.functional.rms_norm(
        x[:, :COUNT].double(), (COUNT,), scale[0, :COUNT].double(), epsilon
    )
    close(run(rows, f"RmsNorm {name}", x, x, scale, form=form)[:, :COUNT], expected)


@pytest.mark.parametrize("name", FLOATING)
@pytest.mark.parametrize("form", [0, 1])
def test_sum_and_mean(rows: Library, name: str, form: int) -> None:
    x = matrix(name)
    data = x[:, :COUNT].double()
    close(run(rows, f"Sum {name}", x, x, form=form).flatten()[:ROWS], data.sum(dim=1))
    close(run(rows, f"Mean {name}", x, x, form=form).flatten()[:ROWS], data.mean(dim=1))


@pytest.mark.parametrize("name", FLOATING)
def test_running_sums(rows: Library, name: str) -> None:
    x = (matrix(name) * 4).round()  # sums are exact
    assert torch.equal(run(rows, f"CumSum {name}", x, x), x.cumsum(dim=1))
    assert torch.equal(run(rows, f"CumSum {name}", x, x, form=1), x.cumsum(dim=0))


@pytest.mark.parametrize("name", FLOATING)
def test_broadcast(rows: Library, name: str) -> None:
    x = matrix(name)
    row, column = x[:1].contiguous(), x[:, :1].contiguous()
    assert torch.equal(run(rows, f"BroadCast {name}", x, row), row.expand(ROWS, STRIDE))
    assert torch.equal(run(rows, f"BroadCast {name}", x, column, form=1), column.expand(ROWS, STRIDE))
    repeated = run(rows, f"BroadCast {name}", x, column, form=2).flatten()
    assert repeated[:ROWS].tolist() == [x[0, 0].item()] * ROWS
    with pytest.raises(KernelError, match=r"srcShape.axis.: 5, the length that is repeated: 1; they must be"):
        run(rows, f"BroadCast {name}", x, x, form=3)
    assert not run(rows, f"BroadCast {name}", x, x, form=4).any()  # no rows


GATED = {
    "GeGLU": lambda x: x * torch.sigmoid(1.5957691216057308 * (x + 0.044715 * x**3)),
    "ReGlu": torch.relu,
    "SwiGLU": lambda x: x * torch.sigmoid(1.5 * x),
}


@pytest.mark.parametrize("name", FLOATING)
@pytest.mark.parametrize("form", [0, 1])
@pytest.mark.parametrize("case", GATED)
def test_gated(rows: Library, case: str, form: int, name: str) -> None:
    x, gate = matrix(name, 1), matrix(name, 2)
    result = run(rows, f"{case} {name}", x, x, gate, count=x.numel(), form=form)
    close(result, x.double() * GATED[case](gate.double()))


@pytest.mark.parametrize("name", FLOATING)
def test_clamp(rows: Library, name: str) -> None:
    x = values(name, count=ROWS * STRIDE)
    same(run(rows, f"Clamp {name}", x, x, count=x.numel()), x.clamp(-1.5, 2.0))


@pytest.mark.parametrize("form", [0, 1])
def test_xor(rows: Library, form: int) -> None:
    a, b = values("int16_t", ROWS * STRIDE, 1), values("int16_t", ROWS * STRIDE, 2)
    same(run(rows, "Xor int16_t", a, a, b, count=a.numel(), form=form), a ^ b)


@pytest.mark.parametrize("name", FLOATING)
@pytest.mark.parametrize("form", [0, 1])
def test_quantise(rows: Library, name: str, form: int) -> None:
    x = matrix(name) * 8
    result = run(
        rows, f"AscendQuant {name}", torch.zeros(x.shape, dtype=torch.int8), x, count=x.numel(), form=form
    )
    assert torch.equal(result, (x.half() * 10 + 1).float().round().clamp(-128, 127).to(torch.int8))


def test_a_shape_that_does_not_fit_is_reported(rows: Library) -> None:
    x = matrix("float")
    with pytest.raises(KernelError, match=f"SoftMax at .*: oriSrcK is {STRIDE + 1}; the limit is {STRIDE}"):
        run(rows, "SoftMax float", x, x, count=STRIDE + 1)
    with pytest.raises(KernelError, match=r"SoftMax at .*srcTensor"):
        run(rows, "SoftMax float", x, x, shape=(ROWS + 1, STRIDE))


def test_sizes_of_the_temporary_buffer(rows: Library) -> None:
    assert ctypes.CDLL(str(rows.path)).TmpSizesAreOrdered() == 1
