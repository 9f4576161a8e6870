// SPDX-License-Identifier: Apache-2.0
// One run of a dynamic graph.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "ge/builtin_call.h"
#include "ge/copies.h"
#include "ge/executor.h"
#include "ge/infer.h"
#include "ge/run_io.h"
#include "ge/views.h"

namespace cann_emulator::engine {

// The last inference of a built-in node: steps with the same shapes do not repeat it.
struct InferMemo {
  bool valid = false;
  std::vector<ValueInfo> inputs;
  std::vector<ValueInfo> outputs;
};

// The last answer to which outputs of a node are views.
struct ViewMemo {
  bool valid = false;
  std::vector<Value> inputs;  // their data is not compared
  std::vector<ValueView> views;
};

// What runs of a graph leave for the next one.
struct DynamicMemo {
  explicit DynamicMemo(const GraphIr& graph)
      : view_rules(graph), infer(graph.nodes.size()), views(graph.nodes.size()) {}

  ViewRules view_rules;
  std::vector<InferMemo> infer;  // per node
  std::vector<ViewMemo> views;   // per node
};

class DynamicRun {
 public:
  DynamicRun(std::shared_ptr<const CompiledGraph> graph, const RunRequest& request, const RunInputs& inputs,
             void* const_base, DynamicMemo* memo)
      : graph_(std::move(graph)), request_(request), inputs_(inputs), const_base_(const_base), memo_(*memo) {}

  Status Run();

 private:
  // A value as far as this run has come.
  struct Live {
    ValueInfo info;
    void* address = nullptr;
    std::vector<std::int64_t> strides;     // elements; empty: dense
    const void* host_data = nullptr;       // the value itself where the host knows it
    HostValue host_value;                  // keeps host_data where this run computed it
    std::shared_ptr<DeviceBuffer> buffer;  // views share it; null: memory of the caller or of a constant
    std::size_t uses = 0;                  // nodes that still need it
  };

  Live& Of(const ValueRef& ref) { return live_[ref.node][ref.output]; }
  void CountUses();
  Status BindInput(const Node& node, Live* value);
  Status RunNode(std::size_t index);
  Status RunBuiltin(std::size_t index);
  Status RunSizedByData(std::size_t index, const std::vector<InferInput>& inputs);
  Status RunCustom(std::size_t index);
  Value ToValue(const ValueRef& ref);
  const std::vector<ValueView>& FindViews(std::size_t index, const std::vector<InferInput>& inputs,
                                          const std::vector<Value>& values);
  void MakeView(const Live& base, const ValueView& view, Live* value);
  Status Allocate(const Node& node, std::size_t output, Live* value);
  std::shared_ptr<DeviceBuffer> TakeRetired(std::size_t size);
  Status Infer(std::size_t index, const std::vector<InferInput>& inputs, std::vector<ValueInfo>* outputs,
               bool* depends_on_value);
  std::vector<InferInput> InferInputs(const Node& node);
  void Release(const Node& node);
  Status Flush();
  Status WriteOutputs();
  Status WriteOutput(std::size_t index, bool last_use, std::vector<MemoryCopy>* copies);

  std::shared_ptr<const CompiledGraph> graph_;
  const RunRequest& request_;
  const RunInputs& inputs_;
  void* const_base_;
  DynamicMemo& memo_;
  std::vector<std::vector<Live>> live_;  // per node, per output
  std::vector<BuiltinCall> pending_;     // built-in calls that are not yet on the stream
  // Memory that no later call reads, by size. Calls that are not yet on the stream use it, so it is not the
  // allocator's yet; the calls behind them may write to it.
  std::multimap<std::size_t, std::shared_ptr<DeviceBuffer>> retired_;
};

}  // namespace cann_emulator::engine
