# SPDX-License-Identifier: Apache-2.0
"""A virtual environment of its own, whose Python runs without the caller's CANN."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

_EMULATOR_VARIABLES = ("ASCEND_", "CANN_EMULATOR_", "LD_LIBRARY_PATH", "CMAKE_PREFIX_PATH", "PYTHON")


@dataclass(frozen=True)
class Environment:
    """``run`` starts its Python without any CANN variable but those in ``variables``."""

    root: Path
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def python(self) -> Path:
        return self.root / "bin" / "python"

    @property
    def site_packages(self) -> Path:
        return next(self.root.glob("lib/python*/site-packages"))

    def run(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        inherited = {k: v for k, v in os.environ.items() if not k.startswith(_EMULATOR_VARIABLES)}
        return subprocess.run(
            [str(self.python), *arguments],
            env={**inherited, **self.variables, **variables},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    def emulator(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        return self.run("-m", "cann_emulator", *arguments, **variables)

    def output(self, code: str, *flags: str, **variables: str) -> str:
        """What ``python -c code`` prints; it must succeed and print nothing on stderr."""
        result = self.run(*flags, "-c", code, **variables)
        assert (result.returncode, result.stderr) == (0, "")
        return result.stdout.strip()
