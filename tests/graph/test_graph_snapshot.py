# SPDX-License-Identifier: Apache-2.0
"""``ascendc_ops.testing``: what graph_snapshot accepts, what it refuses, and in which words."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import torch

from ascendc_ops.testing import GraphSnapshot, describe_changes
from support.processes import run

X = torch.linspace(-2, 2, 32).reshape(4, 8)

GRAPH = """static graph
  %0 = Data(index=0) -> float32[4, 8] on NPU
  %1 = Const(value=float32[] 2.0)
  %2 = Mul(x1=%0, x2=%1) -> float32[4, 8]
  %3 = TopKV2(x=%2, largest=True, name='a, (b') -> float32[4, 2], int32[4, 2]
  NetOutput(%2: float32[4, 8], %3.values: float32[4, 2])
"""


@pytest.fixture
def writes(tmp_path: Path) -> GraphSnapshot:
    return GraphSnapshot(tmp_path, update=True)


@pytest.fixture
def checks(tmp_path: Path) -> GraphSnapshot:
    return GraphSnapshot(tmp_path, accept="the command")


def difference(checks: GraphSnapshot, model: object, *inputs: torch.Tensor, **options: object) -> str:
    with pytest.raises(AssertionError) as caught:
        checks(model, *inputs, name="model", **options)  # type: ignore[arg-type]
    return str(caught.value)


def test_a_model_of_torch_operators_alone(
    writes: GraphSnapshot, checks: GraphSnapshot, tmp_path: Path
) -> None:
    model = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.GELU())
    writes(model, X, name="model", rtol=1e-4, atol=1e-5)
    first = (tmp_path / "model.txt").read_bytes()
    for _ in range(2):
        writes(model, X, name="model", rtol=1e-4, atol=1e-5)
        assert (tmp_path / "model.txt").read_bytes() == first
    checks(model, X, name="model", rtol=1e-4, atol=1e-5)
    assert next(model.parameters()).device.type == "cpu"


def test_a_changed_model_is_described_in_words(writes: GraphSnapshot, checks: GraphSnapshot) -> None:
    writes(lambda x: torch.relu(x) * 2, X, name="model")
    message = difference(checks, lambda x: torch.relu(x.half()).float() * 3, X)
    assert "extra Cast %1 (float32 to float16) from Data %0 to Relu %2" in message
    assert "Relu %2: dtype of output is float16, was float32" in message
    assert "attribute value is float32[] 3.0, was float32[] 2.0" in message
    assert "accept it with the command" in message
    assert "-  %1 = Relu(x=%0) -> float32[4, 8]" in message


def test_options_and_counts_are_part_of_it(
    writes: GraphSnapshot, checks: GraphSnapshot, tmp_path: Path
) -> None:
    import torchair

    writes(torch.relu, X, name="model")
    config = torchair.CompilerConfig()
    config.experimental_config.remove_noop_ops = False
    message = difference(checks, torch.relu, X, config=config)
    assert "now: option remove_noop_ops=0" in message
    assert (
        (tmp_path / "model.txt").read_text().startswith("1 GE graph, 0 graph breaks, 0 recompiles\n\nstatic")
    )


def test_a_missing_golden_file_is_a_failure_that_shows_the_graph(
    checks: GraphSnapshot, tmp_path: Path
) -> None:
    message = difference(checks, torch.relu, X)
    assert f"there is no golden file {tmp_path}/model.txt" in message
    assert "Relu(x=%0)" in message
    assert not list(tmp_path.iterdir())


def test_graph_breaks_are_counted_and_named(writes: GraphSnapshot) -> None:
    def broken(x: torch.Tensor) -> torch.Tensor:
        y = torch.relu(x)
        torch._dynamo.graph_break()
        return y + x.sum()

    with pytest.raises(AssertionError, match=r"expected 0 graph breaks, got 1\n +graph break: .*graph_break"):
        writes(broken, X, name="model")
    writes(broken, X, name="model", graph_breaks=1, graphs=2)


def test_recompiles_are_counted_and_named(writes: GraphSnapshot) -> None:
    with pytest.raises(AssertionError, match=r"expected 0 recompiles, got 1\n +recompile: .*size mismatch"):
        writes(torch.sigmoid, X, name="model", also=[[X[:2]]])
    writes(torch.sigmoid, X, name="model", also=[[X[:2]]], recompiles=1, graphs=2)
    writes(torch.sigmoid, X, name="model", also=[[X[:2]]], dynamic=True, graphs=1)


def test_the_number_of_graphs_is_asserted(writes: GraphSnapshot) -> None:
    with pytest.raises(AssertionError, match="expected 3 GE graphs, got 1"):
        writes(torch.relu, X, name="model", graphs=3)


def test_a_model_that_runs_eagerly_fails(writes: GraphSnapshot) -> None:
    @torch.compiler.disable
    def eager(x: torch.Tensor) -> torch.Tensor:
        return x * 2

    with pytest.raises(AssertionError, match="no graph reached GE"):
        writes(lambda x: eager(x), X, name="model", graph_breaks=1)


def test_values_are_those_of_the_cpu(writes: GraphSnapshot, tmp_path: Path) -> None:
    def differs(x: torch.Tensor) -> torch.Tensor:
        return x * (2 if x.device.type == "npu" else 3)

    with pytest.raises(AssertionError, match="result 0 on the NPU differs from the CPU's"):
        writes(differs, X, name="model")
    assert not list(tmp_path.iterdir())
    writes(differs, X, name="model", check_values=False)


def test_gradients_and_changed_inputs_are_compared(writes: GraphSnapshot) -> None:
    def differs(x: torch.Tensor) -> torch.Tensor:
        return x * (2 if x.device.type == "npu" else 3) if x.requires_grad else x

    def changes_its_input(x: torch.Tensor) -> torch.Tensor:
        x.mul_(2 if x.device.type == "npu" else 3)
        return torch.zeros_like(x)

    needs_gradient = torch.zeros(4, 8).requires_grad_()
    with pytest.raises(AssertionError, match="gradient of input 0 on the NPU differs"):
        writes(differs, needs_gradient, name="model", backward=True)
    with pytest.raises(AssertionError, match="input 0 after the call on the NPU differs"):
        writes(changes_its_input, X, name="model")
    with pytest.raises(ValueError, match="no result requires a gradient"):
        writes(torch.relu, X, name="model", backward=True)


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("Mul(x1=%0", "Mul(x1=%1", "Mul %2: input x1 comes from Const %1, was Data %0"),
        ("largest=True", "largest=False", "TopKV2 %3: attribute largest is False, was True"),
        ("largest=True, ", "", "TopKV2 %3: attribute largest is not set, was True"),
        ("int32[4, 2]", "int64[4, 2]", "TopKV2 %3: dtype of output 1 is int64, was int32"),
        ("%1) -> float32[4, 8]", "%1) -> float32[s0, 8]", "Mul %2: shape of output is [s0, 8], was [4, 8]"),
        ("static graph", "dynamic graph", "a static graph became a dynamic graph"),
        ("'a, (b') ->", "'a, (b') after %1 ->", "the text is refused"),
        (", %3.values: float32[4, 2]", "", "NetOutput: 1 outputs, were 2"),
        (GRAPH, GRAPH + GRAPH, "number of GE graphs: 1 before, 2 now"),
    ],
)
def test_each_kind_of_change_has_its_sentence(before: str, after: str, words: str) -> None:
    assert before in GRAPH
    if words == "the text is refused":
        with pytest.raises(ValueError, match="expected ' -> outputs'"):
            describe_changes(GRAPH, GRAPH.replace(before, after))
        return
    assert words in describe_changes(GRAPH, GRAPH.replace(before, after))


def test_a_node_in_between_is_one_change() -> None:
    after = GRAPH.replace("%3", "%4").replace(
        "  %4 = TopKV2(x=%2", "  %3 = Relu(x=%2) -> float32[4, 8]\n  %4 = TopKV2(x=%3"
    )
    assert describe_changes(GRAPH, after) == ["node added: Relu %3 -> float32[4, 8] from Mul %2 to TopKV2 %4"]
    assert describe_changes(after, GRAPH) == [
        "node removed: Relu %3 -> float32[4, 8] from Mul %2 to TopKV2 %4"
    ]


def test_equal_graphs_have_no_changes() -> None:
    assert describe_changes(GRAPH, GRAPH) == []


PROJECT = {
    "test_model.py": """
