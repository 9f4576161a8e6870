# SPDX-License-Identifier: Apache-2.0
"""ACL through ctypes, for tests: calls that must succeed, calls that must fail, and programs of their own."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

PARAM_INVALID = 107000
INVALID_DEVICE = 107001
CONTEXT_NULL = 107002
EVENT_TIMESTAMP_INVALID = 107006
OUT_OF_MEMORY = 207001
FEATURE_UNSUPPORTED = 200006
STREAM_SYNC_TIMEOUT = 507046
EVENT_SYNC_TIMEOUT = 507047
INVALID_PARAM = 100000

HOST_TO_HOST, HOST_TO_DEVICE, DEVICE_TO_HOST, DEVICE_TO_DEVICE, DEFAULT_KIND = range(5)

POISON = b"\xf5\xff"  # what unwritten device memory holds, every two bytes

HOST_FUNCTION = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class AclError(Exception):
    """A call returned an error code; the message is aclGetRecentErrMsg()."""

    def __init__(self, function: str, code: int, message: str) -> None:
        super().__init__(f"{function} returned {code}: {message}")
        self.code = code
        self.message = message


def convert(argument: Any) -> Any:
    """Python's integers become 64-bit ones: addresses and sizes are."""
    return ctypes.c_int64(argument) if isinstance(argument, int) else argument


class Acl:
    """libascendcl.so of a CANN home."""

    def __init__(self, home: Path) -> None:
        self.library = ctypes.CDLL(str(home / "lib64" / "libascendcl.so"), mode=ctypes.RTLD_GLOBAL)
        self.library.aclGetRecentErrMsg.restype = ctypes.c_char_p
        self.library.aclrtGetSocName.restype = ctypes.c_char_p
        self._callbacks: list[Any] = []

    def code(self, function: str, *arguments: Any) -> int:
        """The result of a call, whatever it is."""
        return int(getattr(self.library, function)(*map(convert, arguments)))

    def message(self) -> str | None:
        text = self.library.aclGetRecentErrMsg()
        return None if text is None else text.decode()

    def call(self, function: str, *arguments: Any) -> None:
        """A call that must succeed; raises AclError."""
        code = self.code(function, *arguments)
        if code != 0:
            raise AclError(function, code, self.message() or "")

    def get(self, function: str, *arguments: Any, kind: Any = ctypes.c_void_p) -> Any:
        """A call whose first argument is where the result goes."""
        result = kind()
        self.call(function, ctypes.byref(result), *arguments)
        return result.value

    def ask(self, function: str, *arguments: Any, kind: Any = ctypes.c_int) -> Any:
        """A call whose last argument is where the result goes."""
        result = kind()
        self.call(function, *arguments, ctypes.byref(result))
        return result.value

    def malloc(self, size: int) -> int:
        return int(self.get("aclrtMalloc", size, 0))

    def memory(self) -> tuple[int, int]:
        """Free and total bytes of the current device."""
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        self.call("aclrtGetMemInfo", 1, ctypes.byref(free), ctypes.byref(total))
        return free.value, total.value

    def read(self, address: int, size: int) -> bytes:
        """Device memory, through ACL."""
        buffer = ctypes.create_string_buffer(size)
        self.call("aclrtMemcpy", buffer, size, address, size, DEVICE_TO_HOST)
        return buffer.raw

    def write(self, address: int, data: bytes) -> None:
        self.call("aclrtMemcpy", address, len(data), data, len(data), HOST_TO_DEVICE)

    def stream(self) -> int:
        return int(self.get("aclrtCreateStream"))

    def event(self) -> int:
        return int(self.get("aclrtCreateEventExWithFlag", 0x9))

    def launch(self, stream: int | None, work: Callable[[], object]) -> None:
        """Queues a Python function on a stream."""
        callback = HOST_FUNCTION(lambda _: work() and None)
        self._callbacks.append(callback)  # keeps it alive until the stream has run it
        self.call("aclrtLaunchHostFunc", stream, callback, None)

    def sleep(self, stream: int | None, seconds: float) -> None:
        """Queues a pause on a stream."""
        self.launch(stream, lambda: time.sleep(seconds))

    def fail(self, stream: int) -> None:
        """Queues a task that fails when it runs: a copy from memory that is freed before."""
        victim = self.malloc(64)
        self.sleep(stream, 0.05)
        self.call("aclrtMemsetAsync", victim, 64, 0, 64, stream)
        self.call("aclrtFree", victim)


def run_python(source: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs Python source in a process of its own that can import this module."""
    variables = {**os.environ, **environment}
    variables["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), variables.get("PYTHONPATH", "")])
    command = [sys.executable, "-c", textwrap.dedent(source)]
    return subprocess.run(command, env=variables, text=True, capture_output=True, timeout=120, check=False)


def check_program(home: Path, source: str, **environment: str) -> str:
    """Runs source with `acl` an Acl; it must exit with 0 and write nothing to stderr. Returns its output."""
    prologue = f"from pathlib import Path\nfrom acl_runtime import *\nacl = Acl(Path({str(home)!r}))\n"
    result = run_python(prologue + textwrap.dedent(source), **environment)
    assert (result.returncode, result.stderr) == (0, ""), result.stderr
    return result.stdout


def check_torch(source: str, **environment: str) -> str:
    """Runs source with torch and torch_npu on the emulator; it must exit with 0. Returns its output."""
    prologue = "import cann_emulator\ncann_emulator.activate()\nimport torch, torch_npu\n"
    result = run_python(prologue + textwrap.dedent(source), **environment)
    assert result.returncode == 0, result.stderr
    return result.stdout
