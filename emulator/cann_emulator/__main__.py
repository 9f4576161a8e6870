# SPDX-License-Identifier: Apache-2.0
import sys

from cann_emulator.cli import main

sys.exit(main(sys.argv[1:]))
