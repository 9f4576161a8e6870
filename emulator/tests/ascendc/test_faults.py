# SPDX-License-Identifier: Apache-2.0
"""A kernel's own C++ does what ends a process: the launch ends with a report, and the next one works.

sources/faults.asc has one kernel for each.
"""

from __future__ import annotations

import ctypes
import json
import re
import signal
import subprocess
from typing import TYPE_CHECKING, NamedTuple

import pytest
import torch
from asc_library import SOURCES, KernelError, Library, Request
from asc_process import run_script

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from asc_library import Compiler

FILE = SOURCES / "faults.asc"
NULL = "the pointer is null; an optional input that was not given, or an argument that the host did not set?"
NO_POINTER = re.escape(
    "it was read from memory that holds no pointer "
    "(unwritten device memory is 0xFFF5..., unwritten UB 0xFF...)"
)
ABORTED = (
    "the kernel's C++ ended the process, by abort, by a failed assert of a .cpp file or by std::terminate; "
    "standard error may say why"
)


class Case(NamedTuple):
    kernel: str
    number: int  # the address or divisor
    what: str
    why: str  # a pattern, as `what`
    last: str = ""  # the last instruction before, where checks are on
    element: int = 0


CASES = [
    Case("reads", 0, "read of address 0x0", re.escape(NULL), "Duplicate"),
    Case("writes", 0, "write to address 0x0", re.escape(NULL)),
    Case("writes", 0, "write to address 0x14", "a null pointer and 20 bytes; .*", element=5),
    Case("reads_member", 0, "read of address 0x4", "a null pointer and 4 bytes; .*"),
    Case("reads", -1, "read of address 0xffffffffffffffff", NO_POINTER, "Duplicate"),
    # As read from device memory that nothing has written.
    Case(
        "reads",
        -0xA000A000A000B,
        "access through a pointer that is no address",
        NO_POINTER + ", or is not .*",
        "Duplicate",
    ),
    Case(
        "foreign", 0, "read of address 0x[0-9a-f]{6,}", "it lies in no memory of the runtime; .*", "Duplicate"
    ),
    Case(
        "behind",
        0,
        "read of address 0x[0-9a-f]{6,}",
        r"it lies 1024 bytes past the end of the host allocation \[.*\) of 4096 bytes; .*",
        "Duplicate",
    ),
    Case(
        "leaves_ub",
        49152 + 3,
        "write to address 0x[0-9a-f]{6,}",
        r"12 bytes past the end of UB \(196608 bytes\); .*",
        "Duplicate",
    ),
    Case(
        "leaves_ub", -8, "write to address 0x[0-9a-f]{6,}", "32 bytes before the start of UB; .*", "Duplicate"
    ),
    Case("calls", 0, "call of address 0x0", ".* was the pointer to it set.*"),
    Case("divides", 0, "integer division by 0", ".*; a tiling field that was not filled.*"),
    Case("recurses", 0, "stack overflow", "an endless recursion, .*"),
    Case("traps", 0, "illegal instruction", "__builtin_trap, .*"),
    Case("aborts", 0, r"abort\(\)", re.escape(ABORTED)),
    Case("asserts", 0, r"abort\(\)", re.escape(ABORTED)),
]
# With checks the instruction itself says so.
UNCHECKED = [
    Case("copies", 0, "read of address 0x0", re.escape(NULL)),
    Case("adds", 0, "(?:read of|write to) address 0x0", re.escape(NULL)),
]


def check_report(case: Case, message: str, *, blocks: int, checked: bool) -> None:
    place = re.escape(str(FILE))
    last = rf"; the last instruction before is {case.last} at {place}:\d+" if case.last and checked else ""
    kernel = "reads" if case.kernel in ("foreign", "behind") else case.kernel
    pattern = rf"kernel {kernel}, block \d+ of {blocks}: {case.what} at {place}:(\d+): {case.why}{last}"
    found = re.fullmatch(pattern, message)
    assert found, message
    lines = FILE.read_text().splitlines()
    begin = next(i for i, line in enumerate(lines, 1) if line.startswith(f"FAULT({kernel})"))
    end = next(i for i, line in enumerate(lines[begin - 1 :], begin) if line.endswith("}"))
    if case.kernel != "recurses":  # in a function of its own
        assert begin <= int(found[1]) <= end


