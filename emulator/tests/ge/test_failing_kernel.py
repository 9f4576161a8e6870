# SPDX-License-Identifier: Apache-2.0
"""A kernel that fails in a graph: the report names the kernel, the line and the node that launched it."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path

import pytest
from ge_driver import MADE_BY_GE, Driver, GeError, Session, tensor
from ge_models import FLOAT, ModelBuilder

SOURCE = Path(__file__).with_name("failing_kernel.asc")
LINE = 1 + next(i for i, line in enumerate(SOURCE.read_text().splitlines()) if "assert(" in line)


@pytest.fixture(scope="module", autouse=True)
def operators(driver: Driver, cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    library = tmp_path_factory.mktemp("failing") / "libfailing.so"
    bisheng = [
        cann_home / "bin" / "bisheng",
        "--npu-arch=dav-2201",
        "-shared",
        "-fPIC",
        SOURCE,
        "-o",
        library,
    ]
    link = [f"-L{cann_home / 'lib64'}", "-Wl,--no-as-needed", "-lgert", "-lascendcl"]
    result = subprocess.run([*bisheng, *link], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
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
