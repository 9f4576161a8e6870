// SPDX-License-Identifier: Apache-2.0
// Runs graphs with shapes that are known at run time only: node by node, inference with the real shapes
// first, then memory, then the work on the stream.
#include <mutex>

#include "ge/copies.h"
#include "ge/counters.h"
#include "ge/dynamic_run.h"
#include "ge/error.h"
#include "ge/executor.h"
#include "ge/run_io.h"

namespace cann_emulator::engine {
namespace {

class DynamicExecutor final : public Executor {
 public:
  explicit DynamicExecutor(std::shared_ptr<const CompiledGraph> graph)
      : graph_(std::move(graph)), memo_(graph_->ir) {}

  Status Run(const RunRequest& request) override;

 private:
  Status PrepareConstants(const RunRequest& request, void** base);

  std::shared_ptr<const CompiledGraph> graph_;
  std::mutex mutex_;
  DynamicMemo memo_;
  std::shared_ptr<DeviceBuffer> const_memory_;
  void* loaded_constants_ = nullptr;
  void* stream_ = nullptr;
};

Status DynamicExecutor::PrepareConstants(const RunRequest& request, void** base) {
  *base = request.const_base;
  if (*base == nullptr && graph_->const_size > 0) {
    if (const_memory_ == nullptr) {
      const_memory_ = DeviceBuffer::Allocate(request.pool, graph_->const_size);
    }
    if (const_memory_ == nullptr) {
      return Error("out of device memory for " + std::to_string(graph_->const_size) + " bytes of constants");
    }
    *base = const_memory_->Address();
  }
  // A stream does not wait for what another one loads.
  if (*base != nullptr && (*base != loaded_constants_ || stream_ != request.stream)) {
    LoadConstants(graph_, request.stream, *base);
    loaded_constants_ = *base;
    stream_ = request.stream;
  }
  return {};
}

Status DynamicExecutor::Run(const RunRequest& request) {
  const std::lock_guard<std::mutex> lock(mutex_);
  RunInputs inputs;
  void* const_base = nullptr;
  Status status = inputs.Prepare(*graph_, request);
  if (status.ok()) {
    status = PrepareConstants(request, &const_base);
  }
  if (!status.ok()) {
    return status;
  }
  ++GraphCounters().dynamic_steps;
  return DynamicRun(graph_, request, inputs, const_base, &memo_).Run();
}

}  // namespace

std::unique_ptr<Executor> MakeDynamicExecutor(std::shared_ptr<const CompiledGraph> graph) {
  return std::make_unique<DynamicExecutor>(std::move(graph));
}

}  // namespace cann_emulator::engine
