# SPDX-License-Identifier: Apache-2.0
"""Making the emulator the CANN of the running process."""

from __future__ import annotations

import os
import sys

from cann_emulator.compare_hook import install
from cann_emulator.environment import variables
from cann_emulator.homes import EmulatorError, emulator_home, real_cann

# Libraries with this prefix are loaded by the emulator itself when needed: they depend on torch's.
_INTERNAL_PREFIX = "libcann_emulator_"


def activate() -> bool:
    """Makes the emulator the CANN of this process and of those it starts. Call it before importing torch.

    Returns True when the emulator is in use, also when it already was, and False, having done nothing, when a
    real CANN is sourced (``ASCEND_HOME_PATH`` names a folder that is not the emulator's).

    Raises EmulatorError when the emulator has no home, a library of it does not load, or torch_npu was
    imported already and uses another CANN.
    """
    if real_cann(os.environ):
        return False
    home = emulator_home(os.environ)
    if "torch_npu" in sys.modules and not is_loaded(home):
        raise EmulatorError(
            "torch_npu was imported before the emulator was activated and uses another CANN. "
            "Call cann_emulator.activate() before importing torch, or start the program with "
            "'python -m cann_emulator run'."
        )
    os.environ.update(variables(home, os.environ))
    preload(home)
    install()
    return True


def libraries(home: str) -> list[str]:
    """Paths of the CANN libraries in ``home``, those that torch_npu, torchair and plugins link."""
    folder = os.path.join(home, "lib64")
    try:
        names = sorted(os.listdir(folder))
    except FileNotFoundError:
        names = []
    return [
        os.path.join(folder, name)
        for name in names
        if name.startswith("lib") and name.endswith(".so") and not name.startswith(_INTERNAL_PREFIX)
    ]


def is_loaded(home: str) -> bool:
    """Whether this process has loaded the libraries of ``home``, by whatever means."""
    import ctypes

    try:
        ctypes.CDLL(os.path.join(home, "lib64", "libascendcl.so"), mode=os.RTLD_NOLOAD | os.RTLD_LAZY)
    except OSError:
        return False
    return True


def preload(home: str) -> None:
    """Loads the CANN libraries of ``home`` so that what is loaded later finds them by name.

    The dynamic linker reads LD_LIBRARY_PATH only when a process starts. Each library finds the others it
    needs through its RPATH, so the order does not matter.
    """
    import ctypes

    paths = libraries(home)
    if not paths:
        raise EmulatorError(
            f"{os.path.join(home, 'lib64')} holds no library: build or install the emulator again."
        )
    for path in paths:
        try:
            ctypes.CDLL(path, mode=os.RTLD_GLOBAL | os.RTLD_NOW)
        except OSError as error:
            raise EmulatorError(
                f"The emulator's {path} does not load: {error}. Build or install the emulator again; "
                "'python -m cann_emulator disable' turns it off in this environment."
            ) from error
