# SPDX-License-Identifier: Apache-2.0
"""``cache_compile``: a second process starts without tracing; a cache that no longer fits is refused."""

from __future__ import annotations

import json
import random
import shutil
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

import ascendc_ops
from ascendc_ops.compile_cache import RECORD_NAME, CachedMethod, CacheRefusedWarning, cache_compile
from support import cached_model
from support.cached_model import Residual, expected, inputs
from support.cases import assert_same
from support.native import ROOT
from support.processes import error_of, output_of, run, run_python

CASES = {"static 3": 3, "dynamic 5": 5, "dynamic 7": 7}


def run_model(folder: Path, *libraries: Path) -> dict[str, Any]:
    """A fresh process; its values must be right whether they come from a cache or not."""
    program = Path(cached_model.__file__)
    printed = output_of(run([sys.executable, program, folder, *libraries], cwd=folder))
    report: dict[str, Any] = json.loads(printed.splitlines()[-1])
    for name, rows in CASES.items():
        torch.testing.assert_close(torch.tensor(report[name]["values"]), expected(rows))
    return report


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A folder with the cache that a first process made, and its report."""
    folder = tmp_path_factory.mktemp("cache")
    return folder, run_model(folder)


@pytest.fixture
def cache(made: tuple[Path, dict[str, Any]], tmp_path: Path) -> Path:
    """A copy of that cache."""
    return Path(shutil.copytree(made[0], tmp_path / "cache"))


@pytest.fixture
def refusals_are_errors() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error", CacheRefusedWarning)
        yield


def static_method(cache: Path) -> CachedMethod:
    """The static method of the cache, in this process: called with ``inputs(3)`` it must be right."""
    return cache_compile(Residual().npu().static, dynamic=False, cache_dir=str(cache))


def static_files(cache: Path) -> tuple[Path, Path]:
    (file,) = cache.glob("Residual_static_*/static/compiled_module")
    return file, file.with_name(RECORD_NAME)


def test_the_second_process_starts_without_tracing(made: tuple[Path, dict[str, Any]]) -> None:
    folder, first = made
    second = run_model(folder)
    assert [first[name]["loaded"] for name in CASES] == [False, False, True]
    assert [second[name]["loaded"] for name in CASES] == [True, True, True]
    assert (first["captured"], second["captured"]) == (2, 0)
    assert first["refusals"] == second["refusals"] == []
    for name in CASES:
        assert second[name]["values"] == first[name]["values"]
    assert second["static 3"]["seconds"] < first["static 3"]["seconds"] / 2
    assert second["dynamic 5"]["seconds"] < first["dynamic 5"]["seconds"] / 2


def test_another_operator_library_is_noticed(cache: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / ascendc_ops.library_path.name
    other.parent.mkdir()
    other.write_bytes(ascendc_ops.library_path.read_bytes() + b"another build")
    report = run_model(cache, other)
    assert [report[name]["loaded"] for name in CASES] == [False, False, True]
    assert len(report["refusals"]) == 2
    for refusal in report["refusals"]:
        assert str(cache) in refusal
        assert "library libascendc_ops.so was " in refusal


@pytest.mark.parametrize(
    ("name", "before", "reason"),
    [
        ("torch", "2.12.0", f"torch was 2.12.0, is {torch.__version__}"),
        ("torch_npu", "2.12.0", "torch_npu was 2.12.0, is "),
        ("CANN", "CANN, version 9.0.0", "CANN was CANN, version 9.0.0, is "),
        ("GE", "0" * 64, "GE was 000000000000, is "),
        ("converters", "0" * 64, "converters was 000000000000, is "),
        ("model", "0" * 64, "model was 000000000000, is "),
        ("Python", "3.9", "Python was 3.9, is 3."),
        ("something new", "1", "something new was 1, is unknown"),
    ],
)
@pytest.mark.usefixtures("refusals_are_errors")
def test_what_changed_is_named(cache: Path, name: str, before: str, reason: str) -> None:
    file, record = static_files(cache)
    content = json.loads(record.read_text())
    content["made_with"][name] = before
    record.write_text(json.dumps(content))
    with pytest.raises(CacheRefusedWarning) as refusal:
        static_method(cache)(inputs(3).npu())
    assert str(file) in str(refusal.value)
    assert reason in str(refusal.value)


def test_a_refused_cache_is_made_again(cache: Path) -> None:
    file, record = static_files(cache)
    record.write_text("{}")
    method = static_method(cache)
    with pytest.warns(CacheRefusedWarning, match="expected a record of format 1"):
        assert_same(method(inputs(3).npu()), expected(3))
    assert method.loaded is False
    again = static_method(cache)
    assert_same(again(inputs(3).npu()), expected(3))
    assert again.loaded is True
    assert again.cache_file == file


@pytest.mark.usefixtures("refusals_are_errors")
def test_damaged_files_are_refused_by_name(cache: Path) -> None:
    """Truncated anywhere, with changed bytes anywhere, empty, absent, of another kind."""
    choose = random.Random(0)
    file, record = static_files(cache)
    for path in (file, record):
        whole = path.read_bytes()
        damaged = [b"", b"[]", b"null", b"\xff" * 100, b"[" * 100_000, whole + b"x"]
        damaged += [whole[: choose.randrange(len(whole))] for _ in range(100)]
        for _ in range(200):
            position = choose.randrange(len(whole))
            changed = bytearray(whole)
            changed[position] ^= 1 << choose.randrange(8)
            damaged.append(bytes(changed))
        for content in damaged:
            path.write_bytes(content)
            with pytest.raises((CacheRefusedWarning, RuntimeError)) as refusal:
                static_method(cache)(inputs(3).npu())
            assert str(file) in str(refusal.value)
        path.write_bytes(whole)
    record.unlink()
    with pytest.raises(CacheRefusedWarning, match="No such file"):
        static_method(cache)(inputs(3).npu())


def test_a_method_compiled_twice_is_not_kept(tmp_path: Path) -> None:
    """TorchAir's limit: it takes one captured graph for a method, and finds two."""
    model = Residual().npu()
    for dynamic in (False, True):
        method = cache_compile(model.run, dynamic=dynamic, cache_dir=str(tmp_path))
        if dynamic:
            with pytest.warns(UserWarning, match="TorchAir kept no cache of Residual.run"):
                assert_same(method(inputs(3).npu()), expected(3))
        else:
            assert_same(method(inputs(3).npu()), expected(3))


