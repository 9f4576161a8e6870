// SPDX-License-Identifier: Apache-2.0
#include "ge/session_impl.h"

#include "acl/runtime.h"
#include "ge/custom_compile.h"
#include "ge/error.h"
#include "ge/graph_text.h"
#include "ge/options.h"
#include "ge/static_plan.h"
#include "ge/summary.h"

namespace cann_emulator::engine {

SessionState::~SessionState() {
  for (const auto& pool : pools_) {
    SynchronizeStream(const_cast<void*>(pool.first));  // its memory may still be in use
  }
}

std::shared_ptr<SessionGraph> SessionState::Find(std::uint32_t graph_id) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = graphs_.find(graph_id);
  return found == graphs_.end() ? nullptr : found->second;
}

Status SessionState::Add(std::uint32_t graph_id, std::shared_ptr<SessionGraph> graph) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!graphs_.emplace(graph_id, std::move(graph)).second) {
    return Error("graph " + std::to_string(graph_id) + " has already been added to the session");
  }
  return {};
}

Status SessionState::Remove(std::uint32_t graph_id) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (graphs_.erase(graph_id) == 0) {
    return Error("graph " + std::to_string(graph_id) + " is not in the session");
  }
  return {};
}

Status SessionState::Compile(SessionGraph* graph) {
  const std::lock_guard<std::mutex> lock(graph->mutex);
  if (graph->compiled != nullptr) {
    return {};
  }
  GraphOptions options;
  std::string error;
  if (!ParseOptions(graph->options, &options, &error)) {
    return Error(error);
  }
  std::shared_ptr<const CompiledGraph> compiled;
  Status status = engine::Compile(graph->model, options, &compiled);
  if (status.ok() && !graph->model->is_offline) {
    status = CompileCustomOps(*compiled, graph->options);
  }
  if (status.ok()) {
    status = DumpGraph(*compiled);
  }
  if (!status.ok()) {
    return status;
  }
  std::size_t feature_size = 0;
  if (compiled->is_static) {
    feature_size = PlanStatic(*compiled, StagedOutputs(*compiled)).feature_size;
    graph->executor = MakeStaticExecutor(compiled);
  } else {
    graph->executor = MakeDynamicExecutor(compiled);
  }
  graph->summary = ::ge::CompiledGraphSummary::Builder::Build(compiled, feature_size);
  graph->compiled = std::move(compiled);
  return {};
}

Status SessionState::Run(std::uint32_t graph_id, void* stream, const std::vector<::ge::Tensor>& inputs,
                         std::vector<::ge::Tensor>* outputs) {
  const auto graph = Find(graph_id);
  if (graph == nullptr) {
    return Error("graph " + std::to_string(graph_id) + " is not in the session");
  }
  Status status = Compile(graph.get());
  if (!status.ok()) {
    return status;
  }
  RunRequest request;
  {
    const std::lock_guard<std::mutex> lock(graph->mutex);
    request.const_base = graph->const_base;
    request.feature_base = graph->feature_base;
  }
  request.stream = stream;
  request.pool = Pool(stream);
  request.allocator = ExternalAllocator(stream);
  if (request.allocator == nullptr) {
    request.allocator = request.pool;
  }
  if (outputs->empty()) {
    outputs->resize(graph->compiled->outputs.size());
  }
  request.inputs = &inputs;
  request.outputs = outputs;
  return graph->executor->Run(request);
}

void SessionState::SetAllocator(const void* stream, std::shared_ptr<::ge::Allocator> allocator) {
  const std::lock_guard<std::mutex> lock(mutex_);
  external_[stream] = std::move(allocator);
}

std::shared_ptr<::ge::Allocator> SessionState::ExternalAllocator(const void* stream) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = external_.find(stream);
  return found == external_.end() ? nullptr : found->second;
}

std::shared_ptr<::ge::Allocator> SessionState::Pool(const void* stream) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::shared_ptr<::ge::Allocator>& pool = pools_[stream];
  if (pool == nullptr) {
    pool = std::make_shared<StreamPool>();
  }
  return pool;
}

}  // namespace cann_emulator::engine
