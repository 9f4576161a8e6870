# SPDX-License-Identifier: Apache-2.0
"""Every operator, for arbitrary calls: Meta, eager, compiled static and dynamic agree; values are exact.

Each example is a list of calls that are compiled into one graph: 2,000 calls by default, 100,000 with
``--thorough``. That a static graph runs at all shows that GE inferred the shapes and dtypes of Meta: TorchAir
compares them.
"""

from __future__ import annotations

import gc
import itertools
from collections.abc import Callable, Iterator

import pytest
import torch
import torchair
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from support.cases import assert_same
from support.operator_cases import Case, cases
from support.progress import shown

CALLS_PER_GRAPH = 40
CALLS = 2_000
THOROUGH_CALLS = 100_000


def compiled_results(
    calls: list[Case], inputs: list[list[torch.Tensor]], dynamic: bool
) -> list[torch.Tensor]:
    graphs = 0
    backend = torchair.get_npu_backend(compiler_config=torchair.CompilerConfig())
    functions = [call.function() for call in calls]

    def count(module: torch.fx.GraphModule, example_inputs: list[torch.Tensor]) -> Callable[..., object]:
        nonlocal graphs
        graphs += 1
        return backend(module, example_inputs)

    def run(inputs: list[list[torch.Tensor]]) -> list[torch.Tensor]:
        return [function(*tensors) for function, tensors in zip(functions, inputs, strict=True)]

    torch._dynamo.reset()
    # Numbers are constants at once: TorchAir refuses symbolic ones, and dynamo would trace everything twice.
    with torch._dynamo.config.patch(specialize_float=True):
        results = torch.compile(run, backend=count, fullgraph=True, dynamic=dynamic)(inputs)
    assert graphs == 1
    return results


@pytest.fixture
def few_collections() -> Iterator[None]:
    """Tracing makes so many objects that the collections of garbage take a tenth of its time: once for each
    graph is enough."""
    gc.collect()
    gc.freeze()
    gc.disable()
    yield
    gc.enable()
    gc.unfreeze()


def check(calls: list[Case]) -> None:
    inputs = [[tensor.npu() for tensor in call.inputs()] for call in calls]
    eager = [call.run(*tensors) for call, tensors in zip(calls, inputs, strict=True)]
    for call, result in zip(calls, eager, strict=True):
        meta = call.run(*(tensor.to("meta") for tensor in call.inputs()))
        assert (meta.dtype, meta.shape) == (result.dtype, result.shape)
        if call.operator != "ascendc_add_":  # that result is a framework operator's
            assert meta.stride() == result.stride()
        call.check(result)
    for dynamic in (False, True):
        for compiled, result in zip(compiled_results(calls, inputs, dynamic), eager, strict=True):
            assert_same(compiled, result.cpu())
        gc.collect()


@pytest.mark.usefixtures("few_collections")
def test_every_operator(request: pytest.FixtureRequest) -> None:
    calls = THOROUGH_CALLS if request.config.getoption("--thorough") else CALLS
    profile = settings(
        max_examples=calls // CALLS_PER_GRAPH,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.generate],  # shrinking compiled calls takes hours
    )
    lists = st.lists(cases(), min_size=CALLS_PER_GRAPH, max_size=CALLS_PER_GRAPH)
    steps = shown(itertools.count(), profile.max_examples, "graphs of calls")

    def check_and_count(calls: list[Case]) -> None:
        next(steps)
        check(calls)

    profile(given(lists)(check_and_count))()
