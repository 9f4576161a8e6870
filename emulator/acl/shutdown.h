// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cann_emulator {

// Makes the process, when it exits, drop queued work and wait for running tasks before static objects go
// away. A task that does not end in time is named on stderr, and the process ends without running more exit
// handlers.
void DrainAtExit();

bool ProcessIsExiting();

// Whether this process was forked from one whose streams had threads: they do not exist here.
bool InForkedChild();

}  // namespace cann_emulator
