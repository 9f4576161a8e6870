# SPDX-License-Identifier: Apache-2.0
"""Graphs in .air files and in memory, and weights in files of their own."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from ge_driver import Driver, GeError, Session, Tensor
from ge_models import FLOAT, LIST_INT, ModelBuilder, floats, messages, read_floats

WEIGHT = floats(1.0, 2.0, 3.0)


def scale_model(weight_file: str | None = None, dims: tuple[int, ...] = (-1, 3)) -> ModelBuilder:
    """x * weight; the weight is in the model, or in a file."""
    model = ModelBuilder("scale")
    x = model.data(FLOAT, dims)
    if weight_file is None:
        weight = model.const(FLOAT, [3], WEIGHT)
    else:
        weight = model.node("FileConstant", shape=(LIST_INT, [3]), file_path=weight_file)
        model.graph.op[-1].attr["dtype"].dt = FLOAT
    return model.output(model.node("Mul", [("x1", x), ("x2", weight)]))


def write(folder: Path, model: ModelBuilder) -> Path:
    path = folder / "model.air"
    path.write_bytes(model.serialised())
    return path


def check_scales(driver: Driver, graph: int) -> None:
    session = Session(driver, graph)
    for rows in (1, 2):
        [result] = session.run_on_host(Tensor(FLOAT, [rows, 3], floats(1.0, 1.0, 2.0) * rows))
        assert result.dims == [rows, 3]
        assert read_floats(result.data) == [1.0, 2.0, 6.0] * rows
    session.close()


def test_a_saved_graph_is_the_graph(driver: Driver, tmp_path: Path) -> None:
    model = scale_model()
    path = tmp_path / "model.air"
    driver.save(driver.load(model.serialised()), path)
    saved = messages.ModelDef()
    saved.ParseFromString(path.read_bytes())
    assert saved == model.model
    assert stat.S_IMODE(path.stat().st_mode) & 0o600 == 0o600
    check_scales(driver, driver.load_file(path))


def test_a_graph_goes_through_memory(driver: Driver) -> None:
    check_scales(driver, driver.through_memory(driver.load(scale_model().serialised())))


def test_a_failed_save_leaves_what_was_there(driver: Driver, tmp_path: Path) -> None:
    graph = driver.load(scale_model().serialised())
    with pytest.raises(GeError, match=r"none/model.air\" cannot be written: No such file or directory"):
        driver.save(graph, tmp_path / "none" / "model.air")
    (tmp_path / "taken").mkdir()
    with pytest.raises(GeError, match='taken" cannot be written: Is a directory'):
        driver.save(graph, tmp_path / "taken")
    assert os.listdir(tmp_path) == ["taken"]


@pytest.mark.parametrize("kind", ["missing", "folder", "pipe", "empty", "other format"])
def test_what_is_no_graph_is_refused(driver: Driver, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "model.air"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind != "missing":
        path.write_bytes(b"" if kind == "empty" else b"PK\x03\x04 something else")
    message = {
        "missing": "cannot be read: No such file or directory",
        "folder": "no regular file",
        "pipe": "no regular file",
        "empty": "must hold exactly one graph, this one holds 0",
        "other format": "is malformed",
    }[kind]
    with pytest.raises(GeError, match=message):
        driver.load_file(path)


@pytest.mark.parametrize("named", ["absolute", "elsewhere", "below"])
def test_weights_are_read_from_the_models_folder(driver: Driver, tmp_path: Path, named: str) -> None:
    folder = tmp_path / "model"
    (folder / "weights").mkdir(parents=True)
    target = folder / "weights" / "w" if named == "below" else folder / "w"
    target.write_bytes(WEIGHT)
    # "elsewhere": the folder was moved after the export.
    file_path = "/exported/w" if named == "elsewhere" else str(target)
    check_scales(driver, driver.load_file(write(folder, scale_model(file_path))))


@pytest.mark.parametrize("trick", ["parent", "absolute", "link"])
def test_weights_outside_the_models_folder_are_refused(driver: Driver, tmp_path: Path, trick: str) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    secret = tmp_path / "secret"
    secret.write_bytes(WEIGHT)
    (folder / "link").symlink_to(secret)
    file_path = {
        "parent": str(folder / ".." / "secret"),
        "absolute": str(secret),
        "link": str(folder / "link"),
    }
    with pytest.raises(GeError, match="lies outside the model's folder"):
        Session(driver, driver.load_file(write(folder, scale_model(file_path[trick]))))


@pytest.mark.parametrize(
    ("content", "message"),
    [(WEIGHT[:-1], "holds 11 bytes, its shape and dtype need 12"), (None, "does not exist, nor is it in")],
)
def test_damaged_weights_are_refused(
    driver: Driver, tmp_path: Path, content: bytes | None, message: str
) -> None:
    if content is not None:
        (tmp_path / "w").write_bytes(content)
    with pytest.raises(GeError, match=f'node "FileConstant_2".*{message}'):
        Session(driver, driver.load_file(write(tmp_path, scale_model(str(tmp_path / "w")))))


def test_a_file_names_no_device_memory(driver: Driver, tmp_path: Path) -> None:
    model = ModelBuilder()
    value = model.node("ConstPlaceHolder", origin_shape=(LIST_INT, [3]), addr=4096)
    model.graph.op[-1].attr["dtype"].dt = FLOAT
    model.output(model.node("Relu", [("x", value)]))
    with pytest.raises(GeError, match="a graph from a file cannot name device memory"):
        Session(driver, driver.load_file(write(tmp_path, model)))
