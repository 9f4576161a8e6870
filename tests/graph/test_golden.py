# SPDX-License-Identifier: Apache-2.0
"""The GE graphs of operators and demo against golden files; ``--update-graphs`` accepts changes."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest
import torch

from ascendc_ops import ascendc_add, ascendc_add_, dispersion_correction
from ascendc_ops.testing import GraphSnapshot
from support.native import ROOT
from support.processes import output_of, run

GOLDEN = ROOT / "tests" / "golden"
DYNAMIC = pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])


def demo() -> ModuleType:
    spec = importlib.util.spec_from_file_location("demo", ROOT / "examples" / "demo.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def kind(dynamic: bool) -> str:
    return "dynamic" if dynamic else "static"


def needing_gradients(*tensors: torch.Tensor) -> list[torch.Tensor]:
    return [tensor.requires_grad_() for tensor in tensors]


@DYNAMIC
def test_operator(graph_snapshot: GraphSnapshot, dynamic: bool) -> None:
    x, y = torch.ones(8, 2048), torch.ones(8, 2048)
    graph_snapshot(ascendc_add, x, y, name=f"ascendc_add_{kind(dynamic)}", dynamic=dynamic, graphs=1)


def test_operator_in_training(graph_snapshot: GraphSnapshot) -> None:
    graph_snapshot(
        lambda x, y: ascendc_add(torch.relu(x), y).square(),
        *needing_gradients(torch.ones(8, 16), torch.ones(8, 16)),
        name="ascendc_add_training",
        backward=True,
        graphs=2,
    )


def test_broadcasting_in_training(graph_snapshot: GraphSnapshot) -> None:
    graph_snapshot(
        lambda x, y: ascendc_add(x, y).square(),
        *needing_gradients(torch.ones(8, 16), torch.ones(16)),
        name="ascendc_add_broadcast_training",
        backward=True,
        graphs=2,
    )


@DYNAMIC
def test_in_place_operator(graph_snapshot: GraphSnapshot, dynamic: bool) -> None:
    graph_snapshot(
        lambda x, y: (ascendc_add_(x, y), x * 2)[1],
        *(torch.ones(8, 16), torch.ones(8, 16)),
        name=f"ascendc_add_inplace_{kind(dynamic)}",
        dynamic=dynamic,
        graphs=1,
    )


@DYNAMIC
def test_dispersion_correction(graph_snapshot: GraphSnapshot, dynamic: bool) -> None:
    graph_snapshot(
        lambda x: dispersion_correction(x, 0.8),
        torch.ones(8, 16),
        name=f"dispersion_correction_{kind(dynamic)}",
        dynamic=dynamic,
        also=[[torch.ones(3, 16)]] if dynamic else [],
        graphs=1,
    )


def test_dispersion_correction_in_training(graph_snapshot: GraphSnapshot) -> None:
    graph_snapshot(
        lambda x: dispersion_correction(x, 0.8).square(),
        *needing_gradients(torch.ones(8, 16)),
        name="dispersion_correction_training",
        backward=True,
        graphs=2,
    )


def test_demo(graph_snapshot: GraphSnapshot) -> None:
    graph_snapshot(demo().DigitClassifier().eval(), torch.ones(4, 64), name="demo", graphs=1)


def test_golden_files_hold_nothing_of_this_machine() -> None:
    for path in GOLDEN.glob("*.txt"):
        text = path.read_text()
        assert "/" not in text, path
        assert "0x" not in text, path


def test_every_golden_file_is_used() -> None:
    named = Path(__file__).read_text()
    for path in GOLDEN.glob("*.txt"):
        stem = path.stem.removesuffix("static").removesuffix("dynamic")
        assert f'name="{path.stem}"' in named or f'name=f"{stem}{{kind(dynamic)}}"' in named, path


def test_stable_in_another_process_order_and_ci_mode() -> None:
    names = ["test_demo", "test_operator_in_training", "test_operator"]
    tests = [f"{Path(__file__)}::{name}" for name in names]
    output_of(run([Path(sys.executable).with_name("pytest"), "-q", *tests], cwd=ROOT, variables={"CI": "1"}))
