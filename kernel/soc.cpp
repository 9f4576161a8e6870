// SPDX-License-Identifier: Apache-2.0
#include "soc.h"

#include <tiling/platform/platform_ascendc.h>

namespace ascendc_ops {
namespace {

// The compiler keeps the top 8 KiB of UB for itself by default.
constexpr std::uint64_t kReservedUbBytes = 8 * 1024;

Soc QuerySoc() {
  auto* platform = platform_ascendc::PlatformAscendCManager::GetInstance();
  if (platform == nullptr) {
    return {};
  }
  std::uint64_t ub_bytes = 0;
  std::uint64_t l2_bytes = 0;
  platform->GetCoreMemSize(platform_ascendc::CoreMemType::UB, ub_bytes);
  platform->GetCoreMemSize(platform_ascendc::CoreMemType::L2, l2_bytes);
  return {platform->GetCoreNumAiv(), ub_bytes > kReservedUbBytes ? ub_bytes - kReservedUbBytes : 0, l2_bytes};
}

}  // namespace

const Soc& CurrentSoc() {
  static const Soc soc = QuerySoc();
  return soc;
}

}  // namespace ascendc_ops
