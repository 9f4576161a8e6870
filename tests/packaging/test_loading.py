# SPDX-License-Identifier: Apache-2.0
"""Loading the library: more than once, in any order, with or without the Python package."""

from __future__ import annotations

import importlib
import shutil
from collections.abc import Callable
from pathlib import Path

import ascendc_ops.converters
import pytest
import torch

import ascendc_ops
from support import native
from support.cases import assert_same, random_pair
from support.compiling import CompiledForNpu
from support.processes import error_of, output_of, run_python

COMPILE_AND_RUN = """
backend = torchair.get_npu_backend(compiler_config=torchair.CompilerConfig())
add = torch.compile(
    lambda x, y: torch.ops.ascendc_ops.ascendc_add(x, y), fullgraph=True, backend=backend, dynamic=False
)
x = torch.ones(5).npu()
print(add(x, x).cpu().tolist())
"""
TWOS = str([2.0] * 5)


def test_l03_by_path_and_by_symlink(tmp_path: Path) -> None:
    link = tmp_path / "linked.so"
    link.symlink_to(ascendc_ops.library_path)
    code = f"""
import torch, torchair
torch.ops.load_library({str(ascendc_ops.library_path)!r})
torch.ops.load_library({str(link)!r})
import ascendc_ops
{COMPILE_AND_RUN}"""
    assert TWOS in output_of(run_python(code, cwd=tmp_path))


def test_l03_a_copy_that_is_loaded_already_is_used(tmp_path: Path) -> None:
    """torch ends the process when an operator is defined twice: the packaged library must stay out."""
    copy = tmp_path / "libcopy.so"
    shutil.copy(ascendc_ops.library_path, copy)
    code = f"""
import torch, torchair
torch.ops.load_library({str(copy)!r})
import ascendc_ops
print(ascendc_ops.library_path)
{COMPILE_AND_RUN}"""
    output = output_of(run_python(code, cwd=tmp_path))
    assert str(copy) in output
    assert TWOS in output


def test_l03_another_library_with_the_same_operator_is_named(tmp_path: Path) -> None:
    code = """
    import torch
    library = torch.library.Library("ascendc_ops", "FRAGMENT")
    library.define("ascendc_add(Tensor x, Tensor y) -> Tensor")
    import ascendc_ops
    """
    error = error_of(run_python(code, cwd=tmp_path))
    assert "torch.ops.ascendc_ops.ascendc_add is defined already" in error


def test_l03_two_libraries_in_one_namespace(tmp_path: Path) -> None:
    source = tmp_path / "other.cpp"
    source.write_text(
        "#include <torch/library.h>\n"
        'TORCH_LIBRARY_FRAGMENT(ascendc_ops, m) { m.def("other_operator(Tensor x) -> Tensor"); }\n'
    )
    library = native.compile_library(
        source, tmp_path / "libother.so", includes=native.TORCH_INCLUDES, libraries=native.TORCH_LIBRARIES
    )
    for order in ("ascendc_ops first", "ascendc_ops second"):
        imports = ["import ascendc_ops", f"torch.ops.load_library({str(library)!r})"]
        code = "\n".join(
            [
                "import torch, torchair",
                *(imports if order == "ascendc_ops first" else reversed(imports)),
                "print(torch.ops.ascendc_ops.other_operator.default._schema)",
                COMPILE_AND_RUN,
            ]
        )
        output = output_of(run_python(code, cwd=tmp_path))
        assert "ascendc_ops::other_operator(Tensor x) -> Tensor" in output
        assert TWOS in output


def test_l04_reload_is_idempotent(compile_npu: Callable[..., CompiledForNpu]) -> None:
    library = ascendc_ops.library_path
    for module in (ascendc_ops.converters, ascendc_ops, ascendc_ops):
        importlib.reload(module)
    assert ascendc_ops.library_path.samefile(library)
    x, y = random_pair(10, torch.float32)
    compiled = compile_npu(ascendc_ops.ascendc_add)
    assert_same(compiled(x.npu(), y.npu()), x + y)
    compiled.assert_compiled(graphs=1)


def test_l07_loaded_by_torch_alone(tmp_path: Path) -> None:
    """Without our Python package: GE finds the operator, the script has its own converter."""
    code = f"""
import torch, torch_npu, torchair
torch.ops.load_library({str(ascendc_ops.library_path)!r})

@torchair.register_fx_node_ge_converter(torch.ops.ascendc_ops.ascendc_add.default)
def convert_ascendc_add(x, y, z=None, meta_outputs=None):
    return torchair.ge.custom_op("AddCustom", inputs={{"x": x, "y": y}}, outputs=["z"])
{COMPILE_AND_RUN}
import sys
assert "ascendc_ops" not in sys.modules
"""
    assert TWOS in output_of(run_python(code, cwd=tmp_path))


@pytest.mark.parametrize(
    "order",
    [
        "import torch, torchair, ascendc_ops",
        "import torch, ascendc_ops, torchair",
        "import ascendc_ops, torch, torchair",
    ],
)
def test_any_import_order(order: str, tmp_path: Path) -> None:
    assert TWOS in output_of(run_python(order + COMPILE_AND_RUN, cwd=tmp_path))


def test_importing_the_package_does_not_import_torchair(tmp_path: Path) -> None:
    code = """
    import ascendc_ops, sys, torch
    print([name for name in sys.modules if name.startswith("torch_npu.dynamo.torchair.")])
    x = torch.ones(3).npu()
    print(ascendc_ops.ascendc_add(x, x).cpu().tolist())
    """
    assert output_of(run_python(code, cwd=tmp_path)).splitlines()[-2:] == ["[]", "[2.0, 2.0, 2.0]"]


def test_i03_continuous_integration_mode(tmp_path: Path) -> None:
    """With CI=1 torch refuses operators whose results alias their arguments."""
    code = f"""
import torch, torchair
import ascendc_ops
x = torch.ones(5).npu()
z = ascendc_ops.ascendc_add(x, x)
print(torch.library.opcheck(torch.ops.ascendc_ops.ascendc_add.default, (x, x)))
{COMPILE_AND_RUN}"""
    assert TWOS in output_of(run_python(code, cwd=tmp_path, variables={"CI": "1"}))
