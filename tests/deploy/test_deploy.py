# SPDX-License-Identifier: Apache-2.0
"""The demo's model outside Python: what `make deploy` shows, and what is in the exported files."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
import torchair
from torchair._ge_concrete_graph.ge_ir_pb2 import ModelDef
from torchair._utils import export_utils

import ascendc_ops
from ascendc_ops.package_path import operator_package
from support.native import ROOT
from support.processes import Result, output_of, run

BATCH = 16


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder and the output of examples/deploy_demo.py."""
    folder = tmp_path_factory.mktemp("deploy")
    command = [sys.executable, "examples/deploy_demo.py", "--folder", folder, "--requests", "800"]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])  # cmake
    return folder, output_of(run(command, cwd=ROOT, variables={"PATH": path}))


def read_graph(path: Path) -> ModelDef:
    model = ModelDef()
    model.ParseFromString(path.read_bytes())
    return model.graph[0]


def deployed(program: Path, *arguments: str | Path, packages: Path | None = None) -> Result:
    """Runs a program of the deployed kind."""
    variables = {
        "ASCEND_CUSTOM_OPP_PATH": str(packages or operator_package()),
        "LD_LIBRARY_PATH": f"{os.environ['ASCEND_HOME_PATH']}/lib64:{os.environ.get('LD_LIBRARY_PATH', '')}",
    }
    return run([program, *arguments], cwd=program.parent, variables=variables)


def test_predictions_outside_python_equal_the_cpus(shown: tuple[Path, str]) -> None:
    output = shown[1]
    for run_of in (
        "run_air static.air",
        "RunGraphWithStreamAsync",
        "run_air dynamic.air",
        "run_offline static.om",
        "run_offline dynamic.om",
        "aclmdlExecuteAsync",
        "8 threads, 800 requests",
    ):
        assert run_of in output
    assert output.count("predictions equal") == 7
    assert " 0 wrong" in output
    assert re.search(
        r"compiled +\d+ ms, 1 graphs captured\n  from the cache +\d+ ms, 0 graphs captured", output
    )
    assert output.endswith("OK: every prediction equals the CPU's\n")


@pytest.mark.parametrize(("name", "batch"), [("static", 450), ("dynamic", -1)])
def test_the_exported_graph_keeps_operators_and_shapes(
    shown: tuple[Path, str], name: str, batch: int
) -> None:
    graph = read_graph(shown[0] / f"{name}.air")
    types = [op.type for op in graph.op]
    assert types.count("AddCustom") == 2
    assert types.count("Data") == 1
    assert types.count("MatMulV2") == 6
    [data] = [op for op in graph.op if op.type == "Data"]
    assert list(data.output_desc[0].shape.dim) == [batch, 64]


class Scale(torch.nn.Module):
    """A product with a weight, then the operator."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = torch.nn.Parameter(torch.linspace(-1, 1, 64))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return ascendc_ops.ascendc_add(x * self.weight, x)


@pytest.mark.parametrize("inside", [True, False], ids=["inside", "in files"])
def test_weights_go_with_the_graph(
    shown: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inside: bool
) -> None:
    if not inside:
        # TorchAir's own limit is 1848 MB.
        monkeypatch.setattr(export_utils, "_is_weight_externalized", lambda *_: (True, 1))
    model = Scale().npu()
    x = torch.randn(BATCH, 64)
    torchair.dynamo_export(x.npu(), model=model, export_path=str(tmp_path / "first"), export_name="model")
    graph = read_graph(tmp_path / "first" / "model.air")
    weight = model.weight.detach().cpu().numpy()
    if inside:
        constants = [op.attr["value"].t.data for op in graph.op if op.type == "Const"]
        assert weight.tobytes() in constants
    else:
        assert "FileConstant" in [op.type for op in graph.op]
        assert (tmp_path / "first" / "weight").read_bytes() == weight.tobytes()
    moved = tmp_path / "moved"
    shutil.move(tmp_path / "first", moved)
    np.save(moved / "x.npy", x.numpy())
    np.save(moved / "y.npy", (x * torch.from_numpy(weight) + x).numpy())
    programs = shown[0] / "programs"
    output = output_of(deployed(programs / "run_air", moved / "model.air", moved / "x.npy", moved / "y.npy"))
    assert output.count("largest difference 0.00e+00, predictions equal") == 2


def test_a_graph_built_in_cpp(shown: tuple[Path, str], tmp_path: Path) -> None:
    x, y = torch.randn(5, 7), torch.randn(5, 7)
    for name, array in (("x", x), ("y", y), ("expected", 2 * torch.relu(x + y))):
        np.save(tmp_path / f"{name}.npy", array.numpy())
    files = [tmp_path / name for name in ("x.npy", "y.npy", "expected.npy", "saved.air")]
    output = output_of(deployed(shown[0] / "programs" / "native_graph", *files))
    assert "largest difference 0.00e+00, predictions equal" in output
    types = [op.type for op in read_graph(tmp_path / "saved.air").op]
    assert sorted(types) == ["AddCustom", "Const", "Data", "Data", "Mul", "NetOutput", "Relu"]


def test_a_wrong_result_and_missing_operators_are_errors(shown: tuple[Path, str], tmp_path: Path) -> None:
    folder = shown[0]
    np.save(tmp_path / "wrong.npy", -np.load(folder / "scores.npy"))
    run_air = folder / "programs" / "run_air"
    wrong = deployed(run_air, folder / "static.air", folder / "images.npy", tmp_path / "wrong.npy")
    assert wrong.returncode == 1
    assert "predictions DIFFER" in wrong.stdout
    arguments = [folder / "static.air", folder / "images.npy", folder / "scores.npy"]
    missing = deployed(run_air, *arguments, packages=tmp_path)
    assert missing.returncode == 1
    assert "(AddCustom" in missing.stderr
    assert "ASCEND_CUSTOM_OPP_PATH" in missing.stderr
