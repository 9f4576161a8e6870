// SPDX-License-Identifier: Apache-2.0
#include "ge/host_value.h"

#include <algorithm>
#include <array>

#include "ge/data_type.h"

namespace cann_emulator::engine {
namespace {

constexpr std::size_t kMaxBytes = 2048;  // per value; shapes are far smaller

bool IsSmallInteger(const ValueInfo& info) {
  const bool integer =
      info.dtype == ::ge::DT_INT32 || info.dtype == ::ge::DT_INT64 || info.dtype == ::ge::DT_BOOL;
  return integer && TensorSize(info.dtype, info.dims).value_or(kMaxBytes + 1) <= kMaxBytes;
}

// Its outputs depend on the inputs' shapes only.
bool ReadsOnlyShapes(const std::string& type) {
  constexpr std::array<const char*, 4> kTypes = {"Shape", "ShapeN", "Rank", "Size"};
  return std::find(kTypes.begin(), kTypes.end(), type) != kTypes.end();
}

// A result of its own for every run.
bool IsRandom(const std::string& type) {
  return type.find("Random") != std::string::npos || type.rfind("DropOut", 0) == 0;
}

bool IsCandidate(const Node& node, const std::vector<InferInput>& inputs,
                 const std::vector<ValueInfo>& outputs) {
  if (node.kind != Node::Kind::kBuiltin || outputs.empty() || IsRandom(node.type)) {
    return false;
  }
  const bool shapes_only = ReadsOnlyShapes(node.type);
  const auto known = [shapes_only](const InferInput& input) {
    return input.info.Known() && (shapes_only || (input.data != nullptr && IsSmallInteger(input.info)));
  };
  return std::all_of(inputs.begin(), inputs.end(), known) &&
         std::all_of(outputs.begin(), outputs.end(), IsSmallInteger);
}

}  // namespace

std::vector<HostValue> ComputeOnHost(const Node& node, const std::vector<InferInput>& inputs,
                                     const std::vector<ValueInfo>& outputs) {
  std::string error;
  const OpLibrary* library = IsCandidate(node, inputs, outputs) ? LoadOpLibrary(&error) : nullptr;
  if (library == nullptr) {
    return {};
  }
  std::vector<Value> values;
  for (const InferInput& input : inputs) {
    values.push_back({{input.info.dtype, input.info.dims}, const_cast<void*>(input.data)});
  }
  std::vector<std::shared_ptr<std::string>> results(outputs.size());
  const Status status =
      library->Run(node.instance, values, [&](std::size_t index, const ValueDesc& desc) -> void* {
        const auto size = TensorSize(desc.dtype, desc.dims);
        if (index >= results.size() || !size || desc.dtype != outputs[index].dtype ||
            desc.dims != outputs[index].dims) {
          return nullptr;
        }
        results[index] = std::make_shared<std::string>(*size + 1, '\0');  // never null, even when empty
        return results[index]->data();
      });
  const bool complete =
      std::none_of(results.begin(), results.end(), [](const auto& r) { return r == nullptr; });
  if (!status.ok() || !complete) {
    return {};  // the stream will report what is wrong
  }
  return {results.begin(), results.end()};
}

}  // namespace cann_emulator::engine
