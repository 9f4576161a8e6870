# SPDX-License-Identifier: Apache-2.0
"""K05: a saved ``torch.export`` program runs in a new process; what AOTInductor makes of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

from support.cached_model import Residual, expected, inputs
from support.processes import error_of, output_of, run_python


class Model(Residual):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.run(x)


def export(device: str) -> torch.export.ExportedProgram:
    batch = torch.export.Dim("batch", min=2, max=512)
    return torch.export.export(Model().to(device), (inputs(5).to(device),), dynamic_shapes={"x": {0: batch}})


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("export") / "model.pt2"
    torch.export.save(export("npu"), path)
    return path


def test_k05_a_new_process_runs_the_program(saved: Path) -> None:
    """Eagerly and compiled, with batches other than the exported one."""
    code = f"""
    import json, sys
    sys.path.insert(0, {str(Path(__file__).parents[1])!r})
    import torch, torch_npu, torchair
    import ascendc_ops
    from support.cached_model import inputs
    model = torch.export.load({str(saved)!r}).module()
    backend = torchair.get_npu_backend(compiler_config=torchair.CompilerConfig())
    compiled = torch.compile(model, fullgraph=True, backend=backend, dynamic=True)
    with torch.no_grad():
        results = [run(inputs(rows).npu()).cpu().tolist() for run in (model, compiled) for rows in (3, 9)]
    print(json.dumps(results))
    """
    results = json.loads(output_of(run_python(code, cwd=saved.parent)).splitlines()[-1])
    for result, rows in zip(results, (3, 9, 3, 9), strict=True):
        torch.testing.assert_close(torch.tensor(result), expected(rows))


def test_k05_without_the_library_loading_names_the_operator(saved: Path) -> None:
    code = f"import torch, torch_npu; torch.export.load({str(saved)!r})"
    error = error_of(run_python(code, cwd=saved.parent))
    assert "ascendc_ops" in error
    assert "ascendc_add" in error


@pytest.mark.parametrize("damage", ["truncated", "changed"])
def test_a_damaged_program_is_an_error(saved: Path, tmp_path: Path, damage: str) -> None:
    whole = saved.read_bytes()
    path = tmp_path / "damaged.pt2"
    if damage == "truncated":
        path.write_bytes(whole[: len(whole) // 2])
    else:
        path.write_bytes(whole.replace(b"ascendc_add", b"ascendc_bad"))
    with pytest.raises(Exception, match=r"zip|archive|deserializing"):
        torch.export.load(path)


def test_aot_inductor_has_no_backend_for_the_npu(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="KeyError: 'npu'"):
        torch._inductor.aoti_compile_and_package(export("npu"), package_path=str(tmp_path / "npu.pt2"))


def test_aot_inductor_on_the_cpu_finds_no_kernel(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """It compiles: the operator is called through the dispatcher, which has no CPU kernel of it."""
    if not request.config.getoption("--thorough"):
        pytest.skip("Inductor compiles C++ for minutes on two cores; run with --thorough")
    package = torch._inductor.aoti_compile_and_package(export("cpu"), package_path=str(tmp_path / "cpu.pt2"))
    loaded = torch._inductor.aoti_load_package(package)
    with pytest.raises(RuntimeError, match="ascendc_add: expected every argument on an NPU, got x on cpu"):
        loaded(inputs(5))
