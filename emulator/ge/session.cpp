// SPDX-License-Identifier: Apache-2.0
// ge::Session.
#include "acl/acl.h"
#include "acl/runtime.h"
#include "ge/engine.h"
#include "ge/error.h"
#include "ge/ge_api.h"
#include "ge/graph_impl.h"
#include "ge/host_results.h"
#include "ge/session_impl.h"

namespace ge {

using cann_emulator::engine::Fail;
using cann_emulator::engine::SessionGraph;
using cann_emulator::engine::ToGeStatus;

namespace {

Status Unknown(std::uint32_t graph_id) {
  return Fail("graph " + std::to_string(graph_id) + " is not in the session");
}

// Takes memory of the caller for constants or intermediate values; null gives the choice back to GE.
Status SetBase(SessionImpl* session, std::uint32_t graph_id, const char* what, const void* memory,
               std::size_t size, void* SessionGraph::* base,
               graphStatus (CompiledGraphSummary::*needed_size)(std::size_t&) const) {
  const auto graph = session->Find(graph_id);
  if (graph == nullptr) {
    return Unknown(graph_id);
  }
  const std::lock_guard<std::mutex> lock(graph->mutex);
  if (graph->summary == nullptr) {
    return Fail("graph " + std::to_string(graph_id) + " takes no " + what + " memory before it is compiled");
  }
  std::size_t needed = 0;
  ((*graph->summary).*needed_size)(needed);
  if (memory != nullptr && size < needed) {
    return Fail("graph " + std::to_string(graph_id) + " needs " + std::to_string(needed) + " bytes of " +
                what + " memory, " + std::to_string(size) + " are given");
  }
  (*graph).*base = needed == 0 ? nullptr : const_cast<void*>(memory);
  return SUCCESS;
}

}  // namespace

Session::Session(const std::map<AscendString, AscendString>& /*options*/) : impl_(new SessionImpl()) {}

Session::~Session() { delete impl_; }

Status Session::AddGraph(std::uint32_t graph_id, const Graph& graph,
                         const std::map<AscendString, AscendString>& options) {
  if (graph.Impl() == nullptr || graph.Impl()->model == nullptr) {
    const std::string complaint = "graph " + std::to_string(graph_id) + " has no loaded model";
    return Fail(graph.Impl() == nullptr ? complaint : graph.Impl()->Because(complaint));
  }
  auto added = std::make_shared<SessionGraph>();
  added->model = graph.Impl()->model;
  added->options = options;
  return ToGeStatus(impl_->Add(graph_id, std::move(added)));
}

Status Session::RemoveGraph(std::uint32_t graph_id) { return ToGeStatus(impl_->Remove(graph_id)); }

Status Session::CompileGraph(std::uint32_t graph_id) {
  const auto graph = impl_->Find(graph_id);
  return graph == nullptr ? Unknown(graph_id) : ToGeStatus(impl_->Compile(graph.get()));
}

std::shared_ptr<CompiledGraphSummary> Session::GetCompiledGraphSummary(std::uint32_t graph_id) {
  const auto graph = impl_->Find(graph_id);
  if (graph == nullptr) {
    Unknown(graph_id);
    return nullptr;
  }
  const std::lock_guard<std::mutex> lock(graph->mutex);
  if (graph->summary == nullptr) {
    Fail("graph " + std::to_string(graph_id) + " is not compiled");
  }
  return graph->summary;
}

Status Session::RunGraphWithStreamAsync(std::uint32_t graph_id, void* stream,
                                        const std::vector<Tensor>& inputs, std::vector<Tensor>& outputs) {
  return ToGeStatus(impl_->Run(graph_id, stream, inputs, &outputs));
}

Status Session::RunGraph(std::uint32_t graph_id, const std::vector<Tensor>& inputs,
                         std::vector<Tensor>& outputs) {
  cann_emulator::Status status = cann_emulator::engine::EnsureDevice();
  std::vector<Tensor> results;
  if (status.ok()) {
    status = impl_->Run(graph_id, nullptr, inputs, &results);
  }
  if (status.ok()) {
    status = cann_emulator::engine::CopyToHost(results, &outputs);
  }
  return ToGeStatus(status);
}

Status Session::RegisterExternalAllocator(const void* stream, std::shared_ptr<Allocator> allocator) const {
  if (allocator == nullptr) {
    return Fail("RegisterExternalAllocator: the allocator is null");
  }
  impl_->SetAllocator(stream, std::move(allocator));
  return SUCCESS;
}

Status Session::UnregisterExternalAllocator(const void* stream) const {
  impl_->SetAllocator(stream, nullptr);
  return SUCCESS;
}

Status Session::SetGraphConstMemoryBase(std::uint32_t graph_id, const void* memory, std::size_t size) {
  return SetBase(impl_, graph_id, "constant", memory, size, &SessionGraph::const_base,
                 &CompiledGraphSummary::GetConstMemorySize);
}

Status Session::UpdateGraphFeatureMemoryBase(std::uint32_t graph_id, const void* memory, std::size_t size) {
  return SetBase(impl_, graph_id, "feature", memory, size, &SessionGraph::feature_base,
                 &CompiledGraphSummary::GetFeatureMemorySize);
}

Status Session::SetGraphFixedFeatureMemoryBase(std::uint32_t graph_id, const void* /*memory*/,
                                               std::size_t /*size*/) {
  // The fixed part is always empty (CompiledGraphSummary), so there is nothing to place in the memory.
  return impl_->Find(graph_id) == nullptr ? Unknown(graph_id) : SUCCESS;
}

Status Session::UpdateGraphRefreshableFeatureMemoryBase(std::uint32_t graph_id, const void* memory,
                                                        std::size_t size) {
  return SetBase(impl_, graph_id, "refreshable feature", memory, size, &SessionGraph::feature_base,
                 &CompiledGraphSummary::GetRefreshableFeatureMemorySize);
}

}  // namespace ge
