# SPDX-License-Identifier: Apache-2.0
"""Late effects: a missing wait gives a wrong number; blocks in another order do not change a right one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from asc_process import run_script

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from asc_library import Library

    Build = Callable[[str], Library]

# Runs mutants of kernels that add x and y; findings go to a file, so that launches end with their numbers.
SCRIPT = """
from mutation import BLOCKS, ELEMENTS, TILE
library = Library(sys.argv[1])
for kernel, place in zip(sys.argv[2::2], sys.argv[3::2]):
    elements = ELEMENTS.get(kernel, BLOCKS * TILE)
    x, y = torch.rand(elements), torch.rand(elements)
    z = library.run(kernel, torch.zeros(elements), x, y, blocks=BLOCKS, number=int(place))
    print("right" if torch.equal(z, x + y) else "wrong")
"""
ORIGINALS = ("barriers 0", "flags 0")
# What they lack: waits for a copy in, for the vector unit, for readers of a buffer that is filled again.
MUTANTS = ("barriers 6", "barriers 9", "flags 2", "flags 3", "flags 6", "flags 11")


def run(library: Build, tmp_path: Path, *cases: str, **variables: str) -> list[str]:
    variables["CANN_EMULATOR_CHECK_REPORT"] = str(tmp_path / "findings.json")
    words = [word for case in cases for word in case.split()]
    return run_script(SCRIPT, library("mutants").path, *words, **variables).stdout.split()


def test_missing_wait_gives_a_wrong_number(library: Build, tmp_path: Path) -> None:
    results = run(library, tmp_path, *ORIGINALS, *MUTANTS)
    assert results == ["right"] * len(ORIGINALS) + ["wrong"] * len(MUTANTS)


def test_effects_in_program_order(library: Build, tmp_path: Path) -> None:
    results = run(library, tmp_path, *MUTANTS, CANN_EMULATOR_LATE_EFFECTS="off")
    assert results == ["right"] * len(MUTANTS)


@pytest.mark.parametrize("seed", ["1", "2"])
def test_shuffled_blocks(library: Build, tmp_path: Path, seed: str) -> None:
    results = run(library, tmp_path, *ORIGINALS, CANN_EMULATOR_BLOCK_SEED=seed, CANN_EMULATOR_THREADS="1")
    assert results == ["right"] * len(ORIGINALS)
