# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the runtime's tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from acl_runtime import Acl


@pytest.fixture
def acl(cann_home: Path) -> Iterator[Acl]:
    """The runtime with device 0 current; no error or memory may be left behind."""
    runtime = Acl(cann_home)
    runtime.call("aclrtSetDevice", 0)
    runtime.message()
    free, _ = runtime.memory()
    yield runtime
    runtime.code("aclrtSynchronizeDevice")
    assert runtime.memory()[0] == free, "device memory was not given back"
