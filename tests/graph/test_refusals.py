# SPDX-License-Identifier: Apache-2.0
"""What the compiled operator refuses: at its Meta while tracing, in GE for what gets past a Meta."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from ascendc_ops import ascendc_add
from support.cases import DTYPES, REFUSED_DTYPES, SUPPORTED_NAMES, assert_same, dtype_name, random_pair
from support.compiling import CompiledForNpu
from support.unchecked_add import half_add, longer_add, unchecked_add

CompileNpu = Callable[..., CompiledForNpu]
GE_NAMES = ("DT_FLOAT", "DT_FLOAT16", "DT_BF16", "DT_INT32", "DT_INT16")


def test_e08_dtypes_are_refused_while_tracing(compile_npu: CompileNpu) -> None:
    x = torch.ones(4, dtype=torch.float64).npu()
    compiled = compile_npu(ascendc_add)
    with pytest.raises(Exception, match=f"argument x has dtype float64, supported are {SUPPORTED_NAMES}"):
        compiled(x, x)


@pytest.mark.parametrize("position", ["x", "y"])
def test_e01_a_cpu_tensor_is_refused_while_tracing(compile_npu: CompileNpu, position: str) -> None:
    arguments = {"x": torch.zeros(4).npu(), "y": torch.zeros(4).npu()}
    arguments[position] = torch.zeros(4)
    compiled = compile_npu(ascendc_add)
    with pytest.raises(Exception, match="ascendc_add") as error:
        compiled(**arguments)
    assert "cpu" in str(error.value)
    assert "npu" in str(error.value)


def test_m01_an_operator_without_meta_is_named(compile_npu: CompileNpu) -> None:
    library = torch.library.Library("ascendc_ops_tests", "FRAGMENT")
    library.define("no_meta(Tensor x) -> Tensor")
    library.impl("no_meta", torch.clone, "PrivateUse1")
    compiled = compile_npu(torch.ops.ascendc_ops_tests.no_meta)
    with pytest.raises(Exception, match=r"(?s)fake tensors.*ascendc_ops_tests.no_meta"):
        compiled(torch.ones(4).npu())


def test_unchecked_add_reaches_ge(compile_npu: CompileNpu) -> None:
    """The tests below mean something only if the way to GE is the same."""
    compiled = compile_npu(unchecked_add)
    x, y = random_pair(100, torch.float32)
    assert_same(compiled(x.npu(), y.npu()), x + y)
    compiled.assert_compiled(graphs=1)


@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
@pytest.mark.parametrize("dtype", REFUSED_DTYPES, ids=dtype_name)
def test_e08_ge_refuses_dtypes(compile_npu: CompileNpu, dtype: torch.dtype, dynamic: bool) -> None:
    x = torch.ones(4, dtype=dtype).npu()
    compiled = compile_npu(unchecked_add, dynamic=dynamic)
    with pytest.raises(Exception, match="AddCustom") as error:
        compiled(x, x).cpu()
    message = str(error.value)
    assert all(name in message for name in GE_NAMES), (
        message
    )  # GE checks against the prototype, in its own names


def test_ge_refuses_dtypes_that_differ(compile_npu: CompileNpu) -> None:
    compiled = compile_npu(unchecked_add)
    with pytest.raises(Exception, match="x and y must have one dtype, got x float32 and y float16"):
        compiled(torch.ones(4).npu(), torch.ones(4).half().npu()).cpu()


def test_m04_ge_refuses_shapes_that_differ(compile_npu: CompileNpu) -> None:
    compiled = compile_npu(lambda x, y: unchecked_add(x, y).t().reshape(-1))
    with pytest.raises(
        Exception,
        match=r"AddCustom.*x and y must have shapes that can be broadcast, got x \[4, 2\] and y \[4, 3\]",
    ):
        compiled(torch.ones(4, 2).npu(), torch.ones(4, 3).npu()).cpu()


def test_ge_refuses_shapes_that_differ_at_run_time_only(compile_npu: CompileNpu) -> None:
    """Both dimensions are unknown when the graph is compiled, so only Execute can see it."""
    compiled = compile_npu(unchecked_add, dynamic=True)
    x = torch.ones(8).npu()
    assert compiled(x, torch.ones(8).npu()).cpu().tolist() == [2.0] * 8
    with pytest.raises(
        Exception, match=r"AddCustom.*x and y must have shapes that can be broadcast, got x \[8\] and y \[5\]"
    ):
        compiled(x, torch.ones(5).npu()).cpu()


@pytest.mark.parametrize("dtype", DTYPES, ids=dtype_name)
def test_m03_meta_and_ge_agree_on_dtype_and_shape(compile_npu: CompileNpu, dtype: torch.dtype) -> None:
    """TorchAir compares the outputs of a static graph with Meta's: a disagreement would raise."""
    x, y = (t.npu() for t in random_pair((3, 5), dtype))
    compiled = compile_npu(ascendc_add)
    z = compiled(x, y)
    eager, meta = ascendc_add(x, y), ascendc_add(x.to("meta"), y.to("meta"))
    assert z.dtype == eager.dtype == meta.dtype == dtype
    assert z.shape == eager.shape == meta.shape
    compiled.assert_compiled(graphs=1)


def test_m03_an_output_of_another_dtype_is_refused(compile_npu: CompileNpu) -> None:
    compiled = compile_npu(half_add)
    x = torch.ones(64).npu()
    with pytest.raises(Exception, match=r"output 0 .*DT_FLOAT \[64\].*DT_FLOAT16 \[64\]"):
        compiled(x, x).cpu()


def test_m04_an_output_of_another_shape_is_refused(compile_npu: CompileNpu) -> None:
    compiled = compile_npu(longer_add)
    x = torch.ones(4, 3).npu()
    with pytest.raises(Exception, match=r"output 0 .*\[4,3\].*\[5,3\]"):
        compiled(x, x).cpu()


def test_the_next_graph_works_after_a_refusal(compile_npu: CompileNpu) -> None:
    compiled = compile_npu(unchecked_add)
    with pytest.raises(Exception, match="AddCustom"):
        compiled(torch.ones(4).double().npu(), torch.ones(4).double().npu()).cpu()
    x, y = random_pair(100, torch.float32)
    assert_same(compile_npu(ascendc_add)(x.npu(), y.npu()), x + y)
