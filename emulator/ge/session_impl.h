// SPDX-License-Identifier: Apache-2.0
// What ge::Session holds: graphs by number, allocators by stream.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "ge/executor.h"
#include "ge/ge_api.h"
#include "ge/model.h"

namespace cann_emulator::engine {

// One graph of a session.
struct SessionGraph {
  std::shared_ptr<const Model> model;
  std::map<::ge::AscendString, ::ge::AscendString> options;

  std::mutex mutex;  // of what follows
  std::shared_ptr<const CompiledGraph> compiled;
  std::shared_ptr<Executor> executor;
  std::shared_ptr<::ge::CompiledGraphSummary> summary;
  void* const_base = nullptr;
  void* feature_base = nullptr;
};

class SessionState {
 public:
  SessionState() = default;
  SessionState(const SessionState&) = delete;
  SessionState& operator=(const SessionState&) = delete;
  ~SessionState();

  std::shared_ptr<SessionGraph> Find(std::uint32_t graph_id);
  Status Add(std::uint32_t graph_id, std::shared_ptr<SessionGraph> graph);
  Status Remove(std::uint32_t graph_id);

  static Status Compile(SessionGraph* graph);
  Status Run(std::uint32_t graph_id, void* stream, const std::vector<::ge::Tensor>& inputs,
             std::vector<::ge::Tensor>* outputs);

  // Null: back to GE's own memory.
  void SetAllocator(const void* stream, std::shared_ptr<::ge::Allocator> allocator);

 private:
  std::shared_ptr<::ge::Allocator> ExternalAllocator(const void* stream);
  std::shared_ptr<::ge::Allocator> Pool(const void* stream);

  std::mutex mutex_;
  std::map<std::uint32_t, std::shared_ptr<SessionGraph>> graphs_;
  std::map<const void*, std::shared_ptr<::ge::Allocator>> external_;
  std::map<const void*, std::shared_ptr<::ge::Allocator>> pools_;
};

}  // namespace cann_emulator::engine

namespace ge {

class SessionImpl : public cann_emulator::engine::SessionState {};

}  // namespace ge
