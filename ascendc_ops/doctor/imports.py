# SPDX-License-Identifier: Apache-2.0
"""The checks that import torch, torch_npu, torchair and the plugin, in a process of their own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ascendc_ops.doctor import probe
from ascendc_ops.doctor.failures import FAILURES, recognise
from ascendc_ops.doctor.report import Check

_TIMEOUT_S = 300
# Where one of these fails the later ones say nothing new.
_BASIS = ("torch", "torch_npu")
_CANN_LIBRARIES = ("libascendcl.so", "libge_runner.so", "libhccl.so", "libruntime.so", "libatb.so")


@contextmanager
def _own_folder() -> Iterator[str | None]:
    """A folder for what CANN and torch write (caches, logs); where none can be made, that of this process."""
    try:
        made = tempfile.TemporaryDirectory(prefix="ascendc_ops_doctor_")
    except OSError:
        yield None
        return
    with made as folder:
        yield folder


def run_probe(environ: Mapping[str, str]) -> tuple[list[dict[str, Any]], str]:
    """The probe's lines, and how its process ended if it did not end well."""
    source = Path(probe.__file__).read_text(encoding="utf-8")
    with _own_folder() as folder:
        try:
            done = subprocess.run(
                [sys.executable, "-c", source, *probe.STEPS],
                cwd=folder,
                env={**environ, "PYTHONDONTWRITEBYTECODE": "1"},
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=_TIMEOUT_S,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            text = error.stdout or b""
            printed = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
            return _lines(printed), f"did not answer within {_TIMEOUT_S} s"
    ended = ""
    if done.returncode < 0:
        ended = f"the process died: {signal.Signals(-done.returncode).name}"
    elif done.returncode > 0:
        ended = f"the process ended with status {done.returncode}"
    return _lines(done.stdout), f"{ended}\n{_without_frames(done.stderr)[-2000:]}".strip() if ended else ""


def _without_frames(text: str) -> str:
    """A C++ program's last words without the addresses that torch prints below them."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("frame #"))


def _lines(text: str) -> list[dict[str, Any]]:
    return [
        json.loads(line.removeprefix(probe.MARK)) for line in text.splitlines() if line.startswith(probe.MARK)
    ]


def import_checks(environ: Mapping[str, str]) -> list[Check]:
    """A check for each step of the probe, then which CANN was really loaded."""
    lines, ended = run_probe(environ)
    checks: list[Check] = []
    answered = {line["step"]: line for line in lines}
    for step in probe.STEPS:
        line = answered.get(step)
        if line is None:
            checks.append(_failed(step, ended or "no answer", environ))
            break
        if line["ok"]:
            checks.append(Check(step, "ok", f"{line['found']}, {line['seconds']:.1f} s"))
            continue
        checks.append(_failed(step, line["error"], environ))
        if step in _BASIS:
            checks += _autoload(step, environ)
            break
    return checks + _loaded(answered.get("libraries", {}).get("paths", []), environ)


def _failed(step: str, error: str, environ: Mapping[str, str]) -> Check:
    failure = recognise(error, environ)
    first, *rest = error.strip().splitlines()
    cause = next((i for i in reversed(range(len(rest))) if "Error" in rest[i]), None)
    # A traceback's first line says nothing; how a process ended does.
    head = [] if first.startswith("Traceback") else [first]
    tail = [*head, *(rest if cause is None else rest[cause:])][:12]
    if failure is None:
        return Check(step, "problem", "\n".join(tail), "see the message; it is none of the usual failures")
    return Check(step, "problem", "\n".join(tail), f"{failure.meaning}\n{failure.advice}", failure.name)


def _autoload(step: str, environ: Mapping[str, str]) -> list[Check]:
    if step != "torch_npu" or environ.get("TORCH_DEVICE_BACKEND_AUTOLOAD") == "0":
        return []
    failure = FAILURES["autoload-hides-cause"]
    found = "on: `import torch` fails as well, because of torch_npu"
    return [Check("autoload", "warning", found, failure.advice, failure.name)]


def _loaded(paths: list[str], environ: Mapping[str, str]) -> list[Check]:
    """Whether the libraries that were loaded are those of the CANN that was meant."""
    meant = os.path.realpath(environ["ASCEND_HOME_PATH"]) if environ.get("ASCEND_HOME_PATH") else ""
    found = {
        name: path for path in paths for name in _CANN_LIBRARIES if os.path.basename(path).startswith(name)
    }
    if not found:
        return []
    others = {
        name: path for name, path in found.items() if meant and not os.path.realpath(path).startswith(meant)
    }
    if others:
        failure = FAILURES["two-cann-trees"]
        listed = "\n".join(f"{name} from {path}" for name, path in others.items())
        text = f"loaded from elsewhere than ASCEND_HOME_PATH={meant}:\n{listed}"
        return [Check("loaded CANN", "problem", text, failure.advice, failure.name)]
    return [
        Check(
            "loaded CANN", "ok", f"{len(found)} of its libraries from {os.path.dirname(found.popitem()[1])}"
        )
    ]
