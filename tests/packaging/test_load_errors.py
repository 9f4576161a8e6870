# SPDX-License-Identifier: Apache-2.0
"""``import ascendc_ops`` where something is missing or does not fit: one message says what and what to do."""

from __future__ import annotations

from pathlib import Path

import torch
import torch_npu

import ascendc_ops
from support import native
from support.processes import error_of, output_of, run_python

TORCH = torch.__version__.partition("+")[0]


def import_error(package: Path, **variables: str) -> str:
    result = run_python(
        "import ascendc_ops",
        cwd=package,
        variables={"PYTHONPATH": str(package), **variables},
        without=["ASCENDC_OPS_LIB"],
    )
    return error_of(result).rpartition("ImportError: ")[2]


def test_b02_a_missing_library_is_an_error_with_its_path(package: Path) -> None:
    message = import_error(package)
    assert f"{package}/ascendc_ops/lib/libascendc_ops.so\n    no such file" in message
    assert f"found here: torch {torch.__version__}, torch_npu {torch_npu.__version__}" in message
    assert "pip install ." in message


def test_b02_every_path_tried_is_listed(package: Path, tmp_path: Path) -> None:
    message = import_error(package, ASCENDC_OPS_LIB=str(tmp_path / "nowhere.so"))
    assert f"{package}/ascendc_ops/lib/libascendc_ops.so\n    no such file" in message
    assert f"{tmp_path}/nowhere.so\n    no such file" in message


def test_the_named_library_is_used_when_none_is_packaged(package: Path) -> None:
    library = str(ascendc_ops.library_path)
    result = run_python(
        "import ascendc_ops; print(ascendc_ops.library_path)",
        cwd=package,
        variables={"PYTHONPATH": str(package), "ASCENDC_OPS_LIB": library},
    )
    assert output_of(result).strip() == library


def test_b01_a_library_built_for_another_torch(package: Path, tmp_path: Path) -> None:
    other = tmp_path / "libother.so"
    image = ascendc_ops.library_path.read_bytes()
    mine = f'"torch": "{torch.__version__}"'.encode()
    assert mine in image
    other.write_bytes(image.replace(mine, mine.replace(b"2.13", b"2.07")))
    message = import_error(package, ASCENDC_OPS_LIB=str(other))
    assert (
        f"built against torch {torch.__version__.replace('2.13', '2.07')}, found torch {torch.__version__}"
        in message
    )


def test_b01_a_library_built_for_another_torch_npu(package: Path, tmp_path: Path) -> None:
    other = tmp_path / "libother.so"
    image = ascendc_ops.library_path.read_bytes()
    mine = f'"torch_npu": "{torch_npu.__version__.partition("+")[0]}'.encode()
    assert mine in image
    other.write_bytes(image.replace(mine, mine.replace(b"2.13", b"2.99")))
    message = import_error(package, ASCENDC_OPS_LIB=str(other))
    assert "built against torch_npu 2.99" in message
    assert f"found torch_npu {torch_npu.__version__}" in message


def test_b01_a_library_built_for_another_string_abi(package: Path, tmp_path: Path) -> None:
    source = tmp_path / "old.cpp"
    source.write_text(
        'extern "C" const char old_abi_info[] = "ascendc_ops build info: {'
        rf'\"torch\": \"{torch.__version__}\", \"cxx11_abi\": \"0\"}}";'
    )
    library = native.compile_library(source, tmp_path / "libold.so")
    message = import_error(package, ASCENDC_OPS_LIB=str(library))
    assert "built against C++ string ABI 0, found C++ string ABI 1" in message


def test_a_library_with_a_missing_symbol(package: Path, tmp_path: Path) -> None:
    source = tmp_path / "broken.cpp"
    source.write_text("int missing_symbol(); int call() { return missing_symbol(); } int value = call();")
    library = native.compile_library(source, tmp_path / "libbroken.so")
    message = import_error(package, ASCENDC_OPS_LIB=str(library))
    assert "undefined symbol" in message
    assert "missing_symbol" in message
    assert "Likely causes" in message


def test_a_file_that_is_no_library(package: Path, tmp_path: Path) -> None:
    library = tmp_path / "libtext.so"
    library.write_text("not an ELF file")
    message = import_error(package, ASCENDC_OPS_LIB=str(library))
    assert "built against: unknown" in message


def test_v01_no_cann_at_all(package: Path) -> None:
    result = run_python(
        "import ascendc_ops",
        cwd=package,
        # An emulator's home that isn't there: an environment in which it is enabled stays without CANN.
        variables={"PYTHONPATH": str(package), "CANN_EMULATOR_HOME": str(package), "LD_LIBRARY_PATH": ""},
        without=["ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME", "ASCEND_OPP_PATH"],
    )
    message = error_of(result).rpartition("ImportError: ")[2]
    assert ".so: cannot open shared object file" in message
    assert "source <cann>/set_env.sh" in message
    assert "python -m cann_emulator enable" in message
