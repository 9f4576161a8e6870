# SPDX-License-Identifier: Apache-2.0
"""``ascendc_ops.graph_text``: what the text of a graph shows, what it leaves out, and recording."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
import torchair
from google.protobuf import text_format

from ascendc_ops import ascendc_add
from ascendc_ops.graph_text import GraphRecorder, graph_text
from support.compiling import CompiledForNpu


def graph(text: str) -> Any:
    from torchair._ge_concrete_graph.ge_ir_pb2 import GraphDef

    return text_format.Parse(text, GraphDef())


HEAD = "static graph\n"
TENSOR = "dtype: DT_BF16 shape { dim: 2 dim: -1 }"


def test_nodes_are_numbered_and_generated_names_disappear() -> None:
    text = graph_text(
        graph(
            f"""
            op {{ name: "arg0_1_17" type: "Data" attr {{ key: "index" value {{ i: 0 }} }}
                  output_desc {{ {TENSOR} device_type: "NPU" }} }}
            op {{ name: "AddCustom_42" type: "AddCustom" input: "arg0_1_17:0" input: "arg0_1_17:0"
                  input_desc {{ name: "x" }} input_desc {{ name: "y" }}
                  output_desc {{ name: "z" dtype: DT_BF16 }} }}
            op {{ name: "NetOutput" type: "NetOutput" input: "AddCustom_42:0" input_desc {{ {TENSOR} }} }}
            """
        )
    )
    assert text == (
        "dynamic graph\n"
        "  %0 = Data(index=0) -> bfloat16[2, ?] on NPU\n"
        "  %1 = AddCustom(x=%0, y=%0) -> bfloat16\n"
        "  NetOutput(%1: bfloat16[2, ?])\n"
    )


def test_symbols_of_torch_are_numbered_in_order_of_appearance() -> None:
    def node(dims: str) -> str:
        return f"""op {{ name: "n" type: "Relu" output_desc {{ dtype: DT_FLOAT16
            attr {{ key: "_meta" value {{
              s: "Tensor(dtype=torch.float16, shape=torch.Size([{dims}])" }} }} }} }}"""

    text = graph_text(graph(node("s77, 4") + node("u3, 2*s77, s9")))
    assert text.splitlines()[1:] == [
        "  %1 = Relu() -> float16[s0, 4]",
        "  %1 = Relu() -> float16[s1, 2*s0, s2]",
    ]


def test_outputs_are_named_where_a_node_has_several() -> None:
    text = graph_text(
        graph(
            """
            op { name: "t" type: "TopK"
                 output_desc { name: "values" dtype: DT_FLOAT }
                 output_desc { name: "indices" dtype: DT_INT32 } }
            op { name: "n" type: "Neg" input: "t:1" input_desc { name: "x" } }
            """
        )
    )
    assert text == HEAD + "  %0 = TopK() -> float32, int32\n  %1 = Neg(x=%0.indices)\n"


def test_control_edges_and_inputs_that_are_not_fed() -> None:
    text = graph_text(
        graph(
            """
            op { name: "a" type: "Relu" }
            op { name: "b" type: "MatMulV2" input: "a:0" input: "a:0" input: "" input: "a:-1"
                 input_desc { name: "x1" } input_desc { name: "x2" } input_desc { name: "bias" } }
            """
        )
    )
    assert text == HEAD + "  %0 = Relu()\n  %1 = MatMulV2(x1=%0, x2=%0) after %0\n"


def test_attributes_of_every_kind_are_sorted_and_internal_ones_left_out() -> None:
    text = graph_text(
        graph(
            """
            op { name: "a" type: "Op"
              attr { key: "text" value { s: "it's" } }
              attr { key: "number" value { i: 3 } }
              attr { key: "flag" value { b: true } }
              attr { key: "scale" value { f: 0.1 } }
              attr { key: "axes" value { list { i: 0 i: -1 } } }
              attr { key: "empty" value { list { } } }
              attr { key: "nested" value {
                list_list_int { list_list_i { list_i: 1 list_i: 2 } list_list_i { } } } }
              attr { key: "_internal" value { i: 140234 } }
            }
            """
        )
    )
    assert text == HEAD + (
        "  %0 = Op(axes=[0, -1], empty=[], flag=True, nested=[[1, 2], []], number=3, scale=0.1, "
        'text="it\'s")\n'
    )


def test_small_constants_are_shown_and_large_ones_digested() -> None:
    def constant(count: int) -> str:
        data = "".join(f"\\{byte:03o}" for byte in range(4 * count))
        return graph_text(
            graph(
                f"""op {{ name: "c" type: "Const" attr {{ key: "value" value {{
                t {{ desc {{ dtype: DT_INT32 shape {{ dim: {count} }} }} data: "{data}" }} }} }} }}"""
            )
        )

    assert constant(1) == HEAD + "  %0 = Const(value=int32[1] [50462976])\n"
    assert constant(9).startswith(HEAD + "  %0 = Const(value=int32[9] sha256:")
    assert constant(9) != constant(10)


def test_recording_leaves_no_file_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def record() -> list[str]:
        config = torchair.CompilerConfig()
        graphs = GraphRecorder(config)
        backend = torchair.get_npu_backend(compiler_config=config)
        x = torch.ones(4).npu()
        torch.compile(lambda x: ascendc_add(x, x), fullgraph=True, backend=backend, dynamic=False)(x)
        return graphs.texts

    (text,) = record()
    assert " AddCustom(" in text
    torch._dynamo.reset()
    gc.collect()
    assert list(tmp_path.iterdir()) == []


def test_the_text_is_the_same_after_other_graphs(compile_npu: Callable[..., CompiledForNpu]) -> None:
    def text() -> str:
        torch._dynamo.reset()
        x = torch.ones(4).npu()
        compiled = compile_npu(lambda x: ascendc_add(x, x * 2))
        compiled(x)
        compiled.assert_compiled(graphs=1)
        return compiled.graphs[0]

    first = text()
    other = compile_npu(lambda x: ascendc_add(x * 3, x))
    other(torch.ones(7, 8).npu())
    assert text() == first
    assert other.graphs[0] != first
