// SPDX-License-Identifier: Apache-2.0
// Inference of built-in operators. The library works on known dimensions only, so a node with unknown ones is
// tried with several sizes in their place: what is the same every time is known.
#include <algorithm>
#include <set>

#include "ge/error.h"
#include "ge/infer.h"

namespace cann_emulator::engine {
namespace {

Status Infer(const Node& node, const std::vector<Value>& values, std::vector<ValueDesc>* outputs,
             bool* depends_on_value) {
  std::string error;
  const OpLibrary* library = LoadOpLibrary(&error);
  if (library == nullptr) {
    return Error(node.Describe() + ": " + error);
  }
  *depends_on_value = false;
  Status status = library->Infer(node.instance, values, outputs, depends_on_value);
  if (!status.ok()) {
    status.message = node.Describe() + ": " + status.message;
  } else if (!*depends_on_value && outputs->size() != node.output_count) {
    return Error(node.Describe() + ": inference gives " + std::to_string(outputs->size()) +
                 " outputs, the node has " + std::to_string(node.output_count));
  }
  return status;
}

std::vector<Value> WithUnknownAs(std::int64_t size, const std::vector<InferInput>& inputs) {
  std::vector<Value> values;
  for (const InferInput& input : inputs) {
    Value& value = values.emplace_back();
    value.desc = {input.info.dtype, input.info.dims};
    value.data = const_cast<void*>(input.data);
    std::replace(value.desc.dims.begin(), value.desc.dims.end(), static_cast<std::int64_t>(::ge::UNKNOWN_DIM),
                 size);
  }
  return values;
}

// Sizes to try: two that meet no other dimension by chance, then those that let operands agree or broadcast.
std::vector<std::int64_t> Probes(const std::vector<InferInput>& inputs) {
  std::vector<std::int64_t> probes = {6, 12, 24};
  std::set<std::int64_t> known = {1};
  for (const InferInput& input : inputs) {
    known.insert(input.info.dims.begin(), input.info.dims.end());
  }
  for (std::int64_t size : known) {
    if (size > 0) {
      probes.push_back(size);
    }
  }
  return probes;
}

// What two trials agree on.
void Merge(const std::vector<ValueDesc>& trial, bool first, std::vector<ValueInfo>* merged) {
  for (std::size_t i = 0; i < merged->size(); ++i) {
    ValueInfo& value = (*merged)[i];
    if (first) {
      value = {trial[i].dtype, trial[i].dims};
      continue;
    }
    if (value.dtype != trial[i].dtype) {
      value.dtype = ::ge::DT_UNDEFINED;
    }
    if (value.dims.size() != trial[i].dims.size()) {
      value.dims = {::ge::UNKNOWN_DIM_NUM};
      continue;
    }
    for (std::size_t d = 0; d < value.dims.size(); ++d) {
      if (value.dims[d] != trial[i].dims[d]) {
        value.dims[d] = ::ge::UNKNOWN_DIM;
      }
    }
  }
}

// Trials cannot tell a dimension that follows an unknown one from a fixed one when only one size was
// possible.
void ForgetDims(std::vector<ValueInfo>* values) {
  for (ValueInfo& value : *values) {
    std::fill(value.dims.begin(), value.dims.end(), static_cast<std::int64_t>(::ge::UNKNOWN_DIM));
  }
}

void InferByTrials(const Node& node, const std::vector<InferInput>& inputs, std::vector<ValueInfo>* outputs) {
  std::size_t successes = 0;
  for (std::int64_t size : Probes(inputs)) {
    std::vector<ValueDesc> trial;
    bool depends_on_value = false;
    if (Infer(node, WithUnknownAs(size, inputs), &trial, &depends_on_value).ok() && !depends_on_value) {
      Merge(trial, successes == 0, outputs);
      ++successes;
    }
    if (successes == 2) {
      return;
    }
  }
  if (successes == 1) {
    ForgetDims(outputs);
  }
}

}  // namespace

Status InferBuiltin(const Node& node, const std::vector<InferInput>& inputs, std::vector<ValueInfo>* outputs,
                    bool* depends_on_value) {
  outputs->assign(node.output_count, ValueInfo());
  *depends_on_value = false;
  bool known = true;
  for (const InferInput& input : inputs) {
    known = known && input.info.Known();
    if (input.info.dtype == ::ge::DT_UNDEFINED ||
        (input.info.dims.size() == 1 && input.info.dims[0] == ::ge::UNKNOWN_DIM_NUM)) {
      return {};
    }
  }
  if (!known) {
    InferByTrials(node, inputs, outputs);
    return {};
  }
  std::vector<ValueDesc> result;
  Status status = Infer(node, WithUnknownAs(0, inputs), &result, depends_on_value);
  if (status.ok() && !*depends_on_value) {
    Merge(result, true, outputs);
  }
  return status;
}

}  // namespace cann_emulator::engine
