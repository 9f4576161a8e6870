// SPDX-License-Identifier: Apache-2.0
// A launch is one task on its stream: it runs the blocks over the core pool and reports the first failure.
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "acl/task_recorder.h"
#include "ascendc/failure.h"
#include "ascendc/finding.h"
#include "ascendc/launch_config.h"
#include "ascendc/pool.h"
#include "ascendc/running_block.h"
#include "ascendc/stream_copy.h"

namespace cann_emulator::ascendc {

namespace {

constexpr std::int64_t kMaxBlocks = 65535;
constexpr int kVectorCoreException = 507035;  // ACL_ERROR_RT_VECTOR_CORE_EXCEPTION
constexpr int kInvalidParameter = 107000;     // ACL_ERROR_RT_PARAM_INVALID

UbArena& ThreadUb() {
  thread_local UbArena arena(static_cast<std::uint32_t>(CurrentSoc().ub_size));
  return arena;
}

// The failure of the lowest block index among those that ran.
class FirstFailure {
 public:
  void Note(std::int64_t block, std::string message) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (FindingLog* log = FindingLog::Instance()) log->AddMessage(message);
    if (!message_.empty() && block > block_) return;
    block_ = block;
    message_ = std::move(message);
  }
  Status ToStatus() const { return message_.empty() ? Status{} : Status{kVectorCoreException, message_}; }

 private:
  std::mutex mutex_;
  std::int64_t block_ = 0;
  std::string message_;
};

// Blocks start by ascending index, or shuffled where CANN_EMULATOR_BLOCK_SEED asks for it.
class BlockOrder {
 public:
  explicit BlockOrder(std::int64_t blocks) {
    const std::optional<std::uint64_t> seed = BlockSeed();
    if (!seed) return;
    shuffled_.resize(static_cast<std::size_t>(blocks));
    std::iota(shuffled_.begin(), shuffled_.end(), 0);
    std::mt19937_64 random(*seed);
    for (std::size_t left = shuffled_.size(); left > 1; --left) {
      std::swap(shuffled_[left - 1], shuffled_[random() % left]);
    }
  }
  std::int64_t operator[](std::int64_t place) const {
    return shuffled_.empty() ? place : shuffled_[static_cast<std::size_t>(place)];
  }

 private:
  std::vector<std::int64_t> shuffled_;
};

std::string DescribeForeign(const RunningLaunch& launch, std::int64_t block, const char* what) {
  return Text("kernel ", launch.config.kernel, ", block ", block, " of ", launch.config.blocks,
              ": the kernel threw: ", what);
}

bool RunBlock(RunningLaunch& launch, std::int64_t index, FirstFailure& failure) {
  launch.meeting.Start();
  try {
    RunningBlock(launch, ThreadUb(), index).Run();
    StreamFence();
    launch.meeting.End(false);
    return true;
  } catch (const Abandoned&) {
    // The block that failed has said why.
  } catch (const KernelFailure& error) {
    failure.Note(index, error.what());
  } catch (const std::exception& error) {
    failure.Note(index, DescribeForeign(launch, index, error.what()));
  } catch (...) {
    failure.Note(index, DescribeForeign(launch, index, "an object that is no std::exception"));
  }
  launch.meeting.End(true);
  return false;
}

Status RunLaunch(RunningLaunch& launch) {
  FirstFailure failure;
  launch.timing = LaunchTiming::Begin(launch.config, launch.node);
  const BlockOrder order(launch.config.blocks);
  CorePool::Instance().Run(launch.config.blocks,
                           [&](std::int64_t place) { return RunBlock(launch, order[place], failure); });
  Status status = failure.ToStatus();
  if (launch.timing != nullptr) {
    if (status.ok()) launch.timing->Finish();
    launch.timing.reset();
  }
  if (status.code != 0 || !launch.checked) return status;
  try {
    launch.footprint.Check(launch.config);
  } catch (const KernelFailure& error) {
    return {kVectorCoreException, error.what()};
  }
  return status;
}

std::string CheckConfig(const LaunchConfig& config) {
  const std::string kernel = Text("kernel ", config.kernel, ", launched at ", At(config.site), ": ");
  if (config.blocks < 1 || config.blocks > kMaxBlocks) {
    return Text(kernel, config.blocks, " blocks; a launch takes 1..", kMaxBlocks);
  }
  const SocInfo& soc = CurrentSoc();
  if (config.npu_arch != soc.npu_arch) {
    return Text(kernel, "compiled for dav-", config.npu_arch, ", but ", soc.name, " is a dav-", soc.npu_arch,
                "; compile with --npu-arch=dav-", soc.npu_arch,
                " (CMAKE_ASC_ARCHITECTURES), or choose another SoC with ", "CANN_EMULATOR_SOC");
  }
  if (config.headers_digest != CANN_EMULATOR_HEADERS_DIGEST) {
    return Text(
        kernel,
        "compiled with the headers of another build of the emulator than the one that runs it; compile "
        "it again");
  }
  if (config.l2_control != nullptr) {
    return Text(kernel,
                "the second launch argument is a pointer that is not null; it is reserved, pass nullptr");
  }
  if (config.dynamic_ub_size > soc.ub_size) {
    return Text(kernel, "the second launch argument asks for ", config.dynamic_ub_size, " bytes of UB; ",
                soc.name, " has ", soc.ub_size);
  }
  return {};
}

}  // namespace

bool LaunchesAreRecorded() { return IsRecording(); }

void NoteLaunchArgument(std::size_t number, const void* bytes, std::size_t size) {
  NoteArgument(Text("argument ", number), bytes, size);
}

void LaunchKernel(const LaunchConfig& config, std::function<void()> body) {
  NoteArgument("the number of blocks", &config.blocks, sizeof(config.blocks));
  std::string mistake = CheckConfig(config);
  const bool checked = ChecksEnabled();
  // The task may run more than once (TaskRecorder).
  const int code = EnqueueTask(config.stream, config.kernel,
                               [config, body = std::move(body), checked, mistake = std::move(mistake),
                                node = CurrentExecutingNode()]() -> Status {
                                 Status status{kInvalidParameter, mistake};
                                 if (mistake.empty()) {
                                   RunningLaunch launch(config, node.get(), body, checked,
                                                        checked && LateEffectsEnabled());
                                   status = RunLaunch(launch);
                                 }
                                 if (!status.ok() && node != nullptr) {
                                   status.message += "\nlaunched by " + node->description;
                                 }
                                 return status;
                               });
  // <<<>>> has no result, and a stream that takes no work cannot carry the failure either.
  if (code != 0) {
    throw std::runtime_error(Text("kernel ", config.kernel, ", launched at ", At(config.site),
                                  ": the stream refused the launch with ACL error ", code));
  }
}

}  // namespace cann_emulator::ascendc
