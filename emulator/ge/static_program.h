// SPDX-License-Identifier: Apache-2.0
// A static graph as it runs: groups of built-in operators and the recorded launches of custom operators.
// As on the device, Execute runs once, when the program is loaded; every step replays what it launched.
#pragma once

#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "acl/task_recorder.h"
#include "ge/args_refresh.h"
#include "ge/builtin_call.h"
#include "ge/custom_call.h"
#include "ge/static_plan.h"

namespace cann_emulator::engine {

using Addresses = std::vector<void*>;  // by number of the value

class StaticProgram {
 public:
  StaticProgram(std::shared_ptr<const CompiledGraph> graph, const std::set<std::size_t>& staged);

  const StaticPlan& Plan() const { return plan_; }

  // Calls Execute of the custom operators. They keep `addresses` of constants and feature memory; what they
  // allocate comes from `pool` and stays. Nothing of this program may be on a stream.
  Status Load(void* stream, const std::shared_ptr<::ge::Allocator>& pool, const Addresses& addresses);

  // The arguments of each operator that refreshes them, as bytes for the device.
  struct ArgsCopy {
    void* device = nullptr;
    std::string bytes;
  };
  using Arguments = std::vector<std::shared_ptr<const std::vector<ArgsCopy>>>;
  // Has the operators of a loaded program write the addresses of the next step into their arguments. Called
  // by one thread at a time.
  Status Refresh(const Addresses& addresses, Arguments* arguments);

  // Runs a step on the calling (the stream's) thread.
  Status Run(const Addresses& addresses, const Arguments& arguments);

 private:
  struct BuiltinStep {
    BuiltinCall call;
    std::vector<std::size_t> inputs;  // numbers of values
    std::vector<std::size_t> outputs;
  };
  struct CustomStep {
    const Node* node = nullptr;
    std::unique_ptr<CustomCall> call;
    std::vector<std::size_t> inputs;
    std::vector<std::size_t> outputs;
    std::vector<std::size_t> sizes;  // of the outputs, bytes
    std::vector<RecordedTask> launches;
    std::vector<RefreshedTensor> refreshed;             // tensors in memory of the caller
    std::vector<std::size_t> refreshed_values;          // their numbers
    std::shared_ptr<const std::vector<ArgsCopy>> args;  // of the last step
  };
  // One of the two.
  struct Step {
    BuiltinStep builtin;
    CustomStep custom;
  };

  void AddBuiltin(std::size_t node);
  void AddCustom(std::size_t node);
  std::vector<std::size_t> Outputs(std::size_t node) const;
  Status Record(TaskRecorder* recorder, const std::shared_ptr<::ge::Allocator>& pool,
                const Addresses& addresses, CustomStep* step);
  static void SetAddresses(const Addresses& addresses, CustomStep* step);
  static Status CheckRepeats(TaskRecorder* recorder, const std::shared_ptr<::ge::Allocator>& pool,
                             CustomStep* step);
  static Status CheckRefreshed(const CustomStep& step);
  static Status UpdateArgs(const std::vector<std::string>& before, CustomStep* step);
  static Status RefreshStep(const Addresses& addresses, CustomStep* step);
  static Status RunBuiltin(const Addresses& addresses, BuiltinStep* step);
  static void Capture(const Addresses& addresses, const CustomStep& step);
  static Status Replay(const CustomStep& step);

  std::shared_ptr<const CompiledGraph> graph_;
  StaticPlan plan_;
  std::vector<Step> steps_;
  std::mutex mutex_;  // the calls are filled in by the stream's thread
};

}  // namespace cann_emulator::engine