def check_that_launches_work(faults: Library, blocks: int = 3) -> None:
    assert torch.equal(faults.run("works", torch.zeros(64), blocks=blocks), torch.full((64,), float(blocks)))


@pytest.fixture(scope="module")
def faults(library: Callable[[str], Library]) -> Library:
    return library("faults")


def message_of(faults: Library, case: Case, blocks: int) -> str:
    with pytest.raises(KernelError) as error:
        faults.run(case.kernel, torch.zeros(64), number=case.number, count=case.element, blocks=blocks)
    return str(error.value)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.kernel}-{case.number}-{case.element}")
def test_report(faults: Library, case: Case) -> None:
    for blocks in (1, 5):
        check_report(case, message_of(faults, case, blocks), blocks=blocks, checked=True)
        check_that_launches_work(faults)


def test_without_checks(faults: Library) -> None:
    script = """
import json
library = Library(sys.argv[1])
messages = []
for kernel, number, count, blocks in json.loads(sys.argv[2]):
    try:
        library.run(kernel, torch.zeros(64), number=number, count=count, blocks=blocks)
    except KernelError as error:
        messages.append(str(error))
    assert torch.equal(library.run("works", torch.zeros(64), blocks=3), torch.full((64,), 3.0))
print(json.dumps(messages))
"""
    cases = [(case, blocks) for case in (*CASES, *UNCHECKED) for blocks in (1, 5)]
    wanted = [(case.kernel, case.number, case.element, blocks) for case, blocks in cases]
    finished = run_script(script, faults.path, json.dumps(wanted), CANN_EMULATOR_CHECK="off")
    messages = json.loads(finished.stdout)
    assert len(messages) == len(cases)
    for (case, blocks), message in zip(cases, messages, strict=True):
        check_report(case, message, blocks=blocks, checked=False)


def test_exception_that_nothing_handles(faults: Library) -> None:
    case = Case("leaves_noexcept", 0, "", "")
    assert message_of(faults, case, 1) == "kernel leaves_noexcept, block 0 of 1: the kernel threw: of its own"
    # It is over: the next abort is only that.
    check_report(CASES[-2], message_of(faults, CASES[-2], 1), blocks=1, checked=True)


def test_blocks_that_wait_for_the_one_that_failed(faults: Library) -> None:
    message = message_of(faults, Case("meets", 0, "", ""), 4)
    assert message.startswith("kernel meets, block 1 of 4: write to address 0x0 at ")
    check_that_launches_work(faults)


def test_several_threads(faults: Library) -> None:
    threads, rounds = 4, 20
    run = ctypes.CDLL(str(faults.path)).RunThreads
    try:
        request = Request(destination=faults.device.put(torch.zeros(64)), blocks=4)
        assert run(ctypes.byref(request), threads, rounds) == 2 * threads * rounds
        result = faults.device.get(request.destination, torch.zeros(64))
    finally:
        faults.device.free()
    assert torch.equal(result, torch.full((64,), 4.0 * threads * rounds))


# ---- blocks without end

LOOPS = """
library = Library(sys.argv[1])
for form, blocks in ((0, 1), (1, 1), (0, 5)):
    try:
        library.run("loops", torch.zeros(64), form=form, blocks=blocks)
    except KernelError as error:
        print(error)
    assert torch.equal(library.run("works", torch.zeros(64), blocks=3), torch.full((64,), 3.0))
"""
ENDLESS = "a loop whose condition never changes, or whose step is 0?"


@pytest.mark.parametrize("check", ["on", "off"])
def test_timeout(faults: Library, check: str) -> None:
    finished = run_script(LOOPS, faults.path, CANN_EMULATOR_CHECK=check, CANN_EMULATOR_TIMEOUT="0.3")
    messages = finished.stdout.splitlines()
    assert len(messages) == 3
    for message in messages:
        found = re.fullmatch(
            rf"kernel loops, block \d of [15]: stopped at {re.escape(str(FILE))}:\d+: "
            r"the block took longer than 0.3 s \(CANN_EMULATOR_TIMEOUT\); "
            rf"{re.escape(ENDLESS)}(?:; the last instruction before .*)?",
            message,
        )
        assert found, message


def test_timeout_that_is_no_number(faults: Library) -> None:
    script = 'Library(sys.argv[1]).run("works", torch.zeros(64))'
    finished = run_script(script, faults.path, CANN_EMULATOR_TIMEOUT="soon")
    assert "CANN_EMULATOR_TIMEOUT=soon is no number of seconds; blocks may take any time" in finished.stderr


