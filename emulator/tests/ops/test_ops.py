# SPDX-License-Identifier: Apache-2.0
"""Every operator against plain torch, and inference against the results."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from case_tables import ALL
from cases import GE_DTYPES, Case, check, raw, raw_inputs, run
from library import Library, OpError, RawTensor


@pytest.mark.parametrize("case", ALL, ids=str)
def test_equals_torch(library: Library, case: Case) -> None:
    check(library, case)


def test_every_operator_has_a_case(library: Library) -> None:
    missing = set(library.types()) - {case.op_type for case in ALL}
    assert not missing


def test_inference_needs_no_python(cann_home: Path, driver: Path, library: Library, tmp_path: Path) -> None:
    """Python's torch registers meta kernels of its own; GE infers on threads that must not wait for Python."""
    table = []
    for case in ALL:
        results = run(library, case)
        inputs = {
            name: [vars(item) for item in value] if isinstance(value, list) else vars(value)
            for name, value in raw_inputs(case.inputs).items()
        }
        for name, value in case.inputs.items():
            if isinstance(value, torch.Tensor) and value.dtype == torch.int64 and value.dim() <= 1:
                inputs[name]["values"] = value.flatten().tolist()
        table.append(
            {
                "type": case.op_type,
                "inputs": inputs,
                "attrs": case.attrs,
                "outputs": [(GE_DTYPES[tensor.dtype], list(tensor.shape)) for tensor in results],
                "dynamic_outputs": case.dynamic_outputs,
            }
        )
    cases = tmp_path / "cases.json"
    cases.write_text(json.dumps(table))
    script = Path(__file__).with_name("infer_without_torch.py")
    done = subprocess.run(
        [sys.executable, script, cann_home, driver, cases], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_unknown_type(library: Library) -> None:
    with pytest.raises(AssertionError, match="unknown operator type NoSuchOp"):
        library.prototype("NoSuchOp")


def test_message_names_operator_and_inputs(library: Library) -> None:
    case = Case("MatMulV2", {"x1": torch.ones(2, 3), "x2": torch.ones(4, 5)}, lambda **_: [])
    with pytest.raises(OpError, match=r"MatMulV2\(x1: DT_FLOAT\[2, 3\], x2: DT_FLOAT\[4, 5\]\): .*cannot be multiplied"):
        run(library, case)


def test_missing_attribute_is_named(library: Library) -> None:
    with pytest.raises(OpError, match="attribute dst_type .* is required"):
        run(library, Case("Cast", {"x": torch.ones(2)}, lambda **_: []))


@pytest.mark.parametrize("op_type", ["Transpose", "Identity", "Add", "BroadcastTo"])
def test_output_may_take_over_an_input(library: Library, op_type: str) -> None:
    """The output's memory is the first input's: results are computed before they are written."""
    x = torch.arange(16.0).reshape(4, 4)
    other = torch.arange(16.0).reshape(4, 4) + 1
    inputs: dict[str, torch.Tensor] = {
        "Transpose": {"perm": torch.tensor([1, 0])},
        "Identity": {},
        "Add": {"x2": other},
        "BroadcastTo": {"shape": torch.tensor([4, 4])},
    }[op_type]
    expected = {"Transpose": x.t().clone(), "Identity": x.clone(), "Add": x + other, "BroadcastTo": x.clone()}[op_type]
    first = "x1" if op_type == "Add" else "x"
    raws: dict[str, RawTensor | list[RawTensor]] = {first: raw(x), **{k: raw(v) for k, v in inputs.items()}}
    library.call(op_type, raws, {}, lambda *_: x.data_ptr(), infer=False)
    torch.testing.assert_close(x, expected, rtol=0, atol=0)
