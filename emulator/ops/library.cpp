// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "ops/families.h"
#include "ops/torch_version.h"

namespace cann_emulator {

const OpLibrary* cann_emulator_op_library() {
  if (const std::string mismatch = TorchMismatch(); !mismatch.empty()) throw std::runtime_error(mismatch);
  // Never destroyed: threads of the runtime may still run operators while the process exits.
  static const ops::Registry* const kLibrary = [] {
    auto* registry = new ops::Registry;
    ops::AddUnaryMath(*registry);
    ops::AddBinaryMath(*registry);
    ops::AddCompare(*registry);
    ops::AddActivation(*registry);
    ops::AddMatMul(*registry);
    ops::AddReduction(*registry);
    ops::AddSoftmaxAndLoss(*registry);
    ops::AddShape(*registry);
    ops::AddSlice(*registry);
    ops::AddConstant(*registry);
    ops::AddNorm(*registry);
    ops::AddNormQuantize(*registry);
    ops::AddBatchNorm(*registry);
    ops::AddConv(*registry);
    ops::AddPool(*registry);
    ops::AddImage(*registry);
    ops::AddForeach(*registry);
    ops::AddRandom(*registry);
    ops::AddIndex(*registry);
    ops::AddScatter(*registry);
    ops::AddScanAndSort(*registry);
    ops::AddQuantize(*registry);
    ops::AddMxQuantize(*registry);
    ops::AddFlatQuantize(*registry);
    ops::AddCollective(*registry);
    ops::AddMoe(*registry);
    ops::AddAttention(*registry);
    ops::AddInferAttention(*registry);
    ops::AddPrint(*registry);
    return registry;
  }();
  return kLibrary;
}

}  // namespace cann_emulator
