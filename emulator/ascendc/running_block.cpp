// SPDX-License-Identifier: Apache-2.0
#include "ascendc/running_block.h"

#include <chrono>
#include <stdexcept>

#include "ascendc/block.h"
#include "ascendc/fault_report.h"
#include "ascendc/fault_trap.h"

namespace cann_emulator::ascendc {

namespace {

thread_local RunningBlock* current_block = nullptr;

class CurrentBlockScope {
 public:
  explicit CurrentBlockScope(RunningBlock* block) { current_block = block; }
  ~CurrentBlockScope() { current_block = nullptr; }
};

}  // namespace

bool IsBlockRunning() { return current_block != nullptr; }

RunningBlock& CurrentBlock() {
  if (current_block == nullptr) {
    throw std::logic_error(
        "an Ascend C function was called outside a kernel; launch the kernel with <<<blocks, 0, stream>>>");
  }
  return *current_block;
}

void RunningBlock::Run() {
  const CurrentBlockScope scope(this);
  if (const std::optional<Fault> fault = CallTrapped([this] { RunBody(); })) ReportFault(*this, *fault);
}

void RunningBlock::RunBody() {
  if (checked()) ub_.Poison();
  launch_.body();
  if (watch_.is_on()) watch_.Finish();
  if (checked()) {
    flags_.CheckAtEnd();
    mutexes_.CheckAtEnd();
    queues_.CheckAtEnd();
    launch_.footprint.Add(index_, hazards_.footprint());
  }
  if (timeline_ != nullptr) launch_.timing->End(index_, *timeline_);
}

std::int64_t BlockIndex() { return CurrentBlock().index(); }
std::int64_t BlockCount() { return CurrentBlock().count(); }

std::int64_t SystemCycle() {
  RunningBlock& block = CurrentBlock();
  if (block.timeline() != nullptr) {
    block.watch().CloseLanes();
    return block.launch().timing->SystemCycle(*block.timeline());
  }
  constexpr std::int64_t kNanosecondsPerCycle = 20;  // 50 MHz
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count() / kNanosecondsPerCycle;
}

void InitSocState(Site site) {
  CurrentBlock().registers().Initialise();
  if (CoreTimeline* timeline = CurrentBlock().timeline()) timeline->Initialise(site);
}

std::uint32_t UbSize() { return CurrentBlock().ub().size(); }

}  // namespace cann_emulator::ascendc
