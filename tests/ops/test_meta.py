# SPDX-License-Identifier: Apache-2.0
"""Meta describes what eager returns: device, dtype, shape, strides; tracing keeps the operator."""

from __future__ import annotations

import pytest
import torch
from torch._subclasses import FakeTensorMode
from torch.fx.experimental.proxy_tensor import make_fx

from ascendc_ops import ascendc_add
from support.cases import DTYPES, SHAPES, dtype_name
from support.views import VIEWS, View


@pytest.mark.parametrize("dtype", DTYPES, ids=dtype_name)
def test_m02_meta_keeps_device_and_dtype(dtype: torch.dtype) -> None:
    x = torch.empty(3, 4, dtype=dtype, device="meta")
    z = ascendc_add(x, x)
    assert (z.device.type, z.dtype, z.shape) == ("meta", dtype, x.shape)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: f"rank{len(shape)}")
def test_m04_meta_shape_equals_eager_shape(shape: tuple[int, ...]) -> None:
    x = torch.zeros(shape).npu()
    assert ascendc_add(x.to("meta"), x.to("meta")).shape == ascendc_add(x, x).shape == shape


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS.keys())
@pytest.mark.parametrize("dtype", DTYPES, ids=dtype_name)
def test_m09_meta_strides_equal_eager_strides(dtype: torch.dtype, view: View) -> None:
    x = view(torch.zeros(12, 8, dtype=dtype).npu())
    x_meta = view(torch.zeros(12, 8, dtype=dtype, device="meta"))
    eager, meta = ascendc_add(x, x), ascendc_add(x_meta, x_meta)
    assert meta.stride() == eager.stride()
    assert meta.storage_offset() == eager.storage_offset() == 0


def test_meta_does_not_alias_its_inputs() -> None:
    x = torch.empty(4, device="meta")
    assert ascendc_add(x, x).untyped_storage()._cdata != x.untyped_storage()._cdata


def test_fake_tensors_keep_the_npu_device() -> None:
    with FakeTensorMode():
        x = torch.empty(5, 6, dtype=torch.float16, device="npu:0")
        z = ascendc_add(x, x)
    assert (str(z.device), z.dtype, tuple(z.shape)) == ("npu:0", torch.float16, (5, 6))


@pytest.mark.parametrize("mode", ["real", "fake", "symbolic"])
@pytest.mark.parametrize("dtype", DTYPES, ids=dtype_name)
def test_m11_make_fx_keeps_one_node(dtype: torch.dtype, mode: str) -> None:
    x = torch.ones(4, 6, dtype=dtype).npu()
    graph = make_fx(lambda a, b: ascendc_add(a, b), tracing_mode=mode)(x, x)
    targets = [node.target for node in graph.graph.nodes if node.op == "call_function"]
    assert targets == [torch.ops.ascendc_ops.ascendc_add.default]
    assert graph(x, x).cpu().tolist() == (x + x).cpu().tolist()


def test_m06_symbolic_sizes_stay_symbolic() -> None:
    x = torch.ones(4, 6).npu()
    graph = make_fx(lambda a, b: ascendc_add(a, b), tracing_mode="symbolic")(x, x)
    result = next(node for node in graph.graph.nodes if node.op == "call_function")
    assert [type(size).__name__ for size in result.meta["val"].shape] == ["SymInt", "SymInt"]
    larger = torch.ones(9, 2).npu()
    assert graph(larger, larger).shape == (9, 2)


def test_functions_that_wrap_the_operator_work() -> None:
    x = torch.ones(3, 4).npu()
    z = torch.func.functional_call(torch.nn.Identity(), {}, (ascendc_add(x, x),))
    assert z.cpu().tolist() == [[2.0] * 4] * 3
