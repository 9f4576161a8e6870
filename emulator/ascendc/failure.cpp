// SPDX-License-Identifier: Apache-2.0
#include "ascendc/failure.h"

#include "ascendc/running_block.h"

namespace cann_emulator::ascendc {

std::string At(Site site) { return site.line == 0 ? "" : Text(site.file, ":", site.line); }

std::string Range(std::uint64_t begin, std::uint64_t end) {
  return Text(std::hex, "[0x", begin, ", 0x", end, ")");
}

void Fail(const char* instruction, Site site, const std::string& detail) {
  const RunningBlock& block = CurrentBlock();
  const std::string where = At(site);
  throw KernelFailure(Text("kernel ", block.kernel(), ", block ", block.index(), " of ", block.count(), ": ",
                           instruction, where.empty() ? "" : " at ", where, ": ", detail));
}

}  // namespace cann_emulator::ascendc
