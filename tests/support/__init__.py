# SPDX-License-Identifier: Apache-2.0
"""What several tests need: cases, comparison, compiling with TorchAir, processes, C++ helpers."""
