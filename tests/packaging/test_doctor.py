# SPDX-License-Identifier: Apache-2.0
"""``python -m ascendc_ops doctor``: a working environment, and each usual set-up failure by its name.

Failures are the real ones where that takes seconds: the same wheels in an environment that lacks something.
Where another wheel would be needed, a package of the same name that fails as that one does stands in for it.
"""

from __future__ import annotations

import io
import json
import multiprocessing
import os
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import torch

import ascendc_ops
from ascendc_ops import doctor_command
from ascendc_ops.__main__ import main
from ascendc_ops.doctor import FAILURES, Check, as_text, check_process, probe, recognise
from ascendc_ops.doctor.environment import VARIABLES, environment_checks
from ascendc_ops.doctor.imports import import_checks, run_probe
from support.documented import check_block, readable
from support.native import ROOT
from support.processes import error_of, output_of, run, run_python

HOME = Path(os.environ["ASCEND_HOME_PATH"])
CANN_VARIABLES = ("ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME", "ASCEND_OPP_PATH")


PAGE = ROOT / "docs" / "doctor.md"
# Where the page's reader has a CANN.
SHOWN_HOME = "/home/me/.venv/lib/python3.11/site-packages/cann_emulator/home"
# Whatever else is on it here.
LIBRARY_PATH = {
    os.environ[name]: f"{SHOWN_HOME}/lib64" for name in ["LD_LIBRARY_PATH"] if os.environ.get(name)
}
Documented = Callable[..., None]


@pytest.fixture
def documented(request: pytest.FixtureRequest, tmp_path: Path) -> Documented:
    """``documented(heading, checks)``: docs/doctor.md shows these checks below the heading."""

    def compare(heading: str, checks: Iterable[Check], *, summary: bool = False) -> None:
        text = as_text(list(checks))
        shown = readable(
            text if summary else text.rpartition("\n\n")[0],
            {str(HOME): SHOWN_HOME, str(tmp_path): "/tmp/example", **LIBRARY_PATH},
        )
        check_block(PAGE, heading, shown, update=request.config.getoption("--update-docs"))

    return compare


def checks_of(report: Any) -> dict[str, Check]:
    """The checks of a report in JSON by their names."""
    return {check["name"]: Check(**check) for check in report["checks"]}


def named(checks: list[Check]) -> dict[str, Check]:
    """The checks that are a usual failure, by its name."""
    return {check.failure: check for check in checks if check.failure}


def environ(**changes: str) -> dict[str, str]:
    return {**os.environ, **changes}


def doctor(
    cwd: Path, *options: str, variables: Mapping[str, str] | None = None, without: tuple[str, ...] = ()
) -> Any:
    result = run(
        [sys.executable, "-m", "ascendc_ops", "doctor", "--json", *options],
        cwd=cwd, variables=variables, without=without,
    )  # fmt: skip
    assert result.returncode in (0, 1), result.stderr
    return json.loads(result.stdout)


def test_a_working_environment(tmp_path: Path, documented: Documented) -> None:
    others = [name for name in VARIABLES if name not in CANN_VARIABLES and name != "LD_LIBRARY_PATH"]
    report = doctor(tmp_path, without=tuple(others))
    assert report["status"] == "ok", report
    checks = checks_of(report)
    assert torch.__version__ in checks["torch"].found
    assert str(ascendc_ops.library_path) in checks["ascendc_ops"].found
    assert "equals the CPU's" in checks["compiled graph"].found
    assert str(HOME) in checks["CANN"].found
    assert str(HOME) in checks["loaded CANN"].found
    assert not list(tmp_path.iterdir())
    if "emulator" in checks["CANN"].found:  # what the page shows; a device has other names and numbers
        documented("A good environment", checks.values(), summary=True)


