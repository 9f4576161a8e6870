# SPDX-License-Identifier: Apache-2.0
"""Checks many cases in several processes. One that crashes or hangs costs its case, not the run."""

from __future__ import annotations

import json
import os
import queue
import select
import subprocess
import sys
import threading
from collections.abc import Iterable
from pathlib import Path

from tqdm import tqdm

# Of one call, in seconds.
TIME_LIMIT = 120


class _Worker:
    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("conformance_worker.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
            env={**os.environ, "OMP_NUM_THREADS": "1"},
        )

    def check(self, mode: str, name: str) -> str | None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{mode} {name}\n")
        ready, _, _ = select.select([self._process.stdout], [], [], TIME_LIMIT)
        answer = self._process.stdout.readline() if ready else ""
        if answer:
            reason: str | None
            reason, works = json.loads(answer)
            if not works:
                self.stop()
            return reason
        self.stop()
        return f"crashes: exit status {self._process.returncode}" if ready else f"hangs: {TIME_LIMIT} s"

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def stop(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def check_all(cases: Iterable[tuple[str, str]], jobs: int) -> dict[tuple[str, str], str | None]:
    """``conformance_check.check`` of every (mode, name)."""
    waiting: queue.SimpleQueue[tuple[str, str]] = queue.SimpleQueue()
    for case in cases:
        waiting.put(case)
    results: dict[tuple[str, str], str | None] = {}

    def work() -> None:
        worker = _Worker()
        while True:
            try:
                mode, name = waiting.get_nowait()
            except queue.Empty:
                break
            if not worker.alive:
                worker = _Worker()
            results[mode, name] = worker.check(mode, name)
            shown.update()
        worker.stop()

    # In a terminal alone, and not in continuous integration.
    shown = tqdm(total=waiting.qsize(), unit="call", leave=False, disable=bool(os.environ.get("CI")) or None)
    threads = [threading.Thread(target=work) for _ in range(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    shown.close()
    return results
