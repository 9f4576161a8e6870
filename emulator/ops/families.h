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

// The only way of inference for kernels whose torch functions do not run on meta tensors: the output's description.
inline at::Tensor Meta(at::IntArrayRef sizes, at::ScalarType type) {
  return at::empty(sizes, at::TensorOptions().dtype(type).device(at::kMeta));
}
inline at::Tensor MetaLike(const at::Tensor& tensor) { return Meta(tensor.sizes(), tensor.scalar_type()); }

// The value of a one-element input that decides no shape: any number will do while inferring.
inline at::Scalar ScalarOrOne(const Call& call, std::string_view port) {
  return call.inferring() ? at::Scalar(1) : call.Scalar(port);
}

}  // namespace cann_emulator::ops
