// SPDX-License-Identifier: Apache-2.0
// Runs an offline model with ACL's model interface alone and checks the result against what torch computed.
//   run_offline MODEL.om INPUT.npy EXPECTED.npy
// One input and one output of float32 scores [rows, classes].
#include <cstdio>

#include "acl_model.h"
#include "check.h"

namespace {

bool Run(const std::string& model_file, const Array& input, const Array& expected) {
  const Stopwatch watch;
  const AclRuntime acl;
  const AclModel model(model_file);
  std::printf("loaded after             %.0f ms\n", watch.Milliseconds());
  const Array result = model.Run(input);
  std::printf("first result after       %.0f ms\n", watch.Milliseconds());
  bool equal = Check("aclmdlExecute", result, expected);
  const Stream stream;
  equal = Check("aclmdlExecuteAsync", model.Run(input, &stream), expected) && equal;
  return equal;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: run_offline MODEL.om INPUT.npy EXPECTED.npy\n");
    return 2;
  }
  return Main("run_offline", [&] { return Run(argv[1], ReadNpy(argv[2]), ReadNpy(argv[3])); });
}