def test_no_set_env_sh(tmp_path: Path, documented: Documented) -> None:
    variables = {"CANN_EMULATOR_HOME": str(tmp_path), "LD_LIBRARY_PATH": ""}
    report = doctor(tmp_path, variables=variables, without=CANN_VARIABLES)
    checks = checks_of(report)
    assert report["status"] == "problem"
    assert checks["torch_npu"].failure == "set-env-missing"
    assert "cannot open shared object file" in checks["torch_npu"].found
    assert "source <cann>/set_env.sh" in checks["torch_npu"].advice
    documented("set-env-missing", [checks["CANN"], checks["torch_npu"]])
    # torch alone would hide that: it loads torch_npu by itself.
    assert checks["autoload"].failure == "autoload-hides-cause"
    documented("autoload-hides-cause", [checks["autoload"]])
    error = error_of(run_python("import torch", cwd=tmp_path, variables=variables, without=CANN_VARIABLES))
    assert "Failed to load the backend extension" in error
    assert recognise(error.rpartition("The above exception")[2], {}) == FAILURES["autoload-hides-cause"]


def cann_without(library: str, folder: Path) -> dict[str, str]:
    """Variables of a CANN whose folder has all but one library."""
    (folder / "lib64").mkdir()
    for path in (HOME / "lib64").iterdir():
        if path.name != library:
            (folder / "lib64" / path.name).write_bytes(path.read_bytes())
    return {"ASCEND_HOME_PATH": str(folder), "LD_LIBRARY_PATH": str(folder / "lib64")}


def test_a_library_of_cann_is_missing(tmp_path: Path, documented: Documented) -> None:
    checks = checks_of(doctor(tmp_path, variables=cann_without("libhccl.so", tmp_path)))
    assert "libhccl.so: cannot open shared object file" in checks["torch_npu"].found
    assert checks["torch_npu"].failure == "library-missing"
    documented("library-missing", [checks["torch_npu"]])


def test_a_library_that_torch_npu_loads_when_it_is_used(tmp_path: Path) -> None:
    """libatb.so: nothing is missing before an operator of it is called, so that the traceback must tell."""
    variables = cann_without("libatb.so", tmp_path)
    error = error_of(run_python("import ctypes; ctypes.CDLL('libatb.so')", cwd=tmp_path, variables=variables))
    log = tmp_path / "log.txt"
    log.write_text(error)
    (check,) = checks_of(doctor(tmp_path, "--error", str(log), variables=variables)).values()
    assert "libatb.so: cannot open shared object file" in error
    assert check.failure == "library-missing"


def test_a_library_built_for_other_versions(package: Path, tmp_path: Path, documented: Documented) -> None:
    other = tmp_path / "libother.so"
    mine = f'"torch": "{torch.__version__}"'.encode()
    other.write_bytes(ascendc_ops.library_path.read_bytes().replace(mine, mine.replace(b"2.", b"1.")))
    report = doctor(package, variables={"PYTHONPATH": str(package), "ASCENDC_OPS_LIB": str(other)})
    check = checks_of(report)["ascendc_ops"]
    assert check.failure == "abi-mismatch"
    assert "built against torch" in check.found
    documented("abi-mismatch", [check])


def test_kernels_not_built(package: Path, documented: Documented) -> None:
    report = doctor(package, variables={"PYTHONPATH": str(package)}, without=("ASCENDC_OPS_LIB",))
    check = checks_of(report)["ascendc_ops"]
    assert check.failure == "kernels-not-built"
    documented("kernels-not-built", [check])


def test_operator_package_path(tmp_path: Path, documented: Documented) -> None:
    checks = named(list(environment_checks(environ(ASCEND_CUSTOM_OPP_PATH=str(tmp_path / "nowhere")))))
    assert checks["op-package-path"].status == "problem"
    documented("op-package-path", [checks["op-package-path"]])
    checks = named(list(environment_checks(environ(ASCEND_CUSTOM_OPP_PATH=str(tmp_path)))))
    assert "has none of op_api" in checks["op-package-path"].found
    (tmp_path / "op_api").mkdir()
    assert not named(list(environment_checks(environ(ASCEND_CUSTOM_OPP_PATH=str(tmp_path)))))


def test_operator_package_path_set_too_late(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, documented: Documented
) -> None:
    assert check_process() == []
    monkeypatch.setenv("ASCEND_CUSTOM_OPP_PATH", str(tmp_path))
    assert [check.failure for check in check_process()] == ["op-package-late"]
    documented("op-package-late", check_process())


