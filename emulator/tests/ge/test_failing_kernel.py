# SPDX-License-Identifier: Apache-2.0
"""A kernel that fails in a graph: the report names the kernel, the line and the node that launched it."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest
from ge_driver import MADE_BY_GE, Driver, GeError, KernelCompiler, Session, tensor
from ge_models import FLOAT, ModelBuilder

SOURCE = Path(__file__).with_name("failing_kernel.asc")
LINE = 1 + next(i for i, line in enumerate(SOURCE.read_text().splitlines()) if "assert(" in line)


@pytest.fixture(scope="module", autouse=True)
def operators(
    driver: Driver, compile_kernel: KernelCompiler, tmp_path_factory: pytest.TempPathFactory
) -> None:
    library = compile_kernel(SOURCE.name, tmp_path_factory.mktemp("failing") / "libfailing.so")
    ctypes.CDLL(str(library))


@pytest.mark.parametrize("dims", [[2], [-1]])
def test_the_node_that_launched_it_is_named(driver: Driver, dims: list[int]) -> None:
    """Also where a static graph replays the launch."""
    model = ModelBuilder()
    failing = model.node("TestFailingKernel", [("x", model.data(FLOAT, dims))], ["y"], name="third_of_three")
    session = Session(driver, model.output(failing))
    for _ in range(2):
        with pytest.raises(GeError) as caught:
            session.run(tensor(1, 2), outputs=[(MADE_BY_GE, 8)])
        message = str(caught.value)
        assert "kernel failing_kernel" in message
        assert f"failing_kernel.asc:{LINE}" in message
        assert message.count('launched by node "third_of_three" (TestFailingKernel)') == 1
    session.close()