def test_interrupt(faults: Library) -> None:
    prologue = """
import os, signal, threading
signal.signal(signal.SIGINT, lambda *_: print("Ctrl-C"))
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
"""
    finished = run_script(prologue + LOOPS.replace("((0, 1), (1, 1), (0, 5))", "((1, 1),)"), faults.path)
    assert "Ctrl-C\n" in finished.stdout
    message = "the block did not end within 1 s; " + re.escape(ENDLESS)
    assert re.search(
        rf"kernel loops, block 0 of 1: stopped at .*:\d+: Ctrl-C \(SIGINT\) came, and {message}",
        finished.stdout.replace("Ctrl-C\n", ""),
    ), finished.stdout


# ---- stand-alone programs, and the host's own faults


def run_program(program: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program, *arguments], check=False, capture_output=True, text=True)


@pytest.fixture(scope="module")
def program(compiler: Compiler, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("program") / "fault_program"
    result = compiler.run("-O2", SOURCES / "fault_program.asc", "-o", path)
    assert result.returncode == 0, result.stderr
    return path


def test_program(program: Path) -> None:
    finished = run_program(program, "kernel")
    assert finished.returncode == 0, finished.stderr
    failed, worked = finished.stdout.splitlines()
    place = re.escape(str(SOURCES / "fault_program.asc"))
    assert re.fullmatch(
        rf"507035 kernel divide, block 0 of 2: integer division by 0 at {place}:\d+: .*", failed
    )
    assert worked == "0 21"


@pytest.mark.parametrize(
    ("what", "ends_with"),
    [
        ("host read", signal.SIGSEGV),
        ("host abort", signal.SIGABRT),
        ("host division", signal.SIGFPE),
        ("kernel free", signal.SIGSEGV),  # in the memory allocator
    ],
)
def test_fault_that_ends_the_process(program: Path, what: str, ends_with: signal.Signals) -> None:
    finished = run_program(program, what)
    assert finished.returncode == -ends_with
    assert finished.stdout.splitlines()[0].startswith("507035 ")  # after one of a kernel


def test_handler_of_the_host_stays_in_charge_of_the_host(program: Path) -> None:
    finished = run_program(program, "host handler")
    assert finished.returncode == 3
    assert finished.stdout.splitlines()[0].startswith("507035 ")


def test_python_names_the_host_fault(faults: Library) -> None:
    script = """
import ctypes, faulthandler
faulthandler.enable()
library = Library(sys.argv[1])
try:
    library.run("writes", torch.zeros(64))
except KernelError as error:
    print(error, flush=True)
ctypes.string_at(0)
"""
    with pytest.raises(subprocess.CalledProcessError) as error:
        run_script(script, faults.path)
    assert error.value.returncode == -signal.SIGSEGV
    assert "kernel writes, block 0 of 1: write to address 0x0" in error.value.stdout
    assert error.value.stderr.count("Fatal Python error: Segmentation fault") == 1


def test_handler_that_is_installed_after_the_first_launch(faults: Library) -> None:
    script = """
import faulthandler
library = Library(sys.argv[1])
library.run("works", torch.zeros(64))
faulthandler.enable()
for kernel in ("writes", "divides", "writes"):
    try:
        library.run(kernel, torch.zeros(64))
    except KernelError as error:
        print(error)
"""
    messages = run_script(script, faults.path).stdout.splitlines()
    for kernel, message in zip(("writes", "divides", "writes"), messages, strict=True):
        case = next(each for each in CASES if each.kernel == kernel)
        check_report(case, message, blocks=1, checked=True)


def check_missing_line(message: str, program: str) -> None:
    assert re.fullmatch(
        rf"507035 kernel divide, block 0 of 2: integer division by 0: .*; in {program}\+0x[0-9a-f]+ "
        r"\(for the line: no -g0, no strip, and addr2line installed\)",
        message,
    ), message


def test_without_line_tables(compiler: Compiler, tmp_path: Path) -> None:
    path = tmp_path / "bare"
    result = compiler.run("-O2", "-g0", SOURCES / "fault_program.asc", "-o", path)
    assert result.returncode == 0, result.stderr
    check_missing_line(run_program(path, "kernel").stdout.splitlines()[0], "bare")


def test_without_addr2line(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    check_missing_line(run_program(program, "kernel").stdout.splitlines()[0], "fault_program")