def stand_in(folder: Path, name: str, source: str) -> Path:
    package = folder / name
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(source)
    return package


def test_torchair_missing(tmp_path: Path, documented: Documented) -> None:
    stand_in(
        tmp_path,
        "torch_npu",
        "__version__ = '2.13.0'\n"
        "from types import SimpleNamespace\n"
        "npu = SimpleNamespace(device_count=lambda: 1, get_device_name=lambda i: 'Ascend910B1')\n",
    )
    stand_in(tmp_path / "torch_npu", "dynamo", "")
    stand_in(tmp_path, "torchair", "from torch_npu.dynamo.torchair import CompilerConfig\n")
    checks = {check.name: check for check in import_checks(environ(PYTHONPATH=str(tmp_path)))}
    assert checks["device"].found.startswith("1 x Ascend910B1")
    assert checks["torchair"].failure == "torchair-missing"
    documented("torchair-missing", [checks["torchair"]])


def test_two_cann_trees(tmp_path: Path, documented: Documented) -> None:
    (tmp_path / "lib64").mkdir()
    (tmp_path / "lib64" / "libascendcl.so").touch()
    paths = os.pathsep.join([str(tmp_path / "lib64"), str(HOME / "lib64")])
    checks = named(list(environment_checks(environ(LD_LIBRARY_PATH=paths))))
    assert str(tmp_path) in checks["two-cann-trees"].found
    documented("two-cann-trees", [checks["two-cann-trees"]])
    assert not named(list(environment_checks(environ(LD_LIBRARY_PATH=str(HOME / "lib64")))))


def test_a_wheel_for_another_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, documented: Documented
) -> None:
    tag = sysconfig.get_config_var("SOABI").replace(
        f"cpython-{sys.version_info[0]}{sys.version_info[1]}", "cpython-39"
    )
    package = stand_in(tmp_path, "torch_npu", "import torch_npu._C\n")
    (package / f"_C.{tag}.so").touch()
    error = error_of(run_python("import torch_npu", cwd=tmp_path, variables={"PYTHONPATH": str(tmp_path)}))
    assert recognise(error, environ()) == FAILURES["wheel-for-another-python"]
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "torch_npu")
    check = named(list(environment_checks(environ())))["wheel-for-another-python"]
    assert f"_C.{tag}.so" in check.found
    documented("wheel-for-another-python", [check])


def use_npu_after_fork(queue: Any) -> None:
    try:
        torch.npu.set_device(0)
        torch.npu.init()
    except RuntimeError as error:
        queue.put((str(error), check_process()))


def test_torch_for_cuda(tmp_path: Path, documented: Documented) -> None:
    """torch_npu's last words beside PyPI's torch for x86-64, from a package that ends as it does."""
    words = (
        "terminate called after throwing an instance of 'c10::ValueError'\n"
        "  what():  Duplicated key 'pinned_reserve_segment_size_mb' found in device-specific configuration "
        "parser hook registration\nframe #0: c10::Error::Error() + 0x72 (0x7f57432b4b32 in libc10.so)\n"
    )
    stand_in(
        tmp_path,
        "torch_npu",
        f"import os, sys\nsys.stderr.write({words!r})\nsys.stderr.flush()\nos.abort()\n",
    )
    checks = {check.name: check for check in import_checks(environ(PYTHONPATH=str(tmp_path)))}
    assert checks["torch_npu"].failure == "torch-for-cuda"
    assert "SIGABRT" in checks["torch_npu"].found
    assert "frame #" not in checks["torch_npu"].found
    documented("torch-for-cuda", [checks["torch_npu"]])


def test_a_package_is_missing(tmp_path: Path, documented: Documented) -> None:
    stand_in(tmp_path, "packaging", "raise ModuleNotFoundError(\"No module named 'packaging'\")")
    checks = {check.name: check for check in import_checks(environ(PYTHONPATH=str(tmp_path)))}
    (check,) = named(list(checks.values())).values()
    assert check.failure == "package-missing"
    documented("package-missing", [check])


def test_a_locale_that_is_not_utf8(tmp_path: Path, documented: Documented) -> None:
    variables = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    check = checks_of(doctor(tmp_path, variables=variables))["torchair"]
    assert check.failure == "locale-not-utf8"
    documented("locale-not-utf8", [check])


