// SPDX-License-Identifier: Apache-2.0
// Published hardware figures of the SoCs of architectures dav-2201 and dav-3510.
#include "acl/soc_table.h"

#include <vector>

#include "acl/settings.h"

namespace cann_emulator {
namespace {

constexpr std::uint64_t kKiB = 1024;
constexpr std::uint64_t kMiB = 1024 * kKiB;

struct Row {
  const char* name;
  const char* short_name;
  int npu_arch;
  int ai_core_count;
  int vector_core_count;
  int ai_cpu_count;
  std::uint64_t memory_size;
  std::uint64_t l2_size;
  int cube_frequency_mhz;
  int ddr_rate;
};

// clang-format off
constexpr Row kRows[] = {
    {"Ascend350_354f", "Ascend350", 3510, 14, 28, 2, 60129542144, 56 * kMiB, 1650, 27},
    {"Ascend350_355e", "Ascend350", 3510, 16, 32, 4, 68719476736, 64 * kMiB, 1650, 31},
    {"Ascend910B1", "Ascend910B", 2201, 24, 48, 6, 68719476736, 192 * kMiB, 1850, 32},
    {"Ascend910B2", "Ascend910B", 2201, 24, 48, 6, 68719476736, 192 * kMiB, 1800, 32},
    {"Ascend910B2C", "Ascend910B", 2201, 24, 48, 6, 68719476736, 192 * kMiB, 1800, 32},  // size as 910B2
    {"Ascend910B3", "Ascend910B", 2201, 20, 40, 6, 68719476736, 192 * kMiB, 1800, 32},
    {"Ascend910B4-1", "Ascend910B", 2201, 20, 40, 6, 34359738368, 168 * kMiB, 1500, 32},
    {"Ascend910B4", "Ascend910B", 2201, 20, 40, 6, 34359738368, 96 * kMiB, 1500, 32},
    {"Ascend910_9362", "Ascend910_93", 2201, 20, 40, 6, 68719476736, 168 * kMiB, 1500, 32},
    {"Ascend910_9363", "Ascend910_93", 2201, 20, 40, 6, 34359738368, 168 * kMiB, 1500, 32},
    {"Ascend910_9372", "Ascend910_93", 2201, 20, 40, 6, 68719476736, 192 * kMiB, 1800, 32},
    {"Ascend910_9381", "Ascend910_93", 2201, 24, 48, 6, 68719476736, 192 * kMiB, 1800, 32},
    {"Ascend910_9382", "Ascend910_93", 2201, 24, 48, 6, 68719476736, 192 * kMiB, 1800, 32},
    {"Ascend910_9391", "Ascend910_93", 2201, 24, 48, 6, 68719476736, 192 * kMiB, 1850, 32},
    {"Ascend910_9392", "Ascend910_93", 2201, 24, 48, 6, 68719476736, 192 * kMiB, 1850, 32},
    {"Ascend950DT_950x", "Ascend950", 3510, 8, 16, 5, 25769803776, 32 * kMiB, 1650, 19},
    {"Ascend950DT_950y", "Ascend950", 3510, 8, 16, 5, 17179869184, 32 * kMiB, 1650, 14},
    {"Ascend950DT_9571", "Ascend950", 3510, 28, 56, 7, 154618822656, 128 * kMiB, 1650, 80},
    {"Ascend950DT_9572", "Ascend950", 3510, 28, 56, 7, 103079215104, 128 * kMiB, 1650, 80},
    {"Ascend950DT_9573", "Ascend950", 3510, 28, 56, 5, 135291569824, 112 * kMiB, 1650, 70},
    {"Ascend950DT_9574", "Ascend950", 3510, 28, 56, 5, 90194313216, 112 * kMiB, 1650, 70},
    {"Ascend950DT_9575", "Ascend950", 3510, 28, 56, 7, 103079215104, 128 * kMiB, 1650, 61},
    {"Ascend950DT_9576", "Ascend950", 3510, 28, 56, 7, 68719476736, 128 * kMiB, 1650, 61},
    {"Ascend950DT_9577", "Ascend950", 3510, 28, 56, 5, 90194313216, 112 * kMiB, 1650, 54},
    {"Ascend950DT_9578", "Ascend950", 3510, 28, 56, 5, 60129542144, 112 * kMiB, 1650, 54},
    {"Ascend950DT_9581", "Ascend950", 3510, 32, 64, 6, 154618822656, 128 * kMiB, 1650, 80},
    {"Ascend950DT_9581x", "Ascend950", 3510, 32, 64, 6, 154618822656, 128 * kMiB, 1650, 80},
    {"Ascend950DT_9582", "Ascend950", 3510, 32, 64, 6, 103079215104, 128 * kMiB, 1650, 80},
    {"Ascend950DT_9582x", "Ascend950", 3510, 32, 64, 6, 103079215104, 128 * kMiB, 1650, 80},
    {"Ascend950DT_9583", "Ascend950", 3510, 32, 64, 7, 135291469824, 112 * kMiB, 1650, 70},
    {"Ascend950DT_9584", "Ascend950", 3510, 32, 64, 7, 90194313216, 112 * kMiB, 1650, 70},
    {"Ascend950DT_9585", "Ascend950", 3510, 32, 64, 6, 103079215104, 128 * kMiB, 1650, 61},
    {"Ascend950DT_9586", "Ascend950", 3510, 32, 64, 6, 68719476736, 128 * kMiB, 1650, 61},
    {"Ascend950DT_9587", "Ascend950", 3510, 32, 64, 7, 90194313216, 112 * kMiB, 1650, 54},
    {"Ascend950DT_9588", "Ascend950", 3510, 32, 64, 7, 60129542144, 112 * kMiB, 1650, 54},
    {"Ascend950DT_9591", "Ascend950", 3510, 36, 72, 6, 154618822656, 128 * kMiB, 1800, 80},
    {"Ascend950DT_9592", "Ascend950", 3510, 36, 72, 6, 103079215104, 128 * kMiB, 1800, 80},
    {"Ascend950DT_9595", "Ascend950", 3510, 36, 72, 6, 103079215104, 128 * kMiB, 1800, 61},
    {"Ascend950DT_9596", "Ascend950", 3510, 36, 72, 6, 68719476736, 128 * kMiB, 1800, 61},
    {"Ascend950DT_95A1", "Ascend950", 3510, 36, 72, 6, 154618822656, 128 * kMiB, 1800, 80},
    {"Ascend950DT_95A2", "Ascend950", 3510, 36, 72, 6, 103079215104, 128 * kMiB, 1800, 80},
    {"Ascend950PR_950z", "Ascend950", 3510, 4, 8, 5, 25769803776, 16 * kMiB, 1650, 4},
    {"Ascend950PR_9579", "Ascend950", 3510, 28, 56, 7, 137438953472, 128 * kMiB, 1650, 31},
    {"Ascend950PR_957b", "Ascend950", 3510, 28, 56, 5, 120259084288, 112 * kMiB, 1650, 27},
    {"Ascend950PR_957bx", "Ascend950", 3510, 28, 56, 5, 120259084288, 112 * kMiB, 1650, 27},
    {"Ascend950PR_957c", "Ascend950", 3510, 28, 56, 5, 90194313216, 112 * kMiB, 1650, 27},
    {"Ascend950PR_957d", "Ascend950", 3510, 28, 56, 5, 103079215104, 96 * kMiB, 1650, 23},
    {"Ascend950PR_9589", "Ascend950", 3510, 32, 64, 6, 137438953472, 128 * kMiB, 1650, 31},
    {"Ascend950PR_958b", "Ascend950", 3510, 32, 64, 7, 120259084288, 112 * kMiB, 1650, 27},
    {"Ascend950PR_9599", "Ascend950", 3510, 36, 72, 6, 137438953472, 128 * kMiB, 1800, 31},
};
// clang-format on

// On-chip buffers and the rate of L2 are the same for every SoC of an architecture.
void FillBuffers(SocInfo* soc) {
  const bool dav_2201 = soc->npu_arch == 2201;
  soc->l0_a_size = soc->l0_b_size = 64 * kKiB;
  soc->l0_c_size = (dav_2201 ? 128 : 256) * kKiB;
  soc->l1_size = 512 * kKiB;
  soc->bt_size = (dav_2201 ? 1 : 4) * kKiB;
  soc->ub_size = (dav_2201 ? 192 : 248) * kKiB;
  soc->l2_read_rate = dav_2201 ? 110 : 100;
}

std::vector<SocInfo> MakeSocs() {
  std::vector<SocInfo> socs;
  for (const Row& row : kRows) {
    SocInfo soc;
    soc.name = row.name;
    soc.short_name = row.short_name;
    soc.npu_arch = row.npu_arch;
    soc.ai_core_count = row.ai_core_count;
    soc.vector_core_count = row.vector_core_count;
    soc.ai_cpu_count = row.ai_cpu_count;
    soc.memory_size = row.memory_size;
    soc.l2_size = row.l2_size;
    soc.cube_frequency_mhz = row.cube_frequency_mhz;
    soc.ddr_rate = row.ddr_rate;
    FillBuffers(&soc);
    socs.push_back(std::move(soc));
  }
  return socs;
}

// Never destroyed: stream threads may still read it while the process exits.
const std::vector<SocInfo>& Socs() {
  static const std::vector<SocInfo>& socs = *new std::vector<SocInfo>(MakeSocs());
  return socs;
}

}  // namespace

const SocInfo* FindSoc(const std::string& name) {
  for (const SocInfo& soc : Socs()) {
    if (soc.name == name) return &soc;
  }
  return nullptr;
}

std::string KnownSocNames() {
  std::string names;
  for (const SocInfo& soc : Socs()) names += (names.empty() ? "" : ", ") + soc.name;
  return names;
}

const SocInfo& CurrentSoc() {
  static const SocInfo& soc = *FindSoc(GetSettings().soc_name);
  return soc;
}

}  // namespace cann_emulator
