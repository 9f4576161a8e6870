# SPDX-License-Identifier: Apache-2.0
"""Where the operator package is: the operators for GE in processes without torch."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def operator_package() -> Path:
    """The root of the operator package, the folder to name in ``ASCEND_CUSTOM_OPP_PATH``.

    It is the package that was installed or built with the library in use: part of the wheel, or beside the
    library that ASCENDC_OPS_LIB names. Neither torch nor CANN is needed. Raises FileNotFoundError that lists
    the folders tried.
    """
    folders = [Path(folder) for folder in sys.modules[__name__.rpartition(".")[0]].__path__]
    named = os.environ.get("ASCENDC_OPS_LIB")
    roots = [folder / "op_package" for folder in folders]
    roots += [Path(named).parent / "op_package"] if named else []
    for root in roots:
        if (root / "op_graph").is_dir():
            return root
    tried = ", ".join(map(str, roots))
    raise FileNotFoundError(f"there is no operator package (tried: {tried}): run `pip install .` again")
