# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .bare_environment import Environment

_REAL_CANN_NOTE = "is used, not the emulator"


def _variables_after(command: str, **variables: str) -> dict[str, str]:
    """The exported variables of a shell that ran ``command``."""
    shell = subprocess.run(
        ["bash", "-euc", f"{command} >/dev/null; env -0"],
        env={"PATH": "/usr/bin:/bin", **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    pairs = [entry.partition("=") for entry in shell.stdout.split("\0") if entry]
    return {name: value for name, _, value in pairs if name not in ("_", "SHLVL", "PWD", "OLDPWD")}


def test_env_and_set_env_agree(environment: Environment, cann_home: Path) -> None:
    before = {"LD_LIBRARY_PATH": "/other", "PATH": "/usr/bin:/bin"}
    exports = environment.emulator("env", **before).stdout
    evaluated = _variables_after(f"eval {shlex.quote(exports)}", **before)
    assert evaluated == _variables_after(f"source {shlex.quote(str(cann_home / 'set_env.sh'))}", **before)
    assert evaluated["ASCEND_HOME_PATH"] == str(cann_home)
    assert Path(evaluated["ASCEND_OPP_PATH"]).is_dir()


def test_env_quotes_for_the_shell(environment: Environment, cann_home: Path, tmp_path: Path) -> None:
    home = tmp_path / "it's a $HOME"
    home.symlink_to(cann_home)
    exports = environment.emulator("env", CANN_EMULATOR_HOME=str(home)).stdout
    assert _variables_after(f"eval {shlex.quote(exports)}")["ASCEND_HOME_PATH"] == str(home)


@pytest.mark.parametrize(
    "command", [("env",), ("run", "-c", "import os; print(os.environ.get('ASCEND_OPP_PATH'))")]
)
def test_a_real_cann_wins(environment: Environment, real_cann: Path, command: tuple[str, ...]) -> None:
    bare = Environment(environment.root)
    result = bare.emulator(*command, ASCEND_HOME_PATH=str(real_cann))
    assert result.returncode == 0
    assert result.stdout.strip() in ("", "None")
    assert f"the CANN sourced at {real_cann} {_REAL_CANN_NOTE}" in result.stderr


def test_run_a_script_is_python_script(environment: Environment, tmp_path: Path, cann_home: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import json, os, sys\n"
        "home = os.environ['ASCEND_HOME_PATH']\n"
        "print(json.dumps([__name__, sys.argv, sys.path[0], sys.flags.dev_mode, home]))\n"
        "sys.exit(3)\n"
    )
    arguments = ["-h", "--json", "--", "run", "-m"]
    for separator in ([], ["--"]):
        result = environment.run(
            "-X", "dev", "-m", "cann_emulator", "run", *separator, str(script), *arguments
        )
        assert result.returncode == 3
        assert json.loads(result.stdout) == [
            "__main__",
            [str(script), *arguments],
            str(tmp_path),
            True,
            str(cann_home),
        ]


def test_run_a_module(environment: Environment) -> None:
    result = environment.emulator("run", "-m", "json.tool", "--help")
    assert result.returncode == 0
    assert result.stdout.startswith("usage: python")


def test_run_makes_the_dynamic_linker_find_the_libraries(environment: Environment) -> None:
    result = environment.emulator(
        "run", "-c", "import ctypes; print(bool(ctypes.CDLL('libascendcl.so').aclInit))"
    )
    assert (result.returncode, result.stdout) == (0, "True\n")


def test_run_needs_a_program(environment: Environment) -> None:
    result = environment.emulator("run")
    assert result.returncode == 1
    assert "expected a script or -m module" in result.stderr


@pytest.mark.parametrize("arguments", [(), ("fly",), ("env", "--fly")])
def test_wrong_arguments_show_the_usage(environment: Environment, arguments: tuple[str, ...]) -> None:
    result = environment.emulator(*arguments)
    assert result.returncode == 2
    assert "usage: python -m cann_emulator" in result.stderr


def test_info(environment: Environment, cann_home: Path) -> None:
    information = json.loads(environment.emulator("info", "--json", CANN_EMULATOR_DEVICES="2").stdout)
    assert information["home"] == str(cann_home)
    assert information["real_cann"] is None
    assert information["enabled_by"] is None
    assert information["settings"]["CANN_EMULATOR_DEVICES"] == "2"
    assert "libascendcl.so" in information["libraries"]
    environment.emulator("enable")
    text = environment.emulator("info").stdout
    assert str(environment.site_packages / "cann_emulator.pth") in text
    assert "CANN_EMULATOR_SOC = Ascend910B1 (default)" in text


def test_info_tells_what_is_really_loaded(cann_home: Path, tmp_path: Path) -> None:
    """With torch_npu; a library that LD_LIBRARY_PATH brings in from elsewhere is named."""
    command = [sys.executable, "-m", "cann_emulator", "run", "-m", "cann_emulator", "info", "--json"]
    environ = {**os.environ, "CANN_EMULATOR_HOME": str(cann_home)}
    information = json.loads(subprocess.check_output(command, env=environ, text=True))
    assert information["loaded_problem"] is None
    assert Path(information["loaded"]["libascendcl.so"]).parent == cann_home / "lib64"
    assert Path(information["torchair"]).name == "torchair"
    assert information["compiler"]

    copied = tmp_path / "libhccl.so"
    shutil.copy(cann_home / "lib64" / "libhccl.so", copied)
    preloaded = " ".join(filter(None, [environ.get("LD_PRELOAD"), str(copied)]))
    elsewhere = {**environ, "LD_PRELOAD": preloaded}
    text = subprocess.check_output([*command[:-1]], env=elsewhere, text=True)
    assert f"warning:           {copied} is loaded, but is none of the CANN in use" in text


def test_info_names_a_real_cann_and_a_missing_home(
    environment: Environment, real_cann: Path, tmp_path: Path
) -> None:
    result = environment.emulator("info", ASCEND_HOME_PATH=str(real_cann), CANN_EMULATOR_HOME=str(tmp_path))
    assert result.returncode == 0
    assert f"{real_cann} (it {_REAL_CANN_NOTE})" in result.stdout
    assert "is not a home of the emulator" in result.stdout


def test_atc_is_the_homes_program(environment: Environment) -> None:
    assert environment.emulator("atc", "--help").stdout.startswith("usage: atc --model=MODEL.air")
    refused = environment.emulator("atc", "--model=/no/x.air", "--output=/no/x")
    assert refused.returncode == 1
    assert "cannot be read: No such file or directory" in refused.stderr
