# SPDX-License-Identifier: Apache-2.0
"""``ascendc_ops.nn``: modules equal the functions; copying, pickling, printing."""

from __future__ import annotations

import copy
import pickle

import pytest
import torch

from ascendc_ops import ascendc_add, dispersion_correction
from ascendc_ops.nn import DispersionCorrection, ResidualAdd
from support.cases import assert_same


@pytest.fixture
def x() -> torch.Tensor:
    return torch.linspace(0.5, 4, 24).reshape(3, 8).npu()


def test_modules_equal_functions(x: torch.Tensor) -> None:
    body = torch.nn.Linear(8, 8).npu()
    assert_same(ResidualAdd(body)(x), ascendc_add(x, body(x)).detach().cpu())
    assert_same(DispersionCorrection(0.8)(x), dispersion_correction(x, 0.8).cpu())


def test_deepcopy_and_pickle(x: torch.Tensor) -> None:
    model = torch.nn.Sequential(DispersionCorrection(0.8), ResidualAdd(torch.nn.Linear(8, 8))).npu()
    expected = model(x).detach().cpu()
    assert_same(copy.deepcopy(model)(x), expected)
    assert_same(pickle.loads(pickle.dumps(model.cpu())).npu()(x), expected)
    assert set(model.state_dict()) == {"1.body.weight", "1.body.bias"}


def test_the_operators_themselves_survive_copying() -> None:
    assert copy.deepcopy(ascendc_add) is ascendc_add
    assert pickle.loads(pickle.dumps(dispersion_correction)) is dispersion_correction


def test_printing_shows_alpha() -> None:
    assert repr(DispersionCorrection(0.8)) == "DispersionCorrection(alpha=0.8)"
