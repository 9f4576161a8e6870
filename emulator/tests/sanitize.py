# SPDX-License-Identifier: Apache-2.0
"""The emulator's tests under AddressSanitizer (with UndefinedBehaviorSanitizer) and ThreadSanitizer.

``python emulator/tests/sanitize.py [asan] [tsan] [--kernels] [-- <pytest arguments>]`` builds the presets of
emulator/CMakePresets.json, runs the tests in them and ends with exit code 1 where a test fails or a sanitizer
reports something, in whatever process. ``--kernels``: only what emulator/tests/ascendc needs and runs.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

EMULATOR = Path(__file__).resolve().parents[1]
BUILD = EMULATOR.parent / "build"
# What kernels run on: the runtime, the headers, and the libraries that host code with tilings names.
KERNEL_TARGETS = (
    *("ascendcl", "ascendc_runtime", "platform", "tiling_api", "cann_emulator_headers"),
    *("ge_runner", "graph_base", "register", "unified_dlog"),
)
# Python keeps memory until it exits, which counts as leaked. Other findings end the process.
ASAN_OPTIONS = "detect_leaks=0"
# Every process goes on after a finding, so that one run shows all.
TSAN_OPTIONS = f"halt_on_error=0:suppressions={EMULATOR / 'tests' / 'tsan_suppressions.txt'}"
VARIABLES = {
    "asan": {"ASAN_OPTIONS": ASAN_OPTIONS, "UBSAN_OPTIONS": "print_stacktrace=1"},
    # torch's OpenMP threads are not instrumented: their waits are invisible and would be reported. A test's
    # own library that starts threads is (CXXFLAGS).
    "tsan": {"TSAN_OPTIONS": TSAN_OPTIONS, "OMP_NUM_THREADS": "1", "CXXFLAGS": "-fsanitize=thread"},
}
MEASURES_TIME = "ascendc/test_compiler.py::test_overhead"
# Blocks of their kernels race, which is what the emulator's own check has to find.
RACING = (
    "ascendc/test_cross_core.py::test_race",
    "ascendc/test_source_mutants.py::test_kernels_of_the_repository",
)
# Sanitizers end the process in a way of their own.
ENDING = (
    "ascendc/test_faults.py::test_fault_that_ends_the_process",
    "ascendc/test_faults.py::test_python_names_the_host_fault",
)
# ThreadSanitizer delays signals up to the next call that it intercepts, of which an endless loop has none.
ENDLESS = ("ascendc/test_faults.py::test_timeout", "ascendc/test_faults.py::test_interrupt")
DESELECTED = {
    "asan": (MEASURES_TIME, *ENDING),
    "tsan": (MEASURES_TIME, *ENDING, *ENDLESS, *RACING),
}


def _library(name: str) -> str:
    command = [os.environ.get("CXX", "c++"), f"-print-file-name={name}"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def build(sanitizer: str, *, kernels: bool) -> None:
    configure = ["cmake", "--preset", sanitizer, f"-DPython_EXECUTABLE={sys.executable}"]
    subprocess.run(configure, check=True, cwd=EMULATOR, stdout=subprocess.DEVNULL)
    targets = ["--target", *KERNEL_TARGETS] if kernels else []
    subprocess.run(["cmake", "--build", "--preset", sanitizer, *targets], check=True, cwd=EMULATOR)


def test(sanitizer: str, arguments: list[str], *, kernels: bool) -> bool:
    """Whether all tests passed without a report."""
    reports = BUILD / f"{sanitizer}-reports"
    shutil.rmtree(reports, ignore_errors=True)
    reports.mkdir(parents=True)
    variables = {
        name: f"{value}:log_path={reports / sanitizer}" if name.endswith("_OPTIONS") else value
        for name, value in VARIABLES[sanitizer].items()
    }
    # The C++ library too: a sanitizer looks up what it intercepts when it starts, before Python loads that.
    preloaded = f"{_library(f'lib{sanitizer}.so')} {_library('libstdc++.so')}"
    environ = {
        **os.environ,
        **variables,
        "LD_PRELOAD": preloaded,
        "CANN_EMULATOR_HOME": str(BUILD / f"emulator-{sanitizer}" / "home"),
    }
    if kernels:  # torch_npu needs the whole emulator
        environ["TORCH_DEVICE_BACKEND_AUTOLOAD"] = "0"
    folder = EMULATOR / "tests" / ("ascendc" if kernels else "")
    deselected = [f"--deselect=emulator/tests/{test}" for test in DESELECTED[sanitizer]]
    command = [sys.executable, "-m", "pytest", *deselected, *(arguments or [str(folder)])]
    passed = subprocess.run(command, check=False, cwd=EMULATOR.parent, env=environ).returncode == 0
    found = sorted(reports.iterdir())
    for report in found:
        print(f"---- {report}\n{report.read_text(errors='replace')}")
    print(f"{sanitizer}: tests {'passed' if passed else 'failed'}, {len(found)} processes with a report")
    return passed and not found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sanitizers", nargs="*", choices=[*VARIABLES, []], metavar="asan|tsan")
    parser.add_argument("--kernels", action="store_true", help="only emulator/tests/ascendc")
    end = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    options = parser.parse_args(sys.argv[1:end])
    clean = True
    for sanitizer in options.sanitizers or VARIABLES:
        build(sanitizer, kernels=options.kernels)
        clean &= test(sanitizer, sys.argv[end + 1 :], kernels=options.kernels)
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())
