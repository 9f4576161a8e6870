# SPDX-License-Identifier: Apache-2.0
"""The GE graphs of operators, models and demo against golden files; ``--update-graphs`` accepts changes."""

from __future__ import annotations

import importlib.util
import os
import random
import sys
from pathlib import Path
from types import ModuleType

import pytest
import torch

from ascendc_ops import ascendc_add, ascendc_add_, dispersion_correction
from ascendc_ops.testing import GraphSnapshot
from support.native import ROOT
from support.networks import NETWORKS
from support.processes import output_of, run
from support.progress import shown

GOLDEN = ROOT / "tests" / "golden"
SNAPSHOTS = (
    "test_operator",
    "test_broadcasting",
    "test_in_place",
    "test_dispersion",
    "test_model",
    "test_demo",
)
DYNAMIC = pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])


@pytest.fixture
def graph_folder() -> Path:
    """Elsewhere where the last test below has the files written anew."""
    return Path(os.environ.get("ASCENDC_OPS_TEST_GOLDEN", GOLDEN))


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


def test_in_place_operator_in_training(graph_snapshot: GraphSnapshot) -> None:
    def scaled_sum(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        total = x * 2
        ascendc_add_(total, y)
        return total.square()

    graph_snapshot(
        scaled_sum,
        *needing_gradients(torch.ones(8, 16), torch.ones(8, 16)),
        name="ascendc_add_inplace_training",
        backward=True,
        graphs=2,
    )


@pytest.mark.parametrize("network", NETWORKS)
def test_model(graph_snapshot: GraphSnapshot, network: str) -> None:
    torch.manual_seed(0)
    graph_snapshot(
        NETWORKS[network].make().eval(),
        NETWORKS[network].inputs(2),
        name=f"model_{network}",
        graphs=1,
        rtol=1e-4,
        atol=1e-4,
    )


def test_model_in_training(graph_snapshot: GraphSnapshot) -> None:
    torch.manual_seed(0)
    network = NETWORKS["gpt2_block"]
    graph_snapshot(
        network.make(),
        network.inputs(2),
        name="model_gpt2_block_training",
        backward=True,
        graphs=2,
        rtol=1e-3,
        atol=1e-4,
    )


def test_demo(graph_snapshot: GraphSnapshot) -> None:
    graph_snapshot(demo().DigitClassifier().eval(), torch.ones(4, 64), name="demo", graphs=1)


def test_golden_files_hold_nothing_of_this_machine() -> None:
    for path in GOLDEN.glob("*.txt"):
        text = path.read_text()
        assert "/" not in text, path
        assert "0x" not in text, path


def written_by(order: random.Random, folder: Path, hash_seed: int) -> dict[str, str]:
    """The golden files that all tests above write in a process of their own, in shuffled order."""
    tests = [f"{Path(__file__)}::{name}" for name in globals() if name.startswith(SNAPSHOTS)]
    order.shuffle(tests)
    pytest_command = [Path(sys.executable).with_name("pytest"), "-q", "--update-graphs", *tests]
    variables = {"CI": "1", "PYTHONHASHSEED": str(hash_seed), "ASCENDC_OPS_TEST_GOLDEN": str(folder)}
    output_of(run(pytest_command, cwd=ROOT, variables=variables))
    return {path.name: path.read_text() for path in folder.glob("*.txt")}


@pytest.mark.slow
def test_the_same_in_fresh_processes_and_any_order(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Two processes; five with --thorough. Every golden file is one that a test writes."""
    golden = {path.name: path.read_text() for path in GOLDEN.glob("*.txt")}
    processes = 5 if request.config.getoption("--thorough") else 2
    for seed in shown(range(processes), processes, "processes"):
        assert written_by(random.Random(seed), tmp_path / str(seed), seed) == golden
