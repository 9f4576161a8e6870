# SPDX-License-Identifier: Apache-2.0
"""Offline models: what atc compiles, ACL's model interface runs; damaged or wrong ones are refused."""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable
from pathlib import Path

import pytest
from acl_runtime import Acl, AclError
from ge_driver import Compiler, Driver
from ge_models import FLOAT, LIST_INT, ModelBuilder, floats, read_floats
from offline import MAGIC, OfflineModel, atc, framed, package

X = floats(1.0, -2.0, 3.0, 4.0, 5.0, -6.0)


@pytest.fixture(scope="module")
def gain(driver: Driver, compile_library: Compiler, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library of TestGain."""
    return compile_library("portable.cpp", tmp_path_factory.mktemp("gain") / "libtest_gain.so")


@pytest.fixture(scope="module")
def loaded_gain(gain: Path) -> ctypes.CDLL:
    return ctypes.CDLL(str(gain))


@pytest.fixture
def acl(cann_home: Path) -> Acl:
    runtime = Acl(cann_home)
    runtime.call("aclrtSetDevice", 0)
    runtime.message()
    return runtime


def relu_model(dims: list[int], weight_file: str = "") -> ModelBuilder:
    """relu(x) + w, w being [10, 20, 30]"""
    model = ModelBuilder("offline")
    x = model.data(FLOAT, dims)
    if weight_file:
        w = model.node("FileConstant", shape=(LIST_INT, [3]), file_path=weight_file)
        model.graph.op[-1].attr["dtype"].dt = FLOAT
    else:
        w = model.const(FLOAT, [3], floats(10, 20, 30))
    relu = model.node("Relu", [("x", x)], name="relu")
    return model.output(model.node("Add", [("x1", relu), ("x2", w)], name="sum"))


def gain_model() -> ModelBuilder:
    # Dynamic: the operator's host function cannot be replayed, as launches of static graphs are.
    model = ModelBuilder("gain")
    x = model.data(FLOAT, [-1, 3])
    factor = model.const(FLOAT, [], floats(2.5))
    return model.output(model.node("TestGain", [("x", x), ("gain", factor)], name="gain"))


Compile = Callable[..., Path]


def compile_model(home: Path, folder: Path, model: ModelBuilder, packages: Path | None = None) -> Path:
    """Compiles a model with atc; returns the offline model."""
    (folder / "model.air").write_bytes(model.serialised())
    arguments = ["--model", str(folder / "model.air"), f"--output={folder / 'model'}", "--framework=1"]
    result = atc(home, *arguments, packages=packages)
    assert result.returncode == 0, result.stderr
    return folder / "model.om"


@pytest.fixture
def compiled(cann_home: Path, tmp_path: Path) -> Compile:
    return functools.partial(compile_model, cann_home, tmp_path)


@pytest.fixture(scope="module")
def static_model(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_model(cann_home, tmp_path_factory.mktemp("static"), relu_model([2, 3]))


RESULT = [11.0, 20.0, 33.0, 14.0, 25.0, 30.0]


def test_a_static_model_runs(acl: Acl, static_model: Path) -> None:
    for source in (static_model, static_model.read_bytes()):
        model = OfflineModel(acl, source)
        assert model.dims("Input") == [("arg0", [2, 3])]
        assert model.dims("Output") == [("sum:0", [2, 3])]
        shape, content = model.run(X)
        assert (shape, read_floats(content)) == ([2, 3], RESULT)
        stream = acl.stream()
        assert model.run(X, stream=stream)[1] == content
        acl.call("aclrtDestroyStream", stream)
        model.unload()


def test_a_dynamic_model_takes_its_shapes_at_each_run(acl: Acl, compiled: Compile) -> None:
    model = OfflineModel(acl, compiled(relu_model([-1, 3])))
    assert model.dims("Output") == [("sum:0", [-1, 3])]
    for rows in (2, 1):
        shape, content = model.run(X[: 12 * rows], [rows, 3])
        assert (shape, read_floats(content)) == ([rows, 3], RESULT[: 3 * rows])
    with pytest.raises(AclError, match="has no fixed shape: set it with aclmdlSetDatasetTensorDesc"):
        model.run(X)
    with pytest.raises(AclError, match=r"input 0 .* has another shape than the model's"):
        model.run(X, [3, 2])
    with pytest.raises(AclError, match="holds 24 bytes, its shape needs 12000000000"):
        model.run(X, [1000000000, 3])
    model.unload()


def test_weights_in_files_are_inside_the_offline_model(acl: Acl, compiled: Compile, tmp_path: Path) -> None:
    (tmp_path / "w").write_bytes(floats(10, 20, 30))
    path = compiled(relu_model([2, 3], str(tmp_path / "w")))
    (tmp_path / "w").unlink()
    model = OfflineModel(acl, path)
    assert read_floats(model.run(X)[1]) == RESULT
    model.unload()


def test_what_compile_made_is_in_the_offline_model(
    acl: Acl, compiled: Compile, gain: Path, loaded_gain: ctypes.CDLL, tmp_path: Path
) -> None:
    path = compiled(gain_model(), package(gain, tmp_path / "package"))
    model = OfflineModel(acl, path)
    assert read_floats(model.run(X, [2, 3])[1]) == [2.5 * value for value in read_floats(X)]
    assert loaded_gain.Compilations() == 0
    model.unload()


def test_memory_may_be_the_callers(acl: Acl, static_model: Path) -> None:
    path = str(static_model).encode()
    work, weight = ctypes.c_size_t(), ctypes.c_size_t()
    acl.call("aclmdlQuerySize", path, ctypes.byref(work), ctypes.byref(weight))
    assert work.value > 0
    assert weight.value >= 12
    memory = [acl.malloc(work.value), acl.malloc(weight.value)]
    number = ctypes.c_uint32()
    arguments = [path, ctypes.byref(number), memory[0], work.value, memory[1]]
    with pytest.raises(AclError, match=r"bytes of weight memory, .* are given"):
        acl.call("aclmdlLoadFromFileWithMem", *arguments, weight.value - 1)
    acl.call("aclmdlLoadFromFileWithMem", *arguments, weight.value)
    acl.call("aclmdlUnload", number.value)
    for address in memory:
        acl.call("aclrtFree", address)


def changed(data: bytes, kind: str) -> bytes:
    """A damaged or hostile form of an offline model."""
    payload = data[24:]
    return {
        "empty": b"",
        "another format": b"IMOD" + data[4:],
        "another version": framed(payload, version=2),
        "truncated": data[:-5],
        "longer": data + b"\0",
        "a flipped bit": data[:60] + bytes([data[60] ^ 1]) + data[61:],
        "no graph": framed(b""),
        "an unknown field": framed(payload + b"\xf8\x07\x01"),
        "a broken field": framed(payload + b"\x4a\xff\xff\xff\xff\x0f"),
        "another SoC": framed(payload.replace(b"Ascend910B1", b"Ascend910B2")),
        "other shapes": framed(payload.replace(b"sum:0\x10\x00\x18\x02", b"sum:0\x10\x00\x18\x04")),
    }[kind]


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("empty", "is no offline model of the emulator"),
        ("another format", "is no offline model of the emulator"),
        ("another version", "is an offline model of format 2, this emulator reads format 1"),
        ("truncated", "is damaged: it holds .* bytes of the model"),
        ("longer", "is damaged: it holds .* bytes of the model"),
        ("a flipped bit", "is damaged: its checksum is wrong"),
        ("no graph", "is malformed: it has no graph"),
        ("an unknown field", "is malformed in field 127"),
        ("a broken field", "is malformed"),
        ("another SoC", "is compiled for Ascend910B2, the device is Ascend910B1"),
        ("other shapes", "was compiled with operators that infer other shapes"),
    ],
)
def test_what_is_no_right_model_is_refused(
    acl: Acl, static_model: Path, tmp_path: Path, kind: str, message: str
) -> None:
    data = static_model.read_bytes()
    assert data.startswith(MAGIC)
    path = tmp_path / "changed.om"
    path.write_bytes(changed(data, kind))
    assert path.read_bytes() != data
    with pytest.raises(AclError, match=f'aclmdlLoadFromFile: "{path}" {message}'):
        OfflineModel(acl, path)


def test_wrong_calls_are_refused(acl: Acl, static_model: Path) -> None:
    model = OfflineModel(acl, static_model)
    with pytest.raises(AclError, match="output has 2 buffers, the model needs 1"):
        model.run(X, outputs=2)
    with pytest.raises(AclError, match="holds 20 bytes, its shape needs 24"):
        model.run(X[:20])
    library = acl.library
    host = ctypes.create_string_buffer(64)
    small = acl.malloc(8)
    for address, size, message in [(host, 24, "is no device memory"), (small, 24, "its memory has 8")]:
        inputs, results = library.aclmdlCreateDataset(), library.aclmdlCreateDataset()
        for dataset in (inputs, results):
            pointer = ctypes.cast(address, ctypes.c_void_p) if address is host else ctypes.c_void_p(address)
            acl.call(
                "aclmdlAddDatasetBuffer", dataset, library.aclCreateDataBuffer(pointer, ctypes.c_size_t(size))
            )
        with pytest.raises(AclError, match=message):
            acl.call("aclmdlExecute", model.number, inputs, results)
    acl.call("aclrtFree", small)
    model.unload()
    with pytest.raises(AclError, match=f"no model with the number {model.number} is loaded"):
        model.unload()
    with pytest.raises(AclError, match=r'aclmdlLoadFromFile: "/no/such.om" cannot be read'):
        OfflineModel(acl, Path("/no/such.om"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "--model and --output are needed"),
        (["--framework=5", "--model=x", "--output=y"], "--framework is 5, expected 1 (AIR)"),
        (["--precision_mode=x"], "unknown option --precision_mode"),
        (["--model"], "option --model needs a value"),
        (["--model=/no/x.air", "--output=/tmp/y"], "cannot be read: No such file or directory"),
    ],
)
def test_atc_says_what_it_needs(cann_home: Path, arguments: list[str], message: str) -> None:
    result = atc(cann_home, *arguments)
    assert result.returncode != 0
    assert message in result.stderr


def test_atc_refuses_a_graph_that_cannot_run(cann_home: Path, tmp_path: Path) -> None:
    model = ModelBuilder()
    (tmp_path / "x.air").write_bytes(
        model.output(model.node("Missing", [("x", model.data(FLOAT, [2]))])).serialised()
    )
    result = atc(cann_home, f"--model={tmp_path / 'x.air'}", f"--output={tmp_path / 'x'}")
    assert result.returncode == 1
    assert "GE has no implementation for these nodes" in result.stderr
    assert not (tmp_path / "x.om").exists()
