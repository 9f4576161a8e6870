# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest

from .bare_environment import Environment

_HOME = "import os; print(os.environ.get('ASCEND_HOME_PATH'))"
_IS_LOADED = (
    "from cann_emulator.activation import is_loaded; import cann_emulator; "
    "print(is_loaded(cann_emulator.home()))"
)


@pytest.fixture
def enabled(environment: Environment) -> Environment:
    result = environment.emulator("enable")
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("Enabled: ")
    return environment


def test_the_interpreter_activates_the_emulator_by_itself(enabled: Environment, cann_home: Path) -> None:
    assert enabled.output(_HOME) == str(cann_home)


@pytest.mark.parametrize("flag", ["-I", "-E", "-s"])
def test_works_in_isolated_modes(enabled: Environment, cann_home: Path, flag: str) -> None:
    assert enabled.output(_HOME, flag) == str(cann_home)


def test_without_site_nothing_is_activated(enabled: Environment) -> None:
    assert enabled.output(_HOME, "-S") == "None"


def test_libraries_are_loaded_when_torch_is_imported_and_not_before(enabled: Environment) -> None:
    assert enabled.output(_IS_LOADED) == "False"
    assert enabled.output(f"import torch; {_IS_LOADED}") == "True"


def test_torch_keeps_its_own_loader(enabled: Environment) -> None:
    loaders = "torch.__loader__, torch.__spec__.loader"
    printed = enabled.output(f"import torch; print(*(type(x).__name__ for x in ({loaders})))")
    assert printed == "SourceFileLoader SourceFileLoader"


def test_start_up_imports_nothing_costly(enabled: Environment) -> None:
    modules = enabled.output("import sys; print(*sorted(sys.modules))").split()
    assert "cann_emulator.startup" in modules
    assert not {"ctypes", "pathlib", "typing", "dataclasses", "importlib.metadata"}.intersection(modules)


def test_enable_is_idempotent(enabled: Environment) -> None:
    result = enabled.emulator("enable")
    assert result.returncode == 0
    assert result.stdout.startswith("Already enabled: ")


def test_disable_undoes_it(enabled: Environment) -> None:
    assert enabled.emulator("disable").stdout.startswith("Disabled: removed ")
    assert enabled.output(_HOME) == "None"
    assert enabled.emulator("disable").stdout == "Not enabled: nothing to do\n"


def test_a_real_cann_wins(enabled: Environment, real_cann: Path) -> None:
    assert enabled.output(f"import torch; {_HOME}; {_IS_LOADED}", ASCEND_HOME_PATH=str(real_cann)).split(
        "\n"
    ) == [
        str(real_cann),
        "False",
    ]


def test_children_of_every_kind_recognise_the_emulator(
    enabled: Environment, tmp_path: Path, cann_home: Path
) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import multiprocessing, os\n"
        "import torch, cann_emulator\n"
        "def child(_): return cann_emulator.activate(), os.environ['PATH']\n"
        "if __name__ == '__main__':\n"
        "    for method in ('spawn', 'fork', 'forkserver'):\n"
        "        with multiprocessing.get_context(method).Pool(1) as pool:\n"
        "            active, path = pool.map(child, [0])[0]\n"
        f"            assert active and path.split(':').count('{cann_home}/bin') == 1, (method, path)\n"
    )
    result = enabled.run(str(script))
    assert (result.returncode, result.stderr) == (0, "")


def test_start_up_is_silent_when_the_package_was_removed(enabled: Environment) -> None:
    (enabled.site_packages / "cann_emulator").unlink()
    assert enabled.output("import torch; print('fine')") == "fine"


def test_start_up_is_silent_when_the_home_was_removed(enabled: Environment, tmp_path: Path) -> None:
    assert enabled.output(f"import torch; {_HOME}", CANN_EMULATOR_HOME=str(tmp_path / "gone")) == "None"


def test_a_broken_home_is_reported_when_torch_is_imported(enabled: Environment, tmp_path: Path) -> None:
    (tmp_path / "share").mkdir()
    (tmp_path / "share" / "cann_emulator.json").write_text("{}")
    (tmp_path / "lib64").mkdir()
    library = tmp_path / "lib64" / "libascendcl.so"
    library.write_text("not a library")
    assert enabled.output("print('fine')", CANN_EMULATOR_HOME=str(tmp_path)) == "fine"
    find = "import importlib.util; print(importlib.util.find_spec('torch').origin)"
    assert enabled.output(find, CANN_EMULATOR_HOME=str(tmp_path)) == str(enabled.site_packages / "torch.py")
    result = enabled.run("-c", "import torch", CANN_EMULATOR_HOME=str(tmp_path))
    assert result.returncode == 1
    assert f"ImportError: The emulator's {library} does not load" in result.stderr
    assert "python -m cann_emulator disable" in result.stderr
