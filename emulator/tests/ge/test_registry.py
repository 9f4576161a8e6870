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


def test_attributes_of_created_operators_are_told_with_their_types(
    driver: Driver, plugin: ctypes.CDLL
) -> None:
    for op_type in ("TestRecord", "ReduceSum", "Conv2D", "Mul"):
        prototype = driver.ir_def(op_type)
        assert prototype is not None
        attributes = prototype.rpartition("|")[2]
        assert driver.attr_types(op_type) == dict(pair.split("=") for pair in attributes.split(",") if pair)
    assert driver.attr_types("NoSuchOp") is None


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


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The folder for libraries of an operator package whose root is tmp_path."""
    folder = tmp_path / "op_graph" / "lib" / "linux" / platform.machine()
    folder.mkdir(parents=True)
    return folder


def refusal(driver: Driver, root: Path) -> str:
    """What GEInitialize says."""
    result = run(driver, [], ASCEND_CUSTOM_OPP_PATH=str(root))
    assert result.returncode == 1, result.stderr
    assert "libraries of ASCEND_CUSTOM_OPP_PATH cannot be loaded" in result.stderr
    return result.stderr


def test_libraries_of_the_custom_path_are_loaded(
    driver: Driver, plugins: list[Path], package: Path, tmp_path: Path
) -> None:
    shutil.copy(plugins[0], package)
    result = run(driver, [], ASCEND_CUSTOM_OPP_PATH=f"/no/such/root::{tmp_path}:")
    assert result.stdout.strip() == "x=required|y=required|first=VT_INT", result.stderr
    assert result.stderr == ""


def test_the_first_root_wins_whatever_the_names(driver: Driver, plugins: list[Path], tmp_path: Path) -> None:
    for root, library in (("z", plugins[0]), ("a", plugins[1])):
        folder = tmp_path / root / "op_graph" / "lib" / "linux" / platform.machine()
        folder.mkdir(parents=True)
        shutil.copy(library, folder)
    result = run(driver, [], ASCEND_CUSTOM_OPP_PATH=f"{tmp_path / 'z'}:{tmp_path / 'a'}")
    assert result.stdout.strip() == "x=required|y=required|first=VT_INT", result.stderr
    assert f"{tmp_path}/z/op_graph/lib/linux/{platform.machine()}/libfirst.so is kept" in result.stderr
    assert f"{tmp_path}/a/op_graph/lib/linux/{platform.machine()}/libsecond.so is refused" in result.stderr


def test_a_package_for_another_machine_is_warned_of(driver: Driver, package: Path, tmp_path: Path) -> None:
    result = run(driver, [], ASCEND_CUSTOM_OPP_PATH=str(tmp_path))
    assert result.returncode == 0
    assert f"the operator package {tmp_path} of ASCEND_CUSTOM_OPP_PATH has no library in {package}" in (
        result.stderr
    )


def test_at_most_64_libraries(driver: Driver, package: Path, tmp_path: Path) -> None:
    for i in range(65):
        (package / f"lib{i:02}.so").touch()
    error = refusal(driver, tmp_path)
    assert (
        f"there are 65 libraries, at most 64 are loaded; the first one too many is {package}/lib64.so"
        in error
    )


@pytest.mark.parametrize(
    ("megabytes", "message"),
    [
        ((801,), "lib0.so has 801 MB, a library may have 800 MB"),
        ((600, 401), "lib1.so the libraries have 1001 MB together, at most 1000 MB are loaded"),
        ((800, 200), "lib0.so is no shared library"),  # at the limits: refused for what it is
    ],
)
def test_sizes_are_limited(
    driver: Driver, package: Path, tmp_path: Path, megabytes: tuple[int, ...], message: str
) -> None:
    for i, size in enumerate(megabytes):
        with (package / f"lib{i}.so").open("wb") as file:
            file.truncate(size << 20)  # takes no space
    assert message in refusal(driver, tmp_path)


def test_a_library_that_cannot_be_loaded_is_named(
    driver: Driver, plugins: list[Path], package: Path, tmp_path: Path
) -> None:
    whole = bytearray(plugins[0].read_bytes())
    (package / "libtext.so").write_text("no library")
    (package / "libcut.so").write_bytes(whole[: len(whole) // 2])
    (package / "libdangling.so").symlink_to(tmp_path / "nowhere")
    assert "libdangling.so: No such file" in refusal(driver, tmp_path)
    (package / "libdangling.so").unlink()
    whole[18:20] = (183).to_bytes(2, "little")  # e_machine: AArch64
    (package / "libother.so").write_bytes(whole)
    error = refusal(driver, tmp_path)
    assert "libtext.so is no shared library" in error
    assert "libcut.so is truncated or damaged" in error
    assert "libother.so is built for another processor" in error
