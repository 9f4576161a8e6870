# SPDX-License-Identifier: Apache-2.0
"""Random operators: the right distribution, and equal results for equal keys."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from cases import Case, run
from library import Library
from torch import Tensor

COUNT = 20000


def _draw(library: Library, op_type: str, seed: int, **attrs: Any) -> Tensor:
    inputs: dict[str, Any] = {"shape": torch.tensor([COUNT])}
    if op_type == "StatelessBernoulli":
        inputs |= {"prob": torch.tensor(0.25), "seed": torch.tensor([seed]), "offset": torch.tensor([0])}
    else:
        inputs |= {"key": torch.tensor([seed]), "counter": torch.tensor([0, 8]), "alg": torch.tensor(1)}
    return run(library, Case(op_type, inputs, lambda **_: [], attrs))[0]


@pytest.mark.parametrize(
    ("op_type", "mean", "deviation"),
    [
        ("StatelessRandomUniformV2", 0.5, 12**-0.5),
        ("StatelessRandomNormalV2", 0.0, 1.0),
        ("StatelessBernoulli", 0.25, 0.1875**0.5),
    ],
)
def test_distribution_and_key(library: Library, op_type: str, mean: float, deviation: float) -> None:
    first = _draw(library, op_type, 1)
    assert abs(first.mean() - mean) < 0.02
    assert abs(first.std() - deviation) < 0.02
    assert torch.equal(first, _draw(library, op_type, 1))
    assert not torch.equal(first, _draw(library, op_type, 2))


def test_dropout(library: Library) -> None:
    seeds = {name: torch.tensor(value) for name, value in (("seed", 3), ("seed1", 0), ("offset", 5))}
    keep = torch.tensor(0.75)
    generate = {"shape": torch.tensor([COUNT]), "prob": keep, **seeds}
    mask = run(library, Case("StatelessDropOutGenMask", generate, lambda **_: []))[0]
    assert mask.shape == ((COUNT + 127) // 128 * 16,)
    apply = {"x": torch.ones(COUNT), "mask": mask, "keep_prob": keep}
    y = run(library, Case("DropOutDoMask", apply, lambda **_: []))[0]
    assert set(y.unique().tolist()) == {0.0, y.max().item()}
    assert y.max().item() == pytest.approx(1 / 0.75)
    assert abs((y > 0).float().mean() - 0.75) < 0.02


def test_permutation_and_samples_are_those_of_the_seed(library: Library) -> None:
    at = {"seed": torch.tensor(7), "offset": torch.tensor(0)}
    permutation = Case("StatelessRandperm", {"n": torch.tensor(9), **at}, lambda **_: [])
    weights = torch.arange(12.0).reshape(2, 6)
    for replacement in (False, True):
        attrs = {"numsamples": 4, "replacement": replacement}
        samples = Case("MultinomialWithReplacement", {"x": weights, **at}, lambda **_: [], attrs)
        torch.manual_seed(7)
        assert torch.equal(run(library, samples)[0], torch.multinomial(weights, 4, replacement))
    torch.manual_seed(7)
    assert torch.equal(run(library, permutation)[0], torch.randperm(9))
