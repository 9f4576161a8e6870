// SPDX-License-Identifier: Apache-2.0
// Runs a graph of two float32 [4, 6] inputs and one such output in a process without torch. GE finds the
// operators by itself, in ASCEND_CUSTOM_OPP_PATH.
//   package_host MODEL.air      prints the output's elements for x = 0, 1, ..., y = 0.5, 1.5, ...
//   package_host                initialises GE only
#include <acl/acl.h>
#include <ascendc_ops_proto.h>
#include <ge/ge_api.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

namespace {

using Values = std::array<float, 24>;

int Failed(const char* what) {
  std::fprintf(stderr, "%s failed: %s\n", what, ge::GEGetErrorMsgV2().GetString());
  return 1;
}

ge::Tensor HostTensor(Values& values) {
  ge::Tensor tensor;
  tensor.SetDataType(ge::DT_FLOAT);
  tensor.SetPlacement(ge::kPlacementHost);
  tensor.SetShapeDimNum(2);
  tensor.SetShapeDim(0, 4);
  tensor.SetShapeDim(1, 6);
  tensor.SetData(reinterpret_cast<std::uint8_t*>(values.data()), sizeof(Values), [](std::uint8_t*) {});
  return tensor;
}

int Run(const char* model) {
  std::ifstream file(model, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  ge::Graph graph("graph");
  if (graph.LoadFromSerializedModelArray(bytes.data(), bytes.size()) != ge::GRAPH_SUCCESS) {
    return Failed("loading the graph");
  }
  ge::Session session({});
  if (session.AddGraph(1, graph, {}) != ge::SUCCESS || session.CompileGraph(1) != ge::SUCCESS) {
    return Failed("compiling the graph");
  }
  Values x;
  Values y;
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<float>(i);
    y[i] = static_cast<float>(i) + 0.5F;
  }
  std::vector<ge::Tensor> outputs;
  if (session.RunGraph(1, {HostTensor(x), HostTensor(y)}, outputs) != ge::SUCCESS) {
    return Failed("running the graph");
  }
  const auto* z = reinterpret_cast<const float*>(outputs.at(0).GetData());
  for (std::size_t i = 0; i < outputs[0].GetSize() / sizeof(float); ++i) {
    std::printf("%g ", z[i]);
  }
  return 0;
}

bool HoldsTorch() {
  std::ifstream maps("/proc/self/maps");
  const std::string text{std::istreambuf_iterator<char>(maps), {}};
  return text.find("libtorch") != std::string::npos;
}

}  // namespace

int main(int argc, char** argv) {
  if (aclInit(nullptr) != ACL_SUCCESS || aclrtSetDevice(0) != ACL_SUCCESS) {
    return Failed("setting the device up");
  }
  if (ge::GEInitialize({}) != ge::SUCCESS) {
    return Failed("GEInitialize");
  }
  const int status = argc > 1 ? Run(argv[1]) : 0;
  std::puts(HoldsTorch() ? "torch is in the process" : "no torch in the process");
  ge::GEFinalize();
  aclFinalize();
  return status;
}
