# SPDX-License-Identifier: Apache-2.0
"""Random numbers of compiled graphs are those of torch's CPU stream for the seed, call after call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
import torchair
from torch import Tensor

F = torch.nn.functional

FUNCTIONS: dict[str, Callable[[Tensor], Any]] = {
    "randn": lambda x: torch.randn(7, device=x.device),
    "two": lambda x: (torch.randn(300, device=x.device), torch.randn(3, device=x.device)),
    "rand": lambda x: torch.rand(5, dtype=torch.float16, device=x.device),
    "randperm": lambda x: torch.randperm(9, device=x.device),
    "multinomial": lambda x: torch.multinomial(x, 4),
    "uniform": lambda x: torch.empty_like(x).uniform_(-1, 1),
    "bernoulli": lambda x: torch.bernoulli(x * 0.25),
    "dropout": lambda x: F.dropout(x, 0.25),
    "mixed": lambda x: (F.dropout(x, 0.5), torch.randn(20, device=x.device), F.dropout(x * 2, 0.1)),
}


def _tensors(result: Any) -> list[Tensor]:
    return [x.cpu() for x in (result if isinstance(result, tuple) else (result,))]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_stream_of_a_seed(name: str) -> None:
    function, x = FUNCTIONS[name], torch.ones(13)
    torch.manual_seed(5)
    expected = [_tensors(function(x)) for _ in range(3)]
    torch._dynamo.reset()
    backend = torchair.get_npu_backend(compiler_config=torchair.CompilerConfig())
    compiled = torch.compile(function, backend=backend, fullgraph=True, dynamic=False)
    for _ in range(2):  # the second time from the start again
        torch.npu.manual_seed(5)
        for each in expected:
            torch.testing.assert_close(_tensors(compiled(x.npu())), each, rtol=1e-6, atol=0)
