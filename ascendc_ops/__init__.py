# SPDX-License-Identifier: Apache-2.0
"""Ascend C operators that take part in PyTorch graph mode.

Importing the package loads ``libascendc_ops.so`` (torch operators and GE operators) and has TorchAir's
converters registered as soon as torchair is imported, before or after this package.
"""

from __future__ import annotations

import sys

__version__ = "0.1.0"
__all__ = ["__version__", "ascendc_add", "ascendc_add_", "dispersion_correction", "library_path"]

# `python -m ascendc_ops COMMAND` imports this package, with "-m" for the program's name, before __main__
# knows the command: some must run where the library cannot be loaded. __main__ reloads the package for the
# others.
if not (sys.argv[:1] == ["-m"] and __name__ in sys.orig_argv):
    from ascendc_ops._load import load_library
    from ascendc_ops._log import set_up

    set_up()

    #: The library in use, a ``pathlib.Path``. Loaded before torch is imported: it says when CANN is missing.
    library_path = load_library()

    from ascendc_ops.batching import register_vmap_rules
    from ascendc_ops.converters import register_converters
    from ascendc_ops.functional import ascendc_add, ascendc_add_, dispersion_correction

    register_converters(library_path)
    register_vmap_rules()
