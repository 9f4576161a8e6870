# SPDX-License-Identifier: Apache-2.0
"""The checker on the repository's own kernels: silent on the originals, not on mutants that break a rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import subjects
from source_mutants import mutate

if TYPE_CHECKING:
    from pathlib import Path

    from asc_library import Compiler

SOURCE = """\
{
  pipe.InitBuffer(queue, 2, size);
  DataCopy(local, gm[offset], count);
  SetFlag<HardEvent::MTE2_V>(0);
  WaitFlag<HardEvent::MTE2_V>(0);  // PipeBarrier<PIPE_ALL>();
  queue.EnQue(local);
  local = queue.template DeQue<half>();
}
"""


def test_what_is_broken() -> None:
    assert mutate(SOURCE, first=5).changes == {
        5: "line 2: half of InitBuffer(queue, 2, size)",
        6: "line 3: gm[offset] 8 elements further",
        7: "line 3: count and 8 elements more",
        8: "line 3: DataCopy(local, gm[offset], count) after SetFlag<HardEvent::MTE2_V>(0)",
        9: "line 4: without SetFlag<HardEvent::MTE2_V>(0)",
        10: "line 4: without all flags of HardEvent::MTE2_V",
        11: "line 5: without WaitFlag<HardEvent::MTE2_V>(0)",
        12: "line 6: without queue.EnQue(local)",
        13: "line 7: without queue.template DeQue<half>()",
    }


def test_kernels_of_the_repository(compiler: Compiler, tmp_path: Path) -> None:
    score = subjects.measure(subjects.build(compiler, tmp_path))
    assert score.false_reports == []
    assert score.missed == []
    assert score.mutants >= 42
    assert sum("DeQue" in change for change in score.reports) >= 7
