# SPDX-License-Identifier: Apache-2.0
"""What the doctor found, as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Literal

Status = Literal["ok", "warning", "problem"]
Report = Sequence["Check"]


@dataclass(frozen=True)
class Check:
    """One thing that was looked at.

    Attributes:
        name: what was looked at.
        status: ok, warning (may be what you want) or problem (does not work).
        found: what is there.
        advice: what to do; empty when ok.
        failure: name of the usual failure that this is (``FAILURES``), or empty.
    """

    name: str
    status: Status
    found: str
    advice: str = ""
    failure: str = ""


def overall(report: Report) -> Status:
    """The worst status of all checks."""
    statuses = {check.status for check in report}
    return "problem" if "problem" in statuses else "warning" if "warning" in statuses else "ok"


def as_json(report: Report) -> str:
    """An object with ``status`` and ``checks``, each with the fields of ``Check``."""
    return json.dumps({"status": overall(report), "checks": [asdict(check) for check in report]}, indent=2)


def as_text(report: Report) -> str:
    """A line for each check; below those that are not ok, what to do."""
    width = max((len(check.name) for check in report), default=0)
    lines = []
    for check in report:
        first, *rest = check.found.splitlines() or [""]
        named = f" [{check.failure}]" if check.failure else ""
        lines.append(f"{check.name:<{width}}  {check.status:<8} {first}{named}".rstrip())
        lines += [" " * (width + 11) + line for line in rest]
        lines += [" " * (width + 8) + f"-> {line}" for line in check.advice.splitlines()]
    counts = [f"{sum(c.status == s for c in report)} {s}" for s in ("ok", "warning", "problem")]
    return "\n".join([*lines, "", f"{overall(report)}: {', '.join(counts)}"])