def test_a_path_that_the_terminal_cannot_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        doctor_command, "environment_checks", lambda environ: [Check("a", "ok", "gr\u00f6\u00dfe")]
    )
    monkeypatch.setattr(doctor_command, "import_checks", lambda environ: [])
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii", write_through=True))
    assert main(["doctor"]) == 0
    assert b"gr\\xf6\\xdfe" in written.getvalue()


def test_a_check_that_fails_itself_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever nobody thought of: what was found before is shown, and the command ends as with a problem."""

    def fails(environ: Mapping[str, str]) -> Iterator[Check]:
        yield Check("python", "ok", "3")
        raise PermissionError("version.info")

    monkeypatch.setattr(doctor_command, "environment_checks", fails)
    monkeypatch.setattr(doctor_command, "import_checks", lambda environ: [])
    assert main(["doctor", "--json"]) == 1
    checks = checks_of(json.loads(capsys.readouterr().out))
    assert checks["python"].status == "ok"
    assert "PermissionError: version.info" in checks["doctor"].found


def test_no_folder_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probe, "STEPS", ())
    monkeypatch.setattr(tempfile, "TemporaryDirectory", no_folder)
    lines, ended = run_probe(environ())
    assert ended == ""
    assert [line["step"] for line in lines] == ["libraries"]


def no_folder(prefix: str) -> None:
    raise FileNotFoundError("No usable temporary directory found")


def test_a_file_that_hides_a_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "torch.py").touch()
    checks = {check.name: check for check in environment_checks(environ())}
    assert f"{tmp_path}/torch.py hides the installed torch" in checks["working folder"].found


def test_fork_after_init(documented: Documented) -> None:
    torch.npu.init()
    context = multiprocessing.get_context("fork")
    queue = context.SimpleQueue()
    child = context.Process(target=use_npu_after_fork, args=(queue,))
    child.start()
    error, checks = queue.get()
    child.kill()  # what it inherited of the device is not its own: it must not clean up
    child.join()
    assert recognise(error, environ()) == FAILURES["fork-after-init"]
    assert [check.failure for check in checks] == ["fork-after-init"]
    documented("fork-after-init", checks)


def test_a_process_that_dies_is_reported(tmp_path: Path) -> None:
    stand_in(tmp_path, "torch_npu", "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n")
    checks = {check.name: check for check in import_checks(environ(PYTHONPATH=str(tmp_path)))}
    assert checks["torch"].status == "ok"
    assert "the process died: SIGSEGV" in checks["torch_npu"].found


def test_every_failure_has_a_test_here() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    for name in FAILURES:
        assert f'"{name}"' in source


def test_explaining_an_error_that_was_saved(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    log.write_text("ImportError: libhccl.so: cannot open shared object file: No such file or directory")
    report = doctor(tmp_path, "--error", str(log))
    assert report["checks"][0]["failure"] == "library-missing"
    log.write_text("ZeroDivisionError: division by zero")
    assert doctor(tmp_path, "--error", str(log))["status"] == "warning"


def test_help_needs_no_torch(tmp_path: Path) -> None:
    stand_in(tmp_path, "torch", "raise ImportError('torch is broken')")
    text = output_of(
        run(
            [sys.executable, "-m", "ascendc_ops", "--help"],
            cwd=tmp_path,
            variables={"PYTHONPATH": str(tmp_path)},
        )
    )
    assert "doctor" in text


def test_commands_without_torch_lead_to_the_doctor(tmp_path: Path) -> None:
    stand_in(tmp_path, "torch", "raise ModuleNotFoundError(\"No module named 'torch'\", name='torch')")
    for command in (["new-op", "f(Tensor x) -> Tensor"], ["graph", "model.py:Model"]):
        error = error_of(
            run(
                [sys.executable, "-m", "ascendc_ops", *command],
                cwd=tmp_path,
                variables={"PYTHONPATH": str(tmp_path)},
            )
        )
        assert error == "No module named 'torch'. Find out more with python -m ascendc_ops doctor\n"
