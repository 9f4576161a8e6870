// SPDX-License-Identifier: Apache-2.0
// Runs an exported model on a tensor and checks the result against what torch computed.
//   run_air MODEL.air INPUT.npy EXPECTED.npy
// One input and one output of float32 scores [rows, classes].
#include <cstdio>

#include "check.h"
#include "ge_model.h"

namespace {

bool Run(const std::string& model_file, const Array& input, const Array& expected) {
  const Stopwatch watch;
  const AclRuntime acl;
  const GeRuntime ge;
  GeModel model(LoadGraph(model_file));
  std::printf("compiled after           %.0f ms\n", watch.Milliseconds());
  const std::vector<Array> results = model.Run({input});
  std::printf("first result after       %.0f ms\n", watch.Milliseconds());
  bool equal = Check("RunGraph", results.at(0), expected);
  if (model.IsStatic()) {
    const Stream stream;
    std::vector<DeviceMemory> inputs;
    std::vector<DeviceMemory> outputs;
    inputs.emplace_back(input.bytes);
    outputs.emplace_back(expected.bytes.size());
    model.RunOnStream(stream, {input}, inputs, &outputs);
    const Array result = {expected.dtype, expected.dims, outputs[0].CopyToHost()};
    equal = Check("RunGraphWithStreamAsync", result, expected) && equal;
  }
  return equal;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: run_air MODEL.air INPUT.npy EXPECTED.npy\n");
    return 2;
  }
  return Main("run_air", [&] { return Run(argv[1], ReadNpy(argv[2]), ReadNpy(argv[3])); });
}
