# SPDX-License-Identifier: Apache-2.0
"""``ascendc_ops.accuracy`` and ``python -m ascendc_ops compare``: what they measure and print."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
import torch

import ascendc_ops
from ascendc_ops import accuracy
from ascendc_ops.__main__ import main
from ascendc_ops.nn import DispersionCorrection, ResidualAdd
from support.cases import FLOATS, dtype_name


@pytest.mark.parametrize("dtype", FLOATS, ids=dtype_name)
def test_spacing_is_the_distance_to_the_next_value(dtype: torch.dtype) -> None:
    numbers = torch.tensor([0.0, 1e-30, 0.3, 1.0, 1.5, 2.0, 3.0, 1000.0]).to(dtype)
    following = torch.nextafter(numbers, torch.tensor(float("inf"), dtype=dtype))
    distance = following.double() - numbers.double()
    assert torch.equal(accuracy.spacing(numbers.double(), dtype), distance)


def test_difference_counts_what_is_wrong() -> None:
    nan, inf = float("nan"), float("inf")
    exact = torch.tensor([1.0, 2.0, nan, inf, 1e300, 4.0, 1.0], dtype=torch.float64)
    actual = torch.tensor([1.0, 2.0 + 2**-21, nan, -inf, inf, nan, 1.0 + 2**-23])
    result = accuracy.difference("x", actual, exact)
    assert (result.max_ulp, result.nan_mismatches, result.inf_mismatches) == (2.0, 1, 1)
    assert result.first == ((1,), 2.0 + 2**-21, 2.0)
    assert result.histogram[:4] == (1, 0, 1, 1)


def test_difference_of_integers_and_shapes() -> None:
    exact = torch.tensor([1, 2, 3])
    assert accuracy.difference("x", exact.int(), exact).max_abs == 0.0
    with pytest.raises(ValueError, match=r"x: expected shape \[3\], got \[2\]"):
        accuracy.difference("x", exact[:2], exact)


def test_compare_a_module_eager_and_compiled() -> None:
    torch.manual_seed(0)
    model = torch.nn.Sequential(DispersionCorrection(0.8), ResidualAdd(torch.nn.Linear(8, 8)))
    eager, compiled = accuracy.compare(model, torch.rand(4, 8))
    assert (eager.name, compiled.name) == ("eager", "compiled")
    for result in (eager, compiled):
        assert 0 < result.max_abs < 1e-5
        assert (result.nan_mismatches, result.inf_mismatches) == (0, 0)


def test_compare_a_function_that_changes_its_argument() -> None:
    def model(x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        ascendc_ops.ascendc_add_(x, y)
        return x * 1, ascendc_ops.ascendc_add(x, y)

    x, y = torch.ones(4), torch.ones(4)
    results = accuracy.compare(model, x, y)
    assert [result.max_abs for result in results] == [0.0] * 4
    assert results[1].name == "eager output 1"
    assert x.tolist() == [1.0] * 4


def test_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "errors.svg"
    options = ["--dtype", "float16", "--shapes", "8x16", "--picture", str(picture), "--max-ulp", "0.51"]
    assert main(["compare", "dispersion_correction", *options]) == 0
    printed = capsys.readouterr().out
    assert printed.count("float16") == 2
    assert ElementTree.fromstring(picture.read_text()).tag.endswith("svg")
    assert main(["compare", "dispersion_correction", "--shapes", "8x16", "--max-ulp", "0.001"]) == 1


def test_command_line_takes_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "mine.py"
    source.write_text("import torch, ascendc_ops\ndef double(x):\n    return ascendc_ops.ascendc_add(x, x)\n")
    assert main(["compare", f"{source}:double", "--shapes", "5"]) == 0
    assert "eager" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing"], "'nothing' is no operator"),
        (["nowhere.py:f"], "there is no file nowhere.py"),
        (["torch:nothing"], "torch has no nothing"),
        (["ascendc_add", "--shapes", "8y8"], "--shapes expects"),
        (["ascendc_add", "--dtype", "float17"], "--dtype expects the name of a torch dtype, got 'float17'"),
    ],
)
def test_command_line_says_what_is_wrong(arguments: list[str], message: str) -> None:
    with pytest.raises(SystemExit, match=message):
        main(["compare", *arguments])
