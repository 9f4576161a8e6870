// SPDX-License-Identifier: Apache-2.0
// What host code asks of the hardware: core counts and memory sizes. Link with -lplatform.
#pragma once

#include <cstdint>

namespace platform_ascendc {

enum class CoreMemType : std::uint8_t { L0_A, L0_B, L0_C, L1, L2, UB, HBM, RESERVED };

enum class SocVersion : std::uint32_t {
  ASCEND910 = 0,
  ASCEND910B,
  ASCEND310P,
  ASCEND310B,
  ASCEND910_95,
  ASCEND950 = ASCEND910_95,
  RESERVED_VERSION = 99999,
};

class PlatformAscendC {
 public:
  // Cube cores of the SoC, or its vector cores where it has no cube cores.
  std::uint32_t GetCoreNum() const;
  std::uint32_t GetCoreNumAic() const;
  std::uint32_t GetCoreNumAiv() const;
  // Vector cores that no cube core owns; the SoCs here have none.
  std::uint32_t GetCoreNumVector() const { return 0; }
  SocVersion GetSocVersion() const;

  // Blocks to launch for `sliceNum` slices on `aicCoreNum` cube and `aivCoreNum` vector cores; either may be
  // 0.
  std::uint32_t CalcTschBlockDim(std::uint32_t sliceNum, std::uint32_t aicCoreNum,
                                 std::uint32_t aivCoreNum) const;

  // Bytes of the memory; 0 where the SoC has none of that type.
  void GetCoreMemSize(const CoreMemType& memType, std::uint64_t& size) const;
  // Bytes of workspace that the toolkit keeps for itself; vector kernels need none.
  std::uint32_t GetLibApiWorkSpaceSize() const { return 0; }
};

class PlatformAscendCManager {
 public:
  // The SoC in use (CANN_EMULATOR_SOC).
  static PlatformAscendC* GetInstance();
  // The SoC of that name; null where it is not the one in use.
  static PlatformAscendC* GetInstance(const char* customSocVersion);
};

}  // namespace platform_ascendc
