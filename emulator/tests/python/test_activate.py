# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

from .bare_environment import Environment

_LOADED = (
    "from cann_emulator.activation import is_loaded; import cann_emulator\n"
    "loaded = is_loaded(cann_emulator.home())\n"
)


def test_loads_the_libraries_and_sets_the_environment_for_children(
    environment: Environment, cann_home: Path
) -> None:
    printed = environment.output(
        "import cann_emulator, os, subprocess, sys\n"
        "assert cann_emulator.activate() is True\n"
        f"{_LOADED}assert loaded\n"
        'code = \'import os; print(os.environ["ASCEND_HOME_PATH"], os.environ["LD_LIBRARY_PATH"])\'\n'
        "sys.stdout.flush(); subprocess.run([sys.executable, '-c', code], check=True)"
    )
    assert printed == f"{cann_home} {cann_home}/lib64"


def test_is_idempotent(environment: Environment, cann_home: Path) -> None:
    printed = environment.output(
        "import cann_emulator, os\n"
        "assert cann_emulator.activate() and cann_emulator.activate()\n"
        "print(os.environ['LD_LIBRARY_PATH'])",
        LD_LIBRARY_PATH="/other",
    )
    assert printed == f"{cann_home}/lib64:/other"


def test_does_nothing_when_a_real_cann_is_sourced(environment: Environment, real_cann: Path) -> None:
    printed = environment.output(
        "import cann_emulator, os\n"
        "before = dict(os.environ)\n"
        "assert cann_emulator.activate() is False\n"
        "assert os.environ == before\n"
        f"{_LOADED}print(loaded)",
        ASCEND_HOME_PATH=str(real_cann),
    )
    assert printed == "False"


def test_a_sourced_emulator_is_the_one_in_use(
    environment: Environment, cann_home: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.symlink_to(cann_home)
    bare = Environment(environment.root)
    printed = bare.output("import cann_emulator; print(cann_emulator.home())", ASCEND_HOME_PATH=str(other))
    assert printed == str(other)
    printed = environment.output(
        "import cann_emulator; print(cann_emulator.home())", ASCEND_HOME_PATH=str(other)
    )
    assert printed == str(cann_home)  # CANN_EMULATOR_HOME


def test_refuses_when_torch_npu_uses_another_cann(environment: Environment) -> None:
    (environment.site_packages / "torch_npu.py").write_text("")
    result = environment.run("-c", "import torch_npu, cann_emulator; cann_emulator.activate()")
    assert result.returncode == 1
    assert "torch_npu was imported before the emulator was activated" in result.stderr


def test_accepts_torch_npu_that_uses_the_emulator_already(environment: Environment) -> None:
    (environment.site_packages / "torch_npu.py").write_text(
        "import ctypes, cann_emulator; ctypes.CDLL(cann_emulator.home() / 'lib64' / 'libascendcl.so')"
    )
    environment.output("import torch_npu, cann_emulator; assert cann_emulator.activate()")


def test_a_source_tree_without_a_home_says_what_to_do(environment: Environment, tmp_path: Path) -> None:
    package = environment.site_packages / "cann_emulator"
    sources = package.resolve()
    package.unlink()
    package.mkdir()
    for source in sources.glob("*.py"):
        (package / source.name).symlink_to(source)
    result = environment.run("-c", "import cann_emulator; cann_emulator.home()", CANN_EMULATOR_HOME="")
    assert "has no CANN home" in result.stderr
    assert "pip install" in result.stderr


def test_an_override_that_is_no_home_is_named(environment: Environment, tmp_path: Path) -> None:
    result = environment.run(
        "-c", "import cann_emulator; cann_emulator.activate()", CANN_EMULATOR_HOME=str(tmp_path)
    )
    assert f"CANN_EMULATOR_HOME={tmp_path} is not a home of the emulator" in result.stderr
