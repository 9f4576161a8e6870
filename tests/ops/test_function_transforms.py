# SPDX-License-Identifier: Apache-2.0
"""``torch.func``: vmap, grad, jvp, hessian; values equal the plain calls'."""

from __future__ import annotations

import pytest
import torch
from torch.func import grad, hessian, jvp, vmap

from ascendc_ops import ascendc_add, ascendc_add_, dispersion_correction
from support.cases import assert_same, random_pair


def correct(x: torch.Tensor) -> torch.Tensor:
    return dispersion_correction(x, 0.8)


def added_in_place(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    z = x.clone()
    ascendc_add_(z, y)
    return z


@pytest.fixture
def x() -> torch.Tensor:
    return torch.linspace(0.5, 4, 12).npu()


@pytest.mark.parametrize("add", [ascendc_add, added_in_place])
@pytest.mark.parametrize("in_dims", [(0, 0), (1, 0), (0, 1)])
def test_vmap_over_any_dimension(add: object, in_dims: tuple[int, int]) -> None:
    x, y = random_pair((5, 5), torch.float32)
    expected = vmap(torch.add, in_dims, out_dims=1)(x, y)
    assert_same(vmap(add, in_dims, out_dims=1)(x.npu(), y.npu()), expected)


def test_vmap_with_one_shared_argument() -> None:
    x, y = random_pair((5, 7), torch.int32)
    assert_same(vmap(ascendc_add, (0, None))(x.npu(), y[0].npu()), x + y[0])
    assert_same(vmap(ascendc_add, (None, 0))(x[0].npu(), y.npu()), x[0] + y)
    assert_same(vmap(added_in_place, (0, None))(x.npu(), y[0].npu()), x + y[0])


def test_vmap_may_not_write_a_shared_tensor() -> None:
    shared = torch.zeros(7).npu()
    with pytest.raises(RuntimeError, match="ascendc_add_: vmap over y would write one x"):
        vmap(lambda y: ascendc_add_(shared, y))(torch.ones(5, 7).npu())


def test_nested_vmap(x: torch.Tensor) -> None:
    cube = x.reshape(2, 3, 2)
    assert_same(vmap(vmap(correct))(cube), correct(cube).cpu())
    x_rows, y_rows = (t.cpu() for t in (cube[0], cube[1]))
    pairs = vmap(vmap(ascendc_add, (0, None)), (None, 0))(x_rows.npu(), y_rows.npu())
    assert_same(pairs, x_rows[None] + y_rows[:, None])


def test_grad_and_its_grad(x: torch.Tensor) -> None:
    first = grad(lambda x: correct(x).sum())
    torch.testing.assert_close(first(x), 0.8 + 0.5 / x.sqrt())
    torch.testing.assert_close(grad(lambda x: first(x).sum())(x), -0.25 * x**-1.5)
    assert_same(vmap(grad(correct))(x), first(x).cpu())


def test_jvp(x: torch.Tensor) -> None:
    tangent = torch.linspace(-1, 1, 12).npu()
    torch.testing.assert_close(jvp(correct, (x,), (tangent,))[1], tangent * (0.8 + 0.5 / x.sqrt()))
    assert_same(jvp(ascendc_add, (x, x), (tangent, tangent))[1], (tangent * 2).cpu())
    assert_same(jvp(lambda y: ascendc_add(x, y), (x,), (tangent,))[1], tangent.cpu())
    assert_same(jvp(added_in_place, (x, x), (tangent, tangent))[1], (tangent * 2).cpu())
    assert_same(jvp(lambda y: added_in_place(x, y), (x,), (tangent,))[1], tangent.cpu())


def test_hessian_is_diagonal(x: torch.Tensor) -> None:
    result = hessian(lambda x: correct(x).sum())(x)
    torch.testing.assert_close(result, torch.diag(-0.25 * x**-1.5))
