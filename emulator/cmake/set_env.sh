# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Source this file: it makes the emulator the CANN of this shell, as a real CANN's set_env.sh does.
# The variables are those of cann_emulator/environment.py.
_cann_home="$(cd "$(dirname "${BASH_SOURCE[0]:-$0}")" && pwd)"
export ASCEND_HOME_PATH="$_cann_home"
export ASCEND_TOOLKIT_HOME="$_cann_home"
export ASCEND_OPP_PATH="$_cann_home/opp"
export PATH="$_cann_home/bin:$PATH"
export LD_LIBRARY_PATH="$_cann_home/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export CMAKE_PREFIX_PATH="$_cann_home${CMAKE_PREFIX_PATH:+:$CMAKE_PREFIX_PATH}"
unset _cann_home
