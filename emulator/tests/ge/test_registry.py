# SPDX-License-Identifier: Apache-2.0
"""Registration: prototypes for TorchAir, types registered twice, libraries on ASCEND_CUSTOM_OPP_PATH."""

from __future__ import annotations

import ctypes
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from ge_driver import Compiler, Driver

SMALL_PLUGIN = """
#include <graph/custom_op.h>
#include <graph/operator_reg.h>
namespace ge {
class TestTwice : public EagerExecuteOp {
 public:
  graphStatus Execute(gert::EagerOpExecutionContext*) override { return GRAPH_FAILED; }
};
REG_OP(TestTwice)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(%s, Int, 0)
    .OP_END_FACTORY_REG(TestTwice);
REG_AUTO_MAPPING_OP(TestTwice);
}  // namespace ge
"""

PROGRAM = """
import ctypes, sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from ge_driver import Driver
driver = Driver(Path({driver!r}))
for library in {libraries!r}:
    ctypes.CDLL(library)
print(driver.ir_def("TestTwice"))
"""


@pytest.fixture(scope="module")
def plugins(compile_library: Compiler, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("twice")
    return [compile_library(SMALL_PLUGIN % name, folder / f"lib{name}.so") for name in ("first", "second")]


def run(driver: Driver, libraries: list[Path], **environment: str) -> subprocess.CompletedProcess[str]:
    """A process of its own: registrations last as long as the process."""
    program = PROGRAM.format(
        tests=str(Path(__file__).parent), driver=driver.lib._name, libraries=[str(p) for p in libraries]
    )
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False,
                          env={**os.environ, **environment})  # fmt: skip


def test_prototypes_are_told_in_order(driver: Driver, plugin: ctypes.CDLL) -> None:
    assert driver.ir_def("TestAdd") == "x=required,y=required|z=required|"
    assert driver.ir_def("TestRecord") == (
        "x=required,bias=optional,parts=dynamic|y=required|an_int=VT_INT,a_float=VT_FLOAT,a_bool=VT_BOOL,"
        "a_string=VT_STRING,a_type=VT_DATA_TYPE,ints=VT_LIST_INT,floats=VT_LIST_FLOAT,bools=VT_LIST_BOOL,"
        "int_lists=VT_LIST_LIST_INT,float_lists=VT_LIST_LIST_FLOAT,strings=VT_LIST_STRING"
    )
    assert driver.ir_def("Mul") == "x1=required,x2=required|y=required|"
    assert driver.ir_def("NoSuchOp") is None
    assert "NoSuchOp" in driver.error()


def test_a_second_registration_is_refused_with_both_libraries(driver: Driver, plugins: list[Path]) -> None:
    """G03"""
    result = run(driver, plugins)
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() == "x=required|y=required|first=VT_INT"
    assert result.stderr.count('"TestTwice" is registered twice') == 2
    assert "libfirst.so is kept" in result.stderr
    assert "libsecond.so is refused" in result.stderr


def test_the_same_library_by_path_and_by_symlink(driver: Driver, plugins: list[Path], tmp_path: Path) -> None:
    """L03"""
    link = tmp_path / "link.so"
    link.symlink_to(plugins[0])
    result = run(driver, [plugins[0], link, plugins[0]])
    assert result.returncode == 0
    assert result.stderr == ""


def test_libraries_of_the_custom_path_are_loaded(driver: Driver, plugins: list[Path], tmp_path: Path) -> None:
    folder = tmp_path / "op_graph" / "lib" / "linux" / platform.machine()
    folder.mkdir(parents=True)
    shutil.copy(plugins[0], folder)
    result = run(driver, [], ASCEND_CUSTOM_OPP_PATH=f"/no/such/root:{tmp_path}")
    assert result.stdout.strip() == "x=required|y=required|first=VT_INT", result.stderr


def test_a_library_that_cannot_be_loaded_is_named(driver: Driver, tmp_path: Path) -> None:
    folder = tmp_path / "op_graph" / "lib" / "linux" / platform.machine()
    folder.mkdir(parents=True)
    (folder / "libbad.so").write_text("no library")
    result = run(driver, [], ASCEND_CUSTOM_OPP_PATH=str(tmp_path))
    assert result.returncode != 0
    assert "ASCEND_CUSTOM_OPP_PATH" in result.stderr
    assert "libbad.so" in result.stderr
