// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "acl/runtime.h"

namespace cann_emulator {

const SocInfo* FindSoc(const std::string& name);  // null when unknown
std::string KnownSocNames();                      // separated by ", "

}  // namespace cann_emulator
