# SPDX-License-Identifier: Apache-2.0
"""The usual set-up failures: how each shows in an error's text, and what to do."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Failure:
    """One usual failure. ``pattern`` matches the text of its error; None where there is no text to match."""

    name: str
    meaning: str
    advice: str
    pattern: str | None = None


_ALL = (
    Failure(
        "set-env-missing",
        "CANN's libraries are not in reach: no set_env.sh was sourced",
        "source <cann>/set_env.sh in this shell; without an NPU: python -m cann_emulator enable",
    ),
    Failure(
        "library-missing",
        "a library of CANN is not found although a CANN is set",
        "install the package that has it (libatb.so: the NNAL package, then source <nnal>/atb/set_env.sh; "
        "libhccl.so: the toolkit), and check that LD_LIBRARY_PATH has its lib64",
        r"(?P<library>lib[\w+-]+\.so[.\d]*): cannot open shared object file",
    ),
    Failure(
        "abi-mismatch",
        "libraries that were built for other versions or for another C++ string ABI",
        "install torch, torch_npu and CANN of one release (torch_npu's table of versions), "
        "and build the plugin again in this environment",
        r"undefined symbol|version `\S+' not found|was built for torch"
        r"|built against (torch|torch_npu|C\+\+ string ABI) \S+, found",
    ),
    Failure(
        "op-package-path",
        "the path of a custom operator package is wrong",
        "name the folder that the package was installed to, and set the variable before Python starts",
    ),
    Failure(
        "op-package-late",
        "a variable that CANN reads when it is loaded was set when torch_npu was imported already",
        "set it before Python starts, or before torch and torch_npu are imported",
    ),
    Failure(
        "kernels-not-built",
        "libascendc_ops.so is not there",
        "run `pip install --no-build-isolation .` in the repository, or name the library in ASCENDC_OPS_LIB",
        r"libascendc_ops\.so could not be loaded[\s\S]*no such file(?![\s\S]*built against: \w+ \d)",
    ),
    Failure(
        "autoload-hides-cause",
        "`import torch` loads torch_npu by itself and reports its error as one of torch",
        "look at the cause; TORCH_DEVICE_BACKEND_AUTOLOAD=0 makes torch importable without torch_npu",
        r"Failed to load the backend extension: torch_npu",
    ),
    Failure(
        "torchair-missing",
        "torch_npu has no torchair: graph mode is not available",
        "install a torch_npu wheel that contains torchair (2.1 and later do), or the torchair wheel for it",
        r"No module named '(torch_npu\.dynamo\.)?torchair'",
    ),
    Failure(
        "two-cann-trees",
        "libraries of two CANN installations are in reach",
        "source one set_env.sh only, in a new shell, and take the other out of LD_LIBRARY_PATH",
    ),
    Failure(
        "wheel-for-another-python",
        "torch_npu was built for another Python",
        "install the wheel whose file name has this Python's tag into this Python's environment",
        r"No module named 'torch_npu\._C'|is not a supported wheel on this platform",
    ),
    Failure(
        "fork-after-init",
        "a process was forked after the NPU had been initialised",
        'use multiprocessing.set_start_method("spawn"), or fork before the first use of an NPU',
        r"Cannot re-initialize NPU in forked subprocess",
    ),
    Failure(
        "torch-for-cuda",
        "torch is a CUDA build, beside which torch_npu cannot be loaded: both define one allocator option",
        "pip install --force-reinstall --no-deps torch==<version>+cpu, with PIP_EXTRA_INDEX_URL set to the "
        "index of CPU builds that pytorch.org names ('Get Started')",
        r"Duplicated key '\w+' found in device-specific configuration parser hook",
    ),
    Failure(
        "package-missing",
        "a package is not installed in this Python",
        "pip install it with this Python (torch as a CPU build); torch_npu does not declare all that it "
        "imports",
        r"No module named '\w+'",
    ),
    Failure(
        "locale-not-utf8",
        "the locale's encoding is not UTF-8, and torchair reads its files in that of the locale",
        "export PYTHONUTF8=1, or a locale such as LANG=C.UTF-8",
        r"UnicodeDecodeError: '(ascii|latin-1|charmap|euc_\w+|gb\w+|iso\S+)' codec can't decode",
    ),
)

#: Every usual failure by its name.
FAILURES: Mapping[str, Failure] = {failure.name: failure for failure in _ALL}

# What several errors have in common comes after what only one has.
_ORDER = (
    "fork-after-init",
    "wheel-for-another-python",
    "torchair-missing",
    "torch-for-cuda",
    "package-missing",
    "locale-not-utf8",
    "abi-mismatch",
    "kernels-not-built",
    "library-missing",
    "autoload-hides-cause",
)


def recognise(text: str, environ: Mapping[str, str]) -> Failure | None:
    """The usual failure that an error's text, e.g. a traceback, shows; None when it shows none of them."""
    for name in _ORDER:
        failure = FAILURES[name]
        if failure.pattern and re.search(failure.pattern, text):
            if name == "library-missing" and not environ.get("ASCEND_HOME_PATH"):
                return FAILURES["set-env-missing"]
            return failure
    return None
