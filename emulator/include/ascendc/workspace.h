// SPDX-License-Identifier: Apache-2.0
// The workspace of a kernel: the library's part, then the program's. The emulator's library needs none
// (GetLibApiWorkSpaceSize is 0), so that both begin at the same address.
#pragma once

#include "ascendc/qualifiers.h"
#include "ascendc/runtime.h"

namespace AscendC {

inline void SetSysWorkSpace(__gm__ std::uint8_t* workspace) {
  ::cann_emulator::ascendc::SetSystemWorkspace(workspace);
}
inline __gm__ std::uint8_t* GetSysWorkSpacePtr(detail::Site site = detail::Site::Here()) {
  return static_cast<std::uint8_t*>(::cann_emulator::ascendc::GetSystemWorkspace(site));
}
inline __gm__ std::uint8_t* GetUserWorkspace(__gm__ std::uint8_t* workspace) { return workspace; }

}  // namespace AscendC
