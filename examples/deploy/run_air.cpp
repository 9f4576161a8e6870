// SPDX-License-Identifier: Apache-2.0
// Runs an exported model on a tensor and checks the result against what torch computed.
//   run_air MODEL.air INPUT.npy EXPECTED.npy
// One input and one output of float32 scores [rows, classes]. Exits with 1 when a prediction differs.
#include <chrono>
#include <cstdio>
#include <exception>

#include "ge_model.h"

namespace {

double Milliseconds(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

bool Check(const char* how, const Array& actual, const Array& expected) {
  const double difference = LargestDifference(actual, expected);
  const bool equal = difference < 1e-3 && Predictions(actual) == Predictions(expected);
  std::printf("%-24s largest difference %.2e, predictions %s\n", how, difference, equal ? "equal" : "DIFFER");
  return equal;
}

int Run(const std::string& model_file, const Array& input, const Array& expected) {
  const auto start = std::chrono::steady_clock::now();
  const AclRuntime acl;
  const GeRuntime ge;
  GeModel model(LoadGraph(model_file));
  std::printf("compiled in              %.0f ms\n", Milliseconds(start));
  bool equal = Check("RunGraph", model.Run({input}).at(0), expected);
  std::printf("first result after       %.0f ms\n", Milliseconds(start));
  if (model.IsStatic()) {
    const Stream stream;
    std::vector<DeviceMemory> inputs;
    std::vector<DeviceMemory> outputs;
    inputs.emplace_back(input.bytes);
    outputs.emplace_back(expected.bytes.size());
    model.RunOnStream(stream, {input}, inputs, &outputs);
    equal = Check("RunGraphWithStreamAsync", {expected.dtype, expected.dims, outputs[0].CopyToHost()},
                  expected) &&
            equal;
  }
  return equal ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: run_air MODEL.air INPUT.npy EXPECTED.npy\n");
    return 2;
  }
  try {
    return Run(argv[1], ReadNpy(argv[2]), ReadNpy(argv[3]));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "run_air: %s\n", error.what());
    return 1;
  }
}