def test_another_shape_than_the_static_one_is_an_error(cache: Path) -> None:
    method = static_method(cache)
    with pytest.raises(AssertionError, match="expected size 4==3"):
        method(inputs(4).npu())


def test_a_library_that_is_missing_is_named(cache: Path) -> None:
    file, record = static_files(cache)
    content = json.loads(record.read_text())
    content["made_with"]["library libmy_ops.so"] = "0" * 64
    record.write_text(json.dumps(content))
    with pytest.raises(RuntimeError) as error:
        static_method(cache)(inputs(3).npu())
    assert f"the cache {file} needs libmy_ops.so, which this process has not loaded" in str(error.value)
    assert file.is_file()


def test_torchair_alone_without_the_library_names_the_operators(cache: Path) -> None:
    """TorchAir reads the cache itself in a process that has never loaded the operators."""
    folder = Path(cached_model.__file__).parent
    code = f"""
    import sys
    sys.path.insert(0, {str(folder)!r})
    import torch, torch_npu, torchair
    from cached_model import Residual, inputs
    model = Residual().npu()
    method = torchair.inference.cache_compile(model.static, dynamic=False, cache_dir={str(cache)!r})
    assert "ascendc_ops" not in sys.modules
    method(inputs(3).npu())
    """
    error = error_of(run_python(code, cwd=folder))
    assert "AddCustom" in error
    assert "load its library (torch.ops.load_library, or ASCEND_CUSTOM_OPP_PATH)" in error


def test_the_example_starts_from_the_cache(tmp_path: Path) -> None:
    printed = output_of(run([sys.executable, ROOT / "examples" / "compile_cache.py"], cwd=tmp_path))
    assert "from the cache" in printed
    assert ", 0 graphs captured" in printed
    assert printed.endswith("OK: results equal the CPU's\n")


def test_only_methods_of_modules_and_configs() -> None:
    with pytest.raises(TypeError, match=r"takes a method of a torch\.nn\.Module"):
        cache_compile(inputs)
    with pytest.raises(TypeError, match="takes the backend's config"):
        cache_compile(Residual().run, backend="npu")
