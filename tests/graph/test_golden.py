# SPDX-License-Identifier: Apache-2.0
"""The GE graphs of the operator and of the demo against golden files; ``--update-graphs`` accepts changes."""

from __future__ import annotations

import difflib
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
import torch

from ascendc_ops import ascendc_add, ascendc_add_, dispersion_correction
from support.compiling import CompiledForNpu
from support.native import ROOT
from support.processes import output_of, run

CompileNpu = Callable[..., CompiledForNpu]
Check = Callable[[str, list[str]], None]
GOLDEN = ROOT / "tests" / "golden"


@pytest.fixture
def check(request: pytest.FixtureRequest) -> Check:
    """``check(name, graphs)`` compares with tests/golden/<name>.txt, or writes it with --update-graphs."""

    def check_graphs(name: str, graphs: list[str]) -> None:
        path = GOLDEN / f"{name}.txt"
        actual = "\n".join(graphs)
        if request.config.getoption("--update-graphs"):
            path.write_text(actual)
        expected = path.read_text() if path.exists() else ""
        difference = difflib.unified_diff(
            expected.splitlines(keepends=True),
            actual.splitlines(keepends=True),
            str(path.relative_to(ROOT)),
            "now",
        )
        assert actual == expected, (
            f"the GE graph differs from its golden file; if that is right, run\n"
            f"  pytest tests/graph/test_golden.py --update-graphs\n{''.join(difference)}"
        )

    return check_graphs


def demo() -> ModuleType:
    spec = importlib.util.spec_from_file_location("demo", ROOT / "examples" / "demo.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
def test_operator(compile_npu: CompileNpu, check: Check, dynamic: bool) -> None:
    compiled = compile_npu(ascendc_add, dynamic=dynamic)
    x = torch.ones(8, 2048).npu()
    compiled(x, torch.ones(8, 2048).npu())
    check(f"ascendc_add_{'dynamic' if dynamic else 'static'}", compiled.graphs)


def test_operator_in_training(compile_npu: CompileNpu, check: Check) -> None:
    compiled = compile_npu(lambda x, y: ascendc_add(torch.relu(x), y).square())
    x, y = (torch.ones(8, 16).npu().requires_grad_() for _ in range(2))
    compiled(x, y).sum().backward()
    assert len(compiled.graphs) == 2
    check("ascendc_add_training", compiled.graphs)


def test_broadcasting_in_training(compile_npu: CompileNpu, check: Check) -> None:
    compiled = compile_npu(lambda x, y: ascendc_add(x, y).square())
    x, y = torch.ones(8, 16).npu().requires_grad_(), torch.ones(16).npu().requires_grad_()
    compiled(x, y).sum().backward()
    assert len(compiled.graphs) == 2
    check("ascendc_add_broadcast_training", compiled.graphs)


@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
def test_in_place_operator(compile_npu: CompileNpu, check: Check, dynamic: bool) -> None:
    compiled = compile_npu(lambda x, y: (ascendc_add_(x, y), x * 2)[1], dynamic=dynamic)
    compiled(torch.ones(8, 16).npu(), torch.ones(8, 16).npu())
    check(f"ascendc_add_inplace_{'dynamic' if dynamic else 'static'}", compiled.graphs)


def test_dispersion_correction_in_training(compile_npu: CompileNpu, check: Check) -> None:
    compiled = compile_npu(lambda x: dispersion_correction(x, 0.8).square())
    compiled(torch.ones(8, 16).npu().requires_grad_()).sum().backward()
    assert len(compiled.graphs) == 2
    check("dispersion_correction_training", compiled.graphs)


def test_demo(compile_npu: CompileNpu, check: Check) -> None:
    compiled = compile_npu(demo().DigitClassifier().eval().npu())
    with torch.no_grad():
        compiled(torch.ones(4, 64).npu())
    check("demo", compiled.graphs)


def test_golden_files_hold_nothing_of_this_machine() -> None:
    for path in GOLDEN.glob("*.txt"):
        text = path.read_text()
        assert "/" not in text, path
        assert "0x" not in text, path


def test_every_golden_file_is_used() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == {
        "ascendc_add_static",
        "ascendc_add_dynamic",
        "ascendc_add_training",
        "ascendc_add_broadcast_training",
        "ascendc_add_inplace_static",
        "ascendc_add_inplace_dynamic",
        "dispersion_correction_training",
        "demo",
    }


def test_stable_in_another_process_order_and_ci_mode() -> None:
    names = ["test_demo", "test_operator_in_training", "test_operator"]
    tests = [f"{Path(__file__)}::{name}" for name in names]
    output_of(run([Path(sys.executable).with_name("pytest"), "-q", *tests], cwd=ROOT, variables={"CI": "1"}))
