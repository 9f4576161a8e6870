# SPDX-License-Identifier: Apache-2.0
"""Every operator against plain torch, and inference against the results.

Inference runs while this process holds Python's lock: see Infer() in driver.cpp.
"""

from __future__ import annotations

import pytest
import torch
from case_tables import ALL
from cases import Case, check, check_strided, raw, run
from library import Library, OpError, RawTensor

# Tested in test_random.py.
RANDOM = {
    "StatelessBernoulli",
    "StatelessRandomNormalV2",
    "StatelessRandomUniformV2",
    "StatelessDropOutGenMask",
    "StatelessRandperm",
    "MultinomialWithReplacement",
    "DropOutDoMask",
}


@pytest.mark.parametrize("case", ALL, ids=str)
def test_equals_torch(library: Library, case: Case) -> None:
    check(library, case)


@pytest.mark.parametrize("case", ALL, ids=str)
def test_strided_inputs(library: Library, case: Case) -> None:
    check_strided(library, case)


def test_every_operator_has_a_case(library: Library) -> None:
    missing = set(library.types()) - {case.op_type for case in ALL} - RANDOM
    assert not missing


def test_unknown_type(library: Library) -> None:
    with pytest.raises(AssertionError, match="unknown operator type NoSuchOp"):
        library.prototype("NoSuchOp")


def test_message_names_operator_and_inputs(library: Library) -> None:
    case = Case("MatMulV2", {"x1": torch.ones(2, 3), "x2": torch.ones(4, 5)}, lambda **_: [])
    with pytest.raises(
        OpError, match=r"MatMulV2\(x1: DT_FLOAT\[2, 3\], x2: DT_FLOAT\[4, 5\]\): .*cannot be multiplied"
    ):
        run(library, case)


def test_missing_attribute_is_named(library: Library) -> None:
    with pytest.raises(OpError, match=r"attribute dst_type .* is required"):
        run(library, Case("Cast", {"x": torch.ones(2)}, lambda **_: []))


def test_groups_of_several_processes_are_refused(library: Library) -> None:
    inputs = {"x1": torch.ones(2, 2), "x2": torch.ones(2, 2)}
    with pytest.raises(OpError, match='rank_size must be 1, got 8: group "all" is this process alone'):
        run(library, Case("AllGatherMatmulV2", inputs, lambda **_: [], {"group": "all", "rank_size": 8}))


def test_an_odd_number_of_four_bit_numbers_is_refused(library: Library) -> None:
    with pytest.raises(OpError, match=r"even last dimension for 4-bit numbers, .* got shape \[2, 3\]"):
        run(library, Case("DynamicMxQuant", {"x": torch.ones(2, 3)}, lambda **_: []))


def test_four_bit_numbers_are_refused_by_operators_that_do_not_know_them(library: Library) -> None:
    packed = torch.zeros(2, 2, dtype=torch.uint8)
    x = RawTensor(dtype=29, dims=[2, 4], address=packed.data_ptr())  # DT_INT4
    inputs: dict[str, RawTensor | list[RawTensor]] = {"x": x, "perm": raw(torch.tensor([1, 0]))}
    with pytest.raises(OpError, match="data type DT_INT4 has no element type in torch"):
        library.call("Transpose", inputs, {}, lambda *_: 0, infer=True)


@pytest.mark.parametrize("op_type", ["Transpose", "Identity", "Add", "BroadcastTo"])
def test_output_may_take_over_an_input(library: Library, op_type: str) -> None:
    """The output's memory is the first input's: results are computed before they are written."""
    x = torch.arange(16.0).reshape(4, 4)
    other = torch.arange(16.0).reshape(4, 4) + 1
    inputs: dict[str, torch.Tensor] = {
        "Transpose": {"perm": torch.tensor([1, 0])},
        "Identity": {},
        "Add": {"x2": other},
        "BroadcastTo": {"shape": torch.tensor([4, 4])},
    }[op_type]
    expected = {
        "Transpose": x.t().clone(),
        "Identity": x.clone(),
        "Add": x + other,
        "BroadcastTo": x.clone(),
    }[op_type]
    first = "x1" if op_type == "Add" else "x"
    raws: dict[str, RawTensor | list[RawTensor]] = {first: raw(x), **{k: raw(v) for k, v in inputs.items()}}
    library.call(op_type, raws, {}, lambda *_: x.data_ptr(), infer=False)
    torch.testing.assert_close(x, expected, rtol=0, atol=0)
