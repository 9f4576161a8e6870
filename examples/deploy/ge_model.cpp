// SPDX-License-Identifier: Apache-2.0
#include "ge_model.h"

#include <map>
#include <stdexcept>
#include <utility>

namespace {

using Options = std::map<ge::AscendString, ge::AscendString>;

constexpr std::uint32_t kGraph = 0;

const std::vector<std::pair<std::string, ge::DataType>>& DataTypes() {
  static const std::vector<std::pair<std::string, ge::DataType>> kTypes = {
      {"<f4", ge::DT_FLOAT}, {"<f2", ge::DT_FLOAT16}, {"<i8", ge::DT_INT64}, {"<i4", ge::DT_INT32},
      {"|i1", ge::DT_INT8},  {"|u1", ge::DT_UINT8},   {"|b1", ge::DT_BOOL},
  };
  return kTypes;
}

ge::DataType ToGe(const std::string& dtype) {
  for (const auto& [name, type] : DataTypes()) {
    if (name == dtype) return type;
  }
  throw std::runtime_error("dtype " + dtype + " is none that this program passes to GE");
}

std::string FromGe(ge::DataType dtype) {
  for (const auto& [name, type] : DataTypes()) {
    if (type == dtype) return name;
  }
  throw std::runtime_error("the graph has an output of GE's data type " + std::to_string(dtype) +
                           ", which this program does not read");
}

// A tensor on memory that stays the caller's.
ge::Tensor Describe(const Array& array, ge::Placement placement, const void* data, std::size_t size) {
  ge::TensorDesc description(ge::Shape(array.dims), ge::FORMAT_ND, ToGe(array.dtype));
  description.SetPlacement(placement);
  ge::Tensor tensor(description);
  tensor.SetData(static_cast<std::uint8_t*>(const_cast<void*>(data)), size, [](std::uint8_t*) {});
  return tensor;
}

}  // namespace

void CheckGe(ge::Status status, const std::string& what) {
  if (status != ge::SUCCESS) throw std::runtime_error(what + " failed: " + ge::GEGetErrorMsgV2().GetString());
}

GeRuntime::GeRuntime() {
  CheckGe(ge::GEInitialize(Options{{"ge.exec.deviceId", "0"}, {"ge.graphRunMode", "0"}}), "GEInitialize");
}

GeRuntime::~GeRuntime() { ge::GEFinalize(); }

ge::Graph LoadGraph(const std::string& air_file) {
  ge::Graph graph("deployed");
  CheckGe(graph.LoadFromFile(air_file.c_str()), "LoadFromFile");
  return graph;
}

GeModel::GeModel(const ge::Graph& graph) : session_(Options{}) {
  CheckGe(session_.AddGraph(kGraph, graph, Options{{"ge.featureBaseRefreshable", "1"}}), "AddGraph");
  CheckGe(session_.CompileGraph(kGraph), "CompileGraph");
  const auto summary = session_.GetCompiledGraphSummary(kGraph);
  if (summary == nullptr) throw std::runtime_error("the compiled graph has no summary");
  is_static_ = summary->IsStatic();
  std::vector<ge::Shape> shapes;
  std::vector<ge::DataType> dtypes;
  CheckGe(summary->GetOutputShapes(shapes), "GetOutputShapes");
  CheckGe(summary->GetOutputDtypes(dtypes), "GetOutputDtypes");
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    outputs_.push_back({FromGe(dtypes[i]), shapes[i].GetDims(), {}});
  }
  if (is_static_) {
    std::size_t size = 0;
    CheckGe(summary->GetFeatureMemorySize(size), "GetFeatureMemorySize");
    feature_memory_.emplace_back(size);
    CheckGe(session_.UpdateGraphFeatureMemoryBase(kGraph, feature_memory_[0].Address(), size),
            "UpdateGraphFeatureMemoryBase");
  }
}

std::vector<Array> GeModel::Run(const std::vector<Array>& inputs) {
  std::vector<ge::Tensor> tensors;
  for (const Array& input : inputs) {
    tensors.push_back(Describe(input, ge::kPlacementHost, input.bytes.data(), input.bytes.size()));
  }
  std::vector<ge::Tensor> results;
  CheckGe(session_.RunGraph(kGraph, tensors, results), "RunGraph");
  std::vector<Array> arrays;
  for (const ge::Tensor& result : results) {
    const char* data = reinterpret_cast<const char*>(result.GetData());
    arrays.push_back({FromGe(result.GetTensorDesc().GetDataType()),
                      result.GetTensorDesc().GetShape().GetDims(),
                      {data, data + result.GetSize()}});
  }
  return arrays;
}

void GeModel::RunOnStream(const Stream& stream, const std::vector<Array>& inputs,
                          const std::vector<DeviceMemory>& device_inputs,
                          std::vector<DeviceMemory>* outputs) {
  std::vector<ge::Tensor> tensors;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    tensors.push_back(
        Describe(inputs[i], ge::kPlacementDevice, device_inputs[i].Address(), device_inputs[i].Size()));
  }
  std::vector<ge::Tensor> results;
  for (std::size_t i = 0; i < outputs->size(); ++i) {
    results.push_back(
        Describe(outputs_[i], ge::kPlacementDevice, (*outputs)[i].Address(), (*outputs)[i].Size()));
  }
  CheckGe(session_.RunGraphWithStreamAsync(kGraph, stream.Get(), tensors, results),
          "RunGraphWithStreamAsync");
  stream.Synchronize();
}
