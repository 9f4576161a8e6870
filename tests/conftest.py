# SPDX-License-Identifier: Apache-2.0
"""Fixtures of all plugin tests. They run on an NPU as on the emulator; nothing here knows which one it is."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

# Read when the emulator starts: two devices, so that the tests of more than one run there too.
os.environ.setdefault("CANN_EMULATOR_DEVICES", "2")

import pytest
import torch
import torch_npu  # noqa: F401

import ascendc_ops  # noqa: F401
from support.compiling import CompiledForNpu
from support.native import ROOT


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--thorough",
        action="store_true",
        help="100,000 calls instead of 2,000 in tests/properties; five for golden graphs; AOTInductor; "
        "models of any batch in every dtype",
    )
    parser.addoption(
        "--update-docs", action="store_true", help="write what programs print into the documentation anew"
    )


@pytest.fixture(autouse=True)
def fresh_dynamo() -> Iterator[None]:
    """Dynamo remembers code objects for the whole process: without a reset a test may run eagerly."""
    torch._dynamo.reset()
    yield
    torch.npu.synchronize()  # an error of queued work belongs to the test that queued it


@pytest.fixture
def compile_npu() -> Iterator[Callable[..., CompiledForNpu]]:
    """``compile_npu(function, dynamic=False)``: see CompiledForNpu. What it compiled must have reached GE."""
    compiled: list[CompiledForNpu] = []

    def compile_function(function: Callable[..., Any], *, dynamic: bool = False) -> CompiledForNpu:
        compiled.append(CompiledForNpu(function, dynamic=dynamic))
        return compiled[-1]

    yield compile_function
    for each in compiled:
        assert len(each.graphs) >= each.backend_calls


@pytest.fixture
def graph_folder() -> Path:
    """Where ``graph_snapshot`` has the golden files of all tests."""
    return ROOT / "tests" / "golden"


@pytest.fixture
def second_device() -> torch.device:
    """npu:1. On a machine with one NPU the test is skipped."""
    if torch.npu.device_count() < 2:
        pytest.skip("one device only; the emulator gives more with CANN_EMULATOR_DEVICES=2")
    return torch.device("npu:1")
