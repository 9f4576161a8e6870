// SPDX-License-Identifier: Apache-2.0
#include "acl/runtime.h"
#include "tiling/platform/platform_ascendc.h"

#define PLATFORM_API __attribute__((visibility("default")))

namespace platform_ascendc {

namespace {

std::uint32_t CeilDiv(std::uint32_t a, std::uint32_t b) { return (a + b - 1) / b; }

}  // namespace

PLATFORM_API std::uint32_t PlatformAscendC::GetCoreNumAic() const {
  return static_cast<std::uint32_t>(cann_emulator::CurrentSoc().ai_core_count);
}

PLATFORM_API std::uint32_t PlatformAscendC::GetCoreNumAiv() const {
  return static_cast<std::uint32_t>(cann_emulator::CurrentSoc().vector_core_count);
}

PLATFORM_API std::uint32_t PlatformAscendC::GetCoreNum() const {
  return GetCoreNumAic() != 0 ? GetCoreNumAic() : GetCoreNumAiv();
}

PLATFORM_API SocVersion PlatformAscendC::GetSocVersion() const {
  return cann_emulator::CurrentSoc().npu_arch == 3510 ? SocVersion::ASCEND950 : SocVersion::ASCEND910B;
}

PLATFORM_API std::uint32_t PlatformAscendC::CalcTschBlockDim(std::uint32_t sliceNum, std::uint32_t aicCoreNum,
                                                             std::uint32_t aivCoreNum) const {
  if (aicCoreNum == 0 || aivCoreNum == 0 || aicCoreNum > aivCoreNum) return sliceNum;
  // A block of a mixed kernel is one cube core with its share of the vector cores.
  return CeilDiv(sliceNum, aivCoreNum / aicCoreNum);
}

PLATFORM_API void PlatformAscendC::GetCoreMemSize(const CoreMemType& memType, std::uint64_t& size) const {
  const cann_emulator::SocInfo& soc = cann_emulator::CurrentSoc();
  switch (memType) {
    case CoreMemType::L0_A:
      size = soc.l0_a_size;
      return;
    case CoreMemType::L0_B:
      size = soc.l0_b_size;
      return;
    case CoreMemType::L0_C:
      size = soc.l0_c_size;
      return;
    case CoreMemType::L1:
      size = soc.l1_size;
      return;
    case CoreMemType::L2:
      size = soc.l2_size;
      return;
    case CoreMemType::UB:
      size = soc.ub_size;
      return;
    case CoreMemType::HBM:
      size = soc.memory_size;
      return;
    case CoreMemType::RESERVED:
      size = 0;
      return;
  }
  size = 0;
}

PLATFORM_API PlatformAscendC* PlatformAscendCManager::GetInstance() {
  static PlatformAscendC platform;
  return &platform;
}

PLATFORM_API PlatformAscendC* PlatformAscendCManager::GetInstance(const char* customSocVersion) {
  if (customSocVersion == nullptr || cann_emulator::CurrentSoc().name == customSocVersion)
    return GetInstance();
  cann_emulator::ReportError(0, std::string("PlatformAscendCManager: the SoC in use is ") +
                                    cann_emulator::CurrentSoc().name + ", not " + customSocVersion +
                                    "; set CANN_EMULATOR_SOC");
  return nullptr;
}

}  // namespace platform_ascendc
