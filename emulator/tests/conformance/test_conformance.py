# SPDX-License-Identifier: Apache-2.0
"""A share of the calls that TorchAir's converters declare and of torch's own operator database.

``make conformance`` takes all of them.
"""

from __future__ import annotations

import pytest
from conformance_cases import declared_cases
from conformance_database import database
from conformance_gaps import known_gaps, unexpected
from conformance_workers import check_all


@pytest.fixture(scope="module")
def names() -> list[str]:
    return [case.name for case in declared_cases()]


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["compiled", "eager"])
def test_declared_calls_equal_the_cpu(names: list[str], mode: str) -> None:
    results = check_all([(mode, name) for name in names[::8]], jobs=2)
    assert len(results) == len(names[::8])
    assert unexpected(results) == []


@pytest.mark.slow
def test_operators_of_torchs_database_equal_the_cpu() -> None:
    names = list(database())[::5]
    results = check_all([("database", name) for name in names], jobs=2)
    assert len(results) == len(names)
    assert unexpected(results) == []


def test_a_gap_that_is_closed_is_reported() -> None:
    gap = next(iter(known_gaps()))
    assert "equals the CPU now" in unexpected({gap: None})[0]
    assert unexpected({gap: "differs"}) == []


def test_a_new_gap_is_reported() -> None:
    assert unexpected({("eager", "aten.no_such_op[0]"): "differs"}) == ["eager aten.no_such_op[0]: differs"]


def test_known_gaps_exist(names: list[str]) -> None:
    assert {name for _, name in known_gaps()} <= {*names, *database()}
