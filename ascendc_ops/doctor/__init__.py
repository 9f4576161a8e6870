# SPDX-License-Identifier: Apache-2.0
"""Why an environment does not work: ``python -m ascendc_ops doctor``.

Imports neither torch nor the plugin's library: what may be broken is tried in a process of its own.
"""

from __future__ import annotations

from ascendc_ops.doctor.failures import FAILURES, Failure, recognise
from ascendc_ops.doctor.process import check_process
from ascendc_ops.doctor.report import Check, Report, Status, as_json, as_text

__all__ = [
    "FAILURES",
    "Check",
    "Failure",
    "Report",
    "Status",
    "as_json",
    "as_text",
    "check_process",
    "recognise",
]
