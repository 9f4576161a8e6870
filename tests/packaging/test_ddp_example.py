# SPDX-License-Identifier: Apache-2.0
"""examples/ddp.py: two processes train together and end where one process would."""

from __future__ import annotations

import re
import sys

import torch

from support.native import ROOT
from support.processes import output_of, run


def test_distributed_training_equals_training_alone(second_device: torch.device) -> None:
    printed = output_of(run([sys.executable, ROOT / "examples" / "ddp.py"], cwd=ROOT / "examples"))
    first, last = map(float, re.findall(r"loss (\S+) -> (\S+),", printed)[0])
    assert last < first / 2
    assert "largest difference: losses" in printed
