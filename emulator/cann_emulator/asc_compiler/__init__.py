# SPDX-License-Identifier: Apache-2.0
"""The .asc compiler: rewrites kernel launches and hands the rest to the host's C++ compiler."""
