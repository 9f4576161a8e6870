// SPDX-License-Identifier: Apache-2.0
// The families of operators; each function adds its family and is defined in the file of the same name.
#pragma once

#include "ops/registry.h"

namespace cann_emulator::ops {

void AddUnaryMath(Registry& registry);
void AddBinaryMath(Registry& registry);
void AddCompare(Registry& registry);
void AddActivation(Registry& registry);
void AddMatMul(Registry& registry);
void AddReduction(Registry& registry);
void AddSoftmaxAndLoss(Registry& registry);
void AddShape(Registry& registry);
void AddSlice(Registry& registry);
void AddConstant(Registry& registry);
void AddNorm(Registry& registry);
void AddNormQuantize(Registry& registry);
void AddBatchNorm(Registry& registry);
void AddConv(Registry& registry);
void AddPool(Registry& registry);
void AddImage(Registry& registry);
void AddForeach(Registry& registry);
void AddRandom(Registry& registry);
void AddIndex(Registry& registry);
void AddScatter(Registry& registry);
void AddScanAndSort(Registry& registry);
void AddQuantize(Registry& registry);
void AddMxQuantize(Registry& registry);
void AddFlatQuantize(Registry& registry);
void AddCollective(Registry& registry);
void AddMoe(Registry& registry);
void AddAttention(Registry& registry);
void AddInferAttention(Registry& registry);
void AddPrint(Registry& registry);

}  // namespace cann_emulator::ops
