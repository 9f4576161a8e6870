# SPDX-License-Identifier: Apache-2.0
"""``python -m ascendc_ops new-op``: what it writes builds and works; what it refuses, and in which words."""

from __future__ import annotations

import re
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

# Every kind of attribute, an optional and a list input, and names that C++ or the generated code has.
EVERY_KIND = (
    "every(Tensor x, Tensor? y, Tensor[] shape, str mode='sum', int[] dims=[1, 2], *, int count=4"
    ", float f=0.25, bool default=True, float[] weights, bool[] keep, str[] names, int[][] pairs"
    ", float[][] table, ScalarType dtype=float, ScalarType[] dtypes) -> Tensor"
)
# Every kind of argument and result, in one package: it is built once.
OPERATORS = {
    "blend(Tensor x, Tensor? y, float alpha) -> Tensor": "x * alpha + y",
    "pair(Tensor x, Tensor y, int k=2, bool flag=True) -> (Tensor a, Tensor b)": (
        "x * sigmoid(y * k) - flag, (x - 1) ** 3 / maximum(y, 0.5) + exp(-x) * square(x + y)"
    ),
    "scale_(Tensor(a!) x, Tensor y, float by) -> ()": "1 / (x * by) + sqrt(abs(y))",
    "momentum_(Tensor(a!) x, Tensor(b!) v, Tensor g, float rate) -> ()": "x - rate * (v + g), v + g",
    "clip_(Tensor(a!) x, float high) -> Tensor excess": "x - minimum(x, high), minimum(x, high)",
    "both_(Tensor(a!) x, Tensor(b!) y) -> (Tensor p, Tensor q)": "",
    EVERY_KIND: "",
    "unwritten_(Tensor(a!) x, float[][] table) -> ()": "",
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
    write_kernel_that_tells_its_arguments(package)
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-build-isolation", "."]
    output_of(run(install, cwd=package, variables=variables, timeout=TIMEOUT_S))
    pytest_command = [Path(sys.executable).with_name("pytest"), "-q", "tests"]
    printed = output_of(run(pytest_command, cwd=package, variables=variables, timeout=TIMEOUT_S))
    assert "skipped" not in printed
    told = output_of(run([sys.executable, "-c", CALL_EVERY_KIND], cwd=package, variables=variables))
    given = (
        "float32 x given y none 2 shape mode=\u00fcber dims=[3,-4] count=1099511627776 f=1.5 default=0 "
        "weights=[0.5] keep=[0,1,1] names=[,a b] pairs=[[1],[],[2,3]] table=[[0.5,2.5],[]] dtype=bfloat16 "
        "dtypes=[bool,float64]"
    )
    defaults = (
        "float16 x given y given 0 shape mode=sum dims=[1,2] count=4 f=0.25 default=1 weights=[] keep=[] "
        "names=[] pairs=[] table=[] dtype=float32 dtypes=[]"
    )
    assert told.splitlines() == [given, given, defaults, defaults]


def write_kernel_that_tells_its_arguments(package: Path) -> None:
    """Its answer, a problem, is what it was called with: eager and compiled calls raise it."""
    header = (package / "kernel" / "every.h").read_text(encoding="utf-8")
    declared = re.search(r"std::string LaunchEvery\(DataType dtype, (.*?)\);", header, re.S)
    assert declared is not None
    names = [re.sub(r"_$", "", each.split()[-1]) for each in re.split(r",\s+", declared[1])]
    assert names[:3] == ["x", "y", "shape"]
    told = [f'" {name}=" + Text({name}{"_" * (f"{name}_," in declared[1])})' for name in names[3:-3]]
    (package / "kernel" / "every.asc").write_text(
        f"""#include "every.h"
        namespace all_kinds {{
        static std::string Text(const std::string& value) {{ return value; }}
        static std::string Text(DataType value) {{ return DataTypeName(value); }}
        static std::string Text(std::int64_t value) {{ return std::to_string(value); }}
        static std::string Text(bool value) {{ return value ? "1" : "0"; }}
        static std::string Text(float value) {{ std::ostringstream text; text << value; return text.str(); }}
        template <typename T>
        static std::string Text(const std::vector<T>& values) {{
          std::string text;
          for (const auto& each : values) text += "," + Text(static_cast<const T&>(each));
          return "[" + text.substr(values.empty() ? 0 : 1) + "]";
        }}
        std::string LaunchEvery(DataType dtype, {declared[1]}) {{
          (void)stream, (void)output, (void)shape;
          return std::string("the kernel is not written yet <") + DataTypeName(dtype) +
                 (x ? " x given" : " x none") + (y ? " y given " : " y none ") +
                 std::to_string(shape_.size()) + " shape" + {" + ".join(told)} + ">";
        }}
        }}
        """,
        encoding="utf-8",
    )


CALL_EVERY_KIND = """
import re, torch, torch_npu, torchair, all_kinds
def compiled(*arguments, **keywords):
    torch._dynamo.reset()
    backend = torchair.get_npu_backend(compiler_config=torchair.CompilerConfig())
    function = lambda: torch.ops.all_kinds.every(*arguments, **keywords)
    return torch.compile(function, backend=backend, fullgraph=True, dynamic=False)()
def told(call, *arguments, **keywords):
    try:
        call(*arguments, **keywords)
        torch.npu.synchronize()
    except RuntimeError as error:
        print(re.search("not written yet <(.*)>", str(error))[1])
x = torch.ones(3).npu()
for call in torch.ops.all_kinds.every, compiled:
    told(call, x, None, [x, x], "\u00fcber", [3, -4], count=2**40, f=1.5, default=False, weights=[0.5],
         keep=[False, True, True], names=["", "a b"], pairs=[[1], [], [2, 3]], table=[[0.5, 2.5], []],
         dtype=torch.bfloat16, dtypes=[torch.bool, torch.float64])
for call in torch.ops.all_kinds.every, compiled:
    told(call, x.half(), x.half(), [], weights=[], keep=[], names=[], pairs=[], table=[],
         dtypes=[])
"""


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
        (
            "f(Tensor x, int? n) -> Tensor",
            r"argument n has type Optional\[int\]; a GE attribute always has a value",
        ),
        (
            "f(Tensor x, SymInt n) -> Tensor",
            "type SymInt; a GE attribute is fixed when the graph is compiled",
        ),
        ("f(Tensor x, SymInt[] n) -> Tensor", r"type List\[SymInt\]; a GE attribute is fixed"),
        ("f(Tensor x, Scalar n) -> Tensor", "type number; a GE attribute has one type: write float or int"),
        ("f(Tensor x, Tensor?[] n) -> Tensor", "GE's list inputs have no None"),
        ("f(Tensor x, Tensor[][] n) -> Tensor", "no lists of those"),
        (
            "f(Tensor x, bool[][] n) -> Tensor",
            "lists of lists of int and of float only. What there is: Tensor, ",
        ),
        ("f(Tensor x, Device n) -> Tensor", "type Device; GE has no attribute of that kind"),
        ("f(Tensor x, int lambda) -> Tensor", "argument lambda: a word of Python"),
        ("f(Tensor x, ScalarType[] n=[5]) -> Tensor", "torch cannot pass a default of type ScalarType"),
        ("f(Tensor x, ScalarType n=8) -> Tensor", "argument n: no GE dtype for the default 8"),
        ("f(Tensor x) -> Tensor x", "names an argument and a result"),
        ("f(Tensor(a!) x) -> Tensor(a!)", "expected results that are new Tensors"),
        ("f(Tensor x) -> int", "expected results that are new Tensors"),
        ("f(Tensor x, int n=1, int m) -> Tensor", "Non-default positional argument follows"),
        ("f(Tensor x) -> ()", "returns nothing and changes nothing"),
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
        ("x + others", "uses others, a list of tensors"),
        ("x * 2", "a list of tensors .others.: an elementwise kernel takes none; leave the formula out"),
        ("__import__('os').system('ls')", "expected names of arguments"),
    ],
)
def test_formulas_that_are_refused(formula: str, message: str) -> None:
    operator = parse("f(Tensor x, Tensor[] others, str s='a') -> Tensor")
    with pytest.raises(ScaffoldError, match=message):
        compile_formula(operator, formula)


def test_an_argument_is_changed_after_its_last_use() -> None:
    operator = parse("f(Tensor(a!) x, Tensor(b!) y) -> ()")
    with pytest.raises(ScaffoldError, match="the new y is computed from x, which is changed before it"):
        compile_formula(operator, "x + y, x - y")
    assert [kernel.target for kernel in compile_formula(operator, "x + y, y * 2")] == ["x", "y"]


def test_a_package_of_another_name_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text("project(other LANGUAGES CXX)\n")
    with pytest.raises(SystemExit, match="is not that of a package mine"):
        new_op("f(Tensor x) -> Tensor", "x", "--out", str(tmp_path), "--package", "mine")
    with pytest.raises(SystemExit, match="expected a lower-case Python name"):
        new_op("f(Tensor x) -> Tensor", "x", "--out", str(tmp_path / "Upper Case"))
