# SPDX-License-Identifier: Apache-2.0
"""The environment variables that the emulator reads. ``info`` and README.md show this table."""

from __future__ import annotations

from typing import NamedTuple


class Setting(NamedTuple):
    name: str
    default: str
    meaning: str


SETTINGS = (
    Setting(
        "CANN_EMULATOR_HOME", "the sourced or installed one", "CANN home to use, e.g. home/ of a build tree"
    ),
    Setting("CANN_EMULATOR_SOC", "Ascend910B1", "SoC to emulate: its core count, memory sizes and clocks"),
    Setting("CANN_EMULATOR_DEVICES", "1", "number of devices"),
    Setting("CANN_EMULATOR_MEMORY", "the SoC's", "memory of each device in bytes; K, M or G may follow"),
    Setting(
        "CANN_EMULATOR_CHECK",
        "on",
        "off: faster, without the checks of kernels and device memory; strict: also what the compiler orders "
        "and operators that launch something else when called again",
    ),
    Setting("CANN_EMULATOR_CHECK_REPORT", "none", "JSON file for all hazards; launches go on after one"),
    Setting(
        "CANN_EMULATOR_LATE_EFFECTS",
        "on",
        "off: instructions of checked kernels take effect in program order, not as late as the waits allow",
    ),
    Setting("CANN_EMULATOR_BLOCK_SEED", "none", "number that shuffles the order in which blocks start"),
    Setting(
        "CANN_EMULATOR_ATEN", "on", "off: without the ATen operators that torch_npu itself does not serve"
    ),
    Setting("CANN_EMULATOR_FINITE", "off", "on: an operator that makes inf or nan from finite inputs fails"),
    Setting(
        "CANN_EMULATOR_COMPARE",
        "off",
        "1: values of compiled graphs against the CPU's, a table on stderr with the node that is wrong first",
    ),
    Setting("CANN_EMULATOR_LOG", "error", "least severe messages on stderr: debug, info, warning or error"),
    Setting("CANN_EMULATOR_THREADS", "all processors", "threads that run a kernel's blocks"),
    Setting("CANN_EMULATOR_TIMEOUT", "none", "seconds after which a block is stopped, with its place"),
    Setting("CANN_EMULATOR_GRAPH_DUMP", "none", "folder for compiled graphs as text, a file for each graph"),
    Setting(
        "CANN_EMULATOR_OP_DELAY_MS", "0", "milliseconds by which operators are late: shows missing waits"
    ),
    Setting("CANN_EMULATOR_TRACE", "none", "folder for the modelled times of kernels; 'trace' sets it"),
    Setting(
        "CANN_EMULATOR_TORCH",
        "the installed one",
        "folder of the torch package whose CPU library programs without Python load for GE's operators",
    ),
    Setting("CANN_EMULATOR_PYTHON", "the home's", "Python interpreter that the .asc compiler runs on"),
)


def markdown_table() -> str:
    rows = [f"| `{s.name}` | {s.default} | {s.meaning} |" for s in SETTINGS]
    return "\n".join(["| Variable | Default | Meaning |", "| --- | --- | --- |", *rows])
