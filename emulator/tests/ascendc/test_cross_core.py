# SPDX-License-Identifier: Apache-2.0
"""Synchronisation between blocks: results, races, deadlocks that are reported instead of hanging."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
import torch
from asc_library import KernelError, Library

if TYPE_CHECKING:
    from collections.abc import Callable

    from asc_library import Compiler

    Build = Callable[[str], Library]

TILE = 64
WORKSPACE = 48 * TILE * 2


@pytest.fixture(scope="module")
def kernels(library: Build) -> Library:
    return library("cross_core")


def run(library: Library, case: str, blocks: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Input and result as [blocks, TILE]."""
    x = torch.arange(1.0, blocks * TILE + 1)
    result = library.run(case, torch.zeros_like(x), x, torch.zeros(WORKSPACE), blocks=blocks)
    return x.reshape(blocks, TILE), result.reshape(blocks, TILE)


def error_of(library: Library, case: str, blocks: int) -> str:
    with pytest.raises(KernelError) as error:
        run(library, case, blocks)
    return re.sub(r"/\S*/", "", str(error.value))


@pytest.mark.parametrize("blocks", [2, 7, 48])
@pytest.mark.parametrize(
    ("case", "factor"), [("sync_all", 4), ("sync_all_soft", 2), ("flags", 2), ("events", 2)]
)
def test_exchange(kernels: Library, case: str, factor: int, blocks: int) -> None:
    x, result = run(kernels, case, blocks)
    assert torch.equal(result, factor * x.roll(1, 0))


def test_turns(kernels: Library) -> None:
    x, result = run(kernels, "turns", 5)
    expected = torch.zeros(TILE)
    for _ in range(2):
        for tile in x:
            expected += tile
    assert torch.equal(result[0], expected)


def test_group(kernels: Library) -> None:
    x, result = run(kernels, "group", 6)
    assert torch.equal(result[5], 2 * x[4])
    assert not result[:5].any()


@pytest.mark.parametrize("case", ["race", "wrong_pipe", "sync_once"])
def test_race(kernels: Library, case: str) -> None:
    message = error_of(kernels, case, 4)
    assert re.search(r"block \d of 4: DataCopy at cross_core.asc:\d+: reads device memory", message)
    assert re.search(r"which block \d writes too \(DataCopy at cross_core.asc:\d+\)", message)


def test_deadlocks(kernels: Library) -> None:
    message = error_of(kernels, "one_stays_away", 3)
    assert re.fullmatch(
        r"kernel one_stays_away, block 0 of 3: SyncAll at cross_core.asc:(\d+): deadlock: "
        r"block 0 waits at cross_core.asc:\1 \(SyncAll\) for SyncAll of block 1, "
        r"block 2 waits at cross_core.asc:\1 \(SyncAll\) for SyncAll of block 1; 1 other block has ended; "
        r"every wait needs a call that comes before it in another block",
        message,
    )
    message = error_of(kernels, "wait_in_circle", 2)
    assert re.search(
        r"deadlock: block 0 waits at \S+ \(IBWait\) for IBSet of block index 1, event 2, "
        r"block 1 waits at \S+ \(IBWait\) for IBSet of block index 0, event 2; every wait",
        message,
    )
    message = error_of(kernels, "flag_never_set", 48)
    assert "for CrossCoreSetFlag(7) of block 0 and CrossCoreSetFlag(7) of block 1 and" in message
    assert "and 44 more, " in message
    assert "and 44 more blocks wait; every wait" in message


def test_other_mistakes(kernels: Library) -> None:
    assert "flag 1 was set 16 times ahead of its waits; its counter ends at 15" in error_of(
        kernels, "flag_set_too_often", 1
    )
    assert "gmWorkspace holds bytes that are not 0" in error_of(kernels, "dirty_workspace", 48)
    assert "the launch has 49 blocks, but Ascend910B1 has 48 vector cores" in error_of(
        kernels, "too_many_blocks", 49
    )


def test_a_failure_ends_the_wait_of_the_others(kernels: Library) -> None:
    assert "block 1 of 4: ascendc_assert" in error_of(kernels, "failure_of_another", 4)


def test_mutex_belongs_to_the_other_architecture(compiler: Compiler, tmp_path: object) -> None:
    source = f"{tmp_path}/mutex.asc"
    with open(source, "w", encoding="utf-8") as stream:
        stream.write(
            '#include "kernel_operator.h"\n'
            "__global__ __vector__ void k() { AscendC::Mutex::Lock<PIPE_V>(0); }\n"
        )
    result = compiler.run("-c", source, "-o", f"{tmp_path}/mutex.o")
    assert "Mutex belongs to dav-3510; on dav-2201 use SetFlag and WaitFlag" in result.stderr
