# SPDX-License-Identifier: Apache-2.0
"""The operator package: found in ASCEND_CUSTOM_OPP_PATH and run by GE without torch, and beside torch."""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import torch
import torchair

from ascendc_ops import ascendc_add
from ascendc_ops.package_path import operator_package
from support import native
from support.processes import error_of, output_of, run, run_python

LIBRARIES = Path("op_graph", "lib", "linux", platform.machine())
EXPECTED = [2 * i + 0.5 for i in range(24)]


class Model(torch.nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return ascendc_add(x, y)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The C++ program, which includes the package's header and links CANN's libraries alone."""
    program = tmp_path_factory.mktemp("host") / "package_host"
    source = Path(native.__file__).with_name("package_host.cpp")
    includes = [*native.cann_includes(), operator_package() / "op_graph" / "include"]
    libraries = [native.cann_library(name) for name in ("ge_runner", "graph", "ascendcl")]
    native.compile_program(source, program, includes=includes, libraries=libraries)
    return program


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("model")
    x, y = torch.ones(4, 6).npu(), torch.ones(4, 6).npu()
    torchair.dynamo_export(x, y, model=Model(), dynamic=False, export_path=str(folder), export_name="model")
    return next(folder.rglob("model*.air"))


def run_host(host: Path, *arguments: Path, path: str | Path) -> subprocess.CompletedProcess[str]:
    return run([host, *arguments], cwd=host.parent, variables={"ASCEND_CUSTOM_OPP_PATH": str(path)})


def copy_of_package(folder: Path) -> Path:
    shutil.copytree(operator_package(), folder)
    return folder


def values(output: str) -> list[float]:
    return [float(word) for word in output.splitlines()[0].split() if word[0].isdigit()]


def test_a_graph_runs_without_torch(host: Path, model: Path, tmp_path: Path) -> None:
    """From the installed package and from a copy elsewhere."""
    for package in (operator_package(), copy_of_package(tmp_path / "copy")):
        result = run_host(host, model, path=f"/no/such/root:{package}")
        assert values(output_of(result)) == EXPECTED
        assert "no torch in the process" in result.stdout
        assert result.stderr == ""


def test_without_the_package_the_operator_is_unknown(host: Path, model: Path) -> None:
    error = error_of(run_host(host, model, path=""))
    assert "AddCustom" in error
    assert "ASCEND_CUSTOM_OPP_PATH" in error


def test_of_two_packages_the_first_stays_and_a_warning_names_both(
    host: Path, model: Path, tmp_path: Path
) -> None:
    first, second = (copy_of_package(tmp_path / name) for name in ("z_first", "a_second"))
    result = run_host(host, model, path=f"{first}:{second}")
    assert values(output_of(result)) == EXPECTED
    (line,) = (line for line in result.stderr.splitlines() if '"AddCustom" is registered twice' in line)
    assert f"{first / LIBRARIES}/libascendc_ops_ge.so is kept" in line
    assert f"{second / LIBRARIES}/libascendc_ops_ge.so is refused" in line


def run_with_torch(before: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A process that has both torch's library and the package, and runs ``before`` before the import."""
    code = f"""
import torch, torch_npu, torchair
backend = torchair.get_npu_backend(compiler_config=torchair.CompilerConfig())
{before}
import ascendc_ops
add = torch.compile(ascendc_ops.ascendc_add, fullgraph=True, backend=backend, dynamic=False)
x = torch.ones(5).npu()
print(add(x, x).cpu().tolist())
maps = open("/proc/self/maps").read()
print("libascendc_ops.so" in maps, "libascendc_ops_ge.so" in maps)
"""
    result = run_python(code, cwd=folder, variables={"ASCEND_CUSTOM_OPP_PATH": str(operator_package())})
    assert output_of(result).splitlines()[-2:] == [str([2.0] * 5), "True True"]
    return result


def test_beside_torch_its_library_stays_without_a_word(tmp_path: Path) -> None:
    assert "registered twice" not in run_with_torch("", tmp_path).stderr


def test_torch_comes_after_ge_has_loaded_the_package(tmp_path: Path) -> None:
    compiled = "torch.compile(torch.neg, backend=backend, dynamic=False)(torch.ones(2).npu())"
    error = run_with_torch(compiled, tmp_path).stderr
    assert f"{operator_package() / LIBRARIES}/libascendc_ops_ge.so is kept" in error


def test_a_truncated_library_is_named(host: Path, tmp_path: Path) -> None:
    """At every sixteenth of its length. Loading such a file would end the process."""
    library = next((copy_of_package(tmp_path / "package") / LIBRARIES).iterdir())
    subprocess.run(["strip", library], check=True)  # what is left is needed
    whole = library.read_bytes()
    for part in range(16):
        library.write_bytes(whole[: len(whole) * part // 16])
        error = error_of(run_host(host, path=tmp_path / "package"))
        assert (
            f"GEInitialize failed: libraries of ASCEND_CUSTOM_OPP_PATH cannot be loaded:\n{library}" in error
        )


def test_the_command_needs_no_torch(tmp_path: Path) -> None:
    (tmp_path / "torch").mkdir()
    (tmp_path / "torch" / "__init__.py").write_text("raise ImportError('torch is broken')")
    result = run(
        [sys.executable, "-m", "ascendc_ops", "op-package"],
        cwd=tmp_path, variables={"PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    assert output_of(result).strip() == str(operator_package())
