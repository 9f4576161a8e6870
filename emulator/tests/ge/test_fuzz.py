# SPDX-License-Identifier: Apache-2.0
"""Mutants of exported graphs and offline models: errors, never crashes. The seed is printed by fuzz.cpp."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from ge_models import FLOAT, FLOAT16, INT32, INT64, ModelBuilder, floats
from offline import atc

MUTANTS = 2000


def small_model() -> ModelBuilder:
    """Of every kind of node and attribute a few; the reductions and shapes depend on constants."""
    model = ModelBuilder("small")
    x = model.data(FLOAT, [2, 3])
    weight = model.const(FLOAT, [3], floats(1, 2, 3))
    perm = model.const(INT64, [2], b"\1" + bytes(15))
    shape = model.const(INT64, [1], b"\6" + bytes(7))
    axes = model.const(INT32, [1], b"\1" + bytes(3))
    relu = model.node("Relu", [("x", x)])
    transposed = model.node("Transpose", [("x", relu), ("perm", perm)])
    flat = model.node("Reshape", [("x", transposed), ("shape", shape)])
    product = model.node("Mul", [("x1", relu), ("x2", weight)])
    total = model.node("ReduceSum", [("x", product), ("axes", axes)], keep_dims=True)
    half = model.node("SplitD", [("x", transposed)], ["y0", "y1"], split_dim=1, num_split=2)
    wide = model.node(
        "BroadcastTo", [("x", half), ("shape", model.const(INT64, [2], bytes([3, *[0] * 7] * 2)))]
    )
    squared = model.node("MatMul", [("x1", wide), ("x2", model.node("Neg", [("x", transposed)]))])
    return model.output(total, model.node("Cast", [("x", flat)], dst_type=FLOAT16), transposed, squared)


@pytest.fixture(scope="module")
def fuzz(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program, beside small.air and small.om."""
    folder = tmp_path_factory.mktemp("fuzz")
    libraries = cann_home / "lib64"
    flags = ["-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{cann_home / 'include'}"]
    link = [f"-L{libraries}", f"-Wl,-rpath,{libraries}", "-lge_runner", "-lgraph", "-lascendcl"]
    source = Path(__file__).parent / "fuzz.cpp"
    command = [os.environ.get("CXX", "c++"), *flags, str(source), "-o", str(folder / "fuzz"), *link]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    (folder / "small.air").write_bytes(small_model().serialised())
    compiled = atc(cann_home, f"--model={folder / 'small.air'}", f"--output={folder / 'small'}")
    assert compiled.returncode == 0, compiled.stderr
    return folder / "fuzz"


@pytest.mark.parametrize("kind", ["air", "om"])
def test_mutants_are_loaded_or_refused(fuzz: Path, kind: str) -> None:
    command = [str(fuzz), str(fuzz.parent / f"small.{kind}"), str(MUTANTS), "1"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, f"exit code {result.returncode} after {result.stderr[-200:]}"
    counts = re.fullmatch(r"(\d+) mutants, (\d+) accepted, (\d+) refused\n", result.stdout)
    assert counts is not None
    assert int(counts[1]) == MUTANTS
    assert int(counts[2]) > 0
    assert int(counts[3]) > MUTANTS // 2