import pytest, torch

@pytest.mark.parametrize("factor", [2])
def test_scale(graph_snapshot, factor):
    graph_snapshot(lambda x: x * factor, torch.ones(3))
    graph_snapshot(torch.relu, torch.ones(3))

class TestA:
    def test_scale(self, graph_snapshot):
        graph_snapshot(torch.abs, torch.ones(3))
""",
    "more/test_model.py": """
import torch

def test_scale(graph_snapshot):
    graph_snapshot(torch.neg, torch.ones(3))
""",
    "more/test_twice.py": """
import pytest, torch

@pytest.mark.parametrize("i", [0, 1])
def test_twice(graph_snapshot, i):
    graph_snapshot(torch.relu, torch.ones(3), name="one")
""",
}


def test_the_plugin_in_a_project_of_its_own(tmp_path: Path) -> None:
    """Names, folders, options and messages, in fresh processes as a user has them."""
    for name, source in PROJECT.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(source)
    pytest_command = [Path(sys.executable).with_name("pytest"), "-q", "--import-mode=importlib", "."]
    accepted = run([*pytest_command, "-n2", "--dist=loadfile", "--update-graphs"], cwd=tmp_path)
    assert f"golden file {tmp_path}/more/golden/one.txt is that of more/test_twice.py::test_twice[0]" in (
        accepted.stdout
    )
    assert "graph_snapshot: wrote 5 golden files" in accepted.stdout
    (tmp_path / "more/test_twice.py").unlink()
    golden = {path.relative_to(tmp_path).as_posix(): path for path in tmp_path.rglob("*.txt")}
    assert sorted(golden) == [
        "golden/test_model/TestA.test_scale.txt",
        "golden/test_model/test_scale-2.2.txt",
        "golden/test_model/test_scale-2.txt",
        "more/golden/one.txt",
        "more/golden/test_model/test_scale.txt",
    ]
    # Another system's ends of lines, and a file of a test that is gone.
    first = golden["golden/test_model/test_scale-2.txt"]
    first.write_bytes(first.read_bytes().replace(b"\n", b"\r\n"))
    old = tmp_path / "more/golden/test_model/test_old.txt"
    old.touch()
    unchanged = run(pytest_command, cwd=tmp_path)
    assert unchanged.returncode == 0, unchanged.stdout
    assert f"no test uses {old}: delete it" in unchanged.stdout
    assert unchanged.stdout.count("no test uses") == 1
    test = tmp_path / "test_model.py"
    test.write_text(PROJECT["test_model.py"].replace("x * factor", "x * factor + 1"))
    changed = run(pytest_command, cwd=tmp_path)
    assert changed.returncode == 1
    assert "node added: Add" in changed.stdout
    assert "pytest test_model.py --update-graphs" in changed.stdout
    assert "torch.__trace" not in changed.stdout
    assert "snapshot.py" not in changed.stdout


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "golden").touch()
    with pytest.raises(AssertionError, match=r"golden/model.txt cannot be written: "):
        GraphSnapshot(tmp_path / "golden", update=True)(torch.relu, X, name="model")
