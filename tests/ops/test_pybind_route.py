# SPDX-License-Identifier: Apache-2.0
"""The pybind11 route: same values and checks as the dispatcher's, but no gradients and no graph capture."""

from __future__ import annotations

from collections.abc import Callable

import ascendc_ops_pybind
import pytest
import torch

import ascendc_ops
from support.cases import DTYPES, assert_same, dtype_name, random_pair
from support.compiling import CompiledForNpu

CompileNpu = Callable[..., CompiledForNpu]


@pytest.mark.parametrize("dtype", DTYPES, ids=dtype_name)
def test_values(dtype: torch.dtype) -> None:
    x, y = random_pair((33, 47), dtype)
    assert_same(ascendc_ops_pybind.ascendc_add(x.npu().t(), y=y.npu().t()), x.t() + y.t())
    changed = x.npu()
    ascendc_ops_pybind.ascendc_add_(changed, y.npu())
    assert_same(changed, x + y)


def test_dispersion_correction() -> None:
    x = torch.rand(1000).npu()
    expected = ascendc_ops.dispersion_correction(x, 0.8)
    assert_same(ascendc_ops_pybind.dispersion_correction(input=x, alpha=0.8), expected.cpu())


def test_refusals() -> None:
    x = torch.zeros(4).npu()
    with pytest.raises(RuntimeError, match="ascendc_add: expected every argument on npu:0, got y on cpu"):
        ascendc_ops_pybind.ascendc_add(x, x.cpu())
    with pytest.raises(RuntimeError, match="expected every argument on an NPU, got input on cpu"):
        ascendc_ops_pybind.dispersion_correction(x.cpu(), 0.8)
    with pytest.raises(RuntimeError, match="x and y must have one dtype"):
        ascendc_ops_pybind.ascendc_add(x, x.half())


def test_no_gradient() -> None:
    x = torch.ones(4).npu().requires_grad_()
    assert not ascendc_ops_pybind.ascendc_add(x, x).requires_grad
    with pytest.raises(RuntimeError, match="does not require grad"):
        ascendc_ops_pybind.ascendc_add(x, x).sum().backward()


def test_it_breaks_fullgraph_capture(compile_npu: CompileNpu) -> None:
    x = torch.ones(4).npu()
    compiled = compile_npu(lambda x: ascendc_ops_pybind.ascendc_add(x, x) * 2)
    with pytest.raises(
        torch._dynamo.exc.Unsupported, match="Attempted to call function marked as skipped"
    ) as error:
        compiled(x)
    assert "ascendc_add" in str(error.value)
    compiled = compile_npu(lambda x: ascendc_ops.ascendc_add(x, x) * 2)
    assert compiled(x).cpu().tolist() == [4.0] * 4
    compiled.assert_compiled(graphs=1)


def test_without_fullgraph_the_graph_is_split_at_the_call() -> None:
    graphs = []

    def backend(module: torch.fx.GraphModule, _: list[torch.Tensor]) -> Callable[..., object]:
        graphs.append(module)
        return module.forward

    compiled = torch.compile(lambda x: ascendc_ops_pybind.ascendc_add(x * 3, x) * 2, backend=backend)
    assert compiled(torch.ones(4).npu()).cpu().tolist() == [8.0] * 4
    assert len(graphs) == 2


def test_wrapped_as_an_operator_it_is_captured(compile_npu: CompileNpu) -> None:
    import torchair

    @torch.library.custom_op("ascendc_ops_tests::wrapped_add", mutates_args=())
    def wrapped_add(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return ascendc_ops_pybind.ascendc_add(x, y)

    wrapped_add.register_fake(lambda x, y: torch.empty_like(x))
    operator = torch.ops.ascendc_ops_tests.wrapped_add.default

    @torchair.register_fx_node_ge_converter(operator)
    def convert(x: object, y: object, meta_outputs: object = None) -> object:
        return torchair.ge.custom_op("AddCustom", inputs={"x": x, "y": y}, outputs=["z"])

    compiled = compile_npu(lambda x: operator(x, x) * 2)
    assert compiled(torch.ones(4).npu()).cpu().tolist() == [4.0] * 4
    compiled.assert_compiled(graphs=1)
