# SPDX-License-Identifier: Apache-2.0
"""``python -m ascendc_ops new-op``: what it writes builds and works; what it refuses, and in which words."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from ascendc_ops.__main__ import main
from ascendc_ops.scaffold import ScaffoldError
from ascendc_ops.scaffold.formula import compile_formula
from ascendc_ops.scaffold.schema import parse
from support.native import ROOT
from support.processes import installing_into, output_of, run

TIMEOUT_S = 900

# Every kind of argument and result, in one package: it is built once.
OPERATORS = {
    "blend(Tensor x, Tensor? y, float alpha) -> Tensor": "x * alpha + y",
    "pair(Tensor x, Tensor y, int k=2, bool flag=True) -> (Tensor a, Tensor b)": (
        "x * sigmoid(y * k) - flag, (x - 1) ** 3 / maximum(y, 0.5) + exp(-x) * square(x + y)"
    ),
    "scale_(Tensor(a!) x, Tensor y, float by) -> ()": "1 / (x * by) + sqrt(abs(y))",
    "unwritten(Tensor x, Tensor[] others, str mode='sum', int[] dims=[1, 2], *, float[] weights, bool[] keep"
    ", str[] names, int[][] pairs, ScalarType dtype) -> Tensor": "",
}


def new_op(schema: str, formula: str, *options: str) -> None:
    assert main(["new-op", schema, "--formula", formula, *options]) == 0


@pytest.mark.slow
@pytest.mark.timeout(TIMEOUT_S)
def test_a_package_with_every_kind_of_operator(tmp_path: Path) -> None:
    for schema, formula in OPERATORS.items():
        new_op(schema, formula, "--out", str(tmp_path / "all_kinds"))
    variables = installing_into(tmp_path)
    package = tmp_path / "all_kinds"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-build-isolation", "."]
    output_of(run(install, cwd=package, variables=variables, timeout=TIMEOUT_S))
    pytest_command = [Path(sys.executable).with_name("pytest"), "-q", "tests"]
    printed = output_of(run(pytest_command, cwd=package, variables=variables, timeout=TIMEOUT_S))
    assert "skipped" not in printed


def test_in_this_repository_the_build_knows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("CMakeLists.txt", "converters/__init__.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    new_op("halve(Tensor x) -> Tensor", "x / 2")
    build = (tmp_path / "CMakeLists.txt").read_text()
    for source in ("kernel/halve.asc", "ge/halve.cpp", "pytorch/halve.cpp"):
        assert build.count(source) == 1
        assert (tmp_path / source).is_file()
    converters = (tmp_path / "converters/__init__.py").read_text()
    assert "    halve,\n" in converters
    assert ", halve)" in converters
    compile(converters, "converters", "exec")
    assert (tmp_path / "tests/ops/test_halve.py").is_file()
    assert "namespace ascendc_ops" in (tmp_path / "kernel/halve.asc").read_text()
    with pytest.raises(SystemExit, match="exists already; --force"):
        new_op("halve(Tensor x) -> Tensor", "x / 2")
    new_op("halve(Tensor x) -> Tensor", "x / 3", "--force")
    assert (tmp_path / "CMakeLists.txt").read_text() == build


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ("f(Tensor x", "torch cannot read the schema"),
        ("F(Tensor x) -> Tensor", "expected a lower-case name"),
        ("f(float a, Tensor x) -> Tensor", "expected a Tensor as first argument"),
        ("f(Tensor x, int? n) -> Tensor", r"argument n has type Optional\[int\]"),
        ("f(Tensor x) -> Tensor x", "names an argument and a result"),
        ("f(Tensor(a!) x) -> Tensor(a!)", "expected results that are new Tensors"),
        ("f(Tensor x) -> int", "expected results that are new Tensors"),
        ("f(Tensor x, int n=1, int m) -> Tensor", "Non-default positional argument follows"),
        ("f(Tensor x) -> ()", "returns nothing and changes nothing"),
        ("f(Tensor(a!) x) -> Tensor", "changes x and has another result"),
        ("f(Tensor(a!) x, Tensor(b!) y) -> ()", "changes x, y and has another result"),
    ],
)
def test_schemas_that_are_refused(schema: str, message: str) -> None:
    with pytest.raises(ScaffoldError, match=message):
        parse(schema)


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("x +", "is no Python expression"),
        ("x + z", "uses z, which is no argument of the schema"),
        ("x + s", "uses s, which is an attribute that is no number"),
        ("sum(x)", "calls sum; expected"),
        ("x @ x", "has 'x @ x'; expected"),
        ("x ** 0.5", "has the power 0.5; expected 2 to 8"),
        ("maximum(x)", "calls maximum with 1 arguments, expected 2"),
        ("x, x", "has 2 expressions, expected one for each of output"),
        ("x + others", "a list of tensors"),
        ("__import__('os').system('ls')", "expected names of arguments"),
    ],
)
def test_formulas_that_are_refused(formula: str, message: str) -> None:
    operator = parse("f(Tensor x, Tensor[] others, str s='a') -> Tensor")
    with pytest.raises(ScaffoldError, match=message):
        compile_formula(operator, formula)


def test_a_package_of_another_name_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text("project(other LANGUAGES CXX)\n")
    with pytest.raises(SystemExit, match="is not that of a package mine"):
        new_op("f(Tensor x) -> Tensor", "x", "--out", str(tmp_path), "--package", "mine")
    with pytest.raises(SystemExit, match="expected a lower-case Python name"):
        new_op("f(Tensor x) -> Tensor", "x", "--out", str(tmp_path / "Upper Case"))
