// SPDX-License-Identifier: Apache-2.0
// Where every value of a static graph lies, and what is copied at the end of a run.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <vector>

#include "ge/compiled_graph.h"
#include "ge/views.h"

namespace cann_emulator::engine {

struct Location {
  enum class Space { kInput, kOutput, kFeature, kConst, kAddress };
  Space space = Space::kFeature;
  std::size_t index = 0;    // number of the graph's input or output
  std::size_t offset = 0;   // bytes in the memory
  void* address = nullptr;  // kAddress
};

struct StaticPlan {
  struct Copy {
    std::size_t value = 0;   // from
    std::size_t output = 0;  // to this output of the graph
    std::size_t size = 0;    // bytes
  };
  struct InputCopy {
    std::size_t input = 0;  // value that lies in memory of the caller
    std::size_t fixed = 0;  // value in feature memory
    std::size_t size = 0;   // bytes
  };
  std::vector<std::size_t> first_value;  // per node: number of its first output among all values
  std::vector<Location> locations;       // per value
  std::vector<std::size_t> sizes;        // per value, bytes
  std::vector<Copy> copies;
  std::vector<InputCopy> input_copies;  // before everything else
  std::map<std::size_t, View> views;    // values that lie in others, by their number
  std::size_t feature_size = 0;         // bytes

  std::size_t ValueNumber(const ValueRef& ref) const { return first_value[ref.node] + ref.output; }
  // The value that a custom operator reads as its input: in memory that is the same in every run, unless it
  // refreshes its arguments.
  std::size_t CustomInput(const Node& node, std::size_t input) const;
};

// The outputs of the graph that cannot be made in their own memory: those that share an input's, and those
// that custom operators read or write whose launches keep the addresses of the first run.
std::set<std::size_t> StagedOutputs(const CompiledGraph& graph);

// Values whose lives do not overlap share feature memory. A value that is an output of the graph is made in
// the output's own memory, but for the outputs of `staged`: their memory is written after everything else has
// run.
StaticPlan PlanStatic(const CompiledGraph& graph, const std::set<std::size_t>& staged);

}  // namespace cann_emulator::engine
