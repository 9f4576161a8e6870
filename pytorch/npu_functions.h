// SPDX-License-Identifier: Apache-2.0
// The operators on NPU tensors as plain functions, below torch's dispatcher: no autograd, autocast or graph
// capture. The dispatcher and the pybind11 module call the same ones.
#pragma once

#include <ATen/core/Tensor.h>

namespace ascendc_ops {

at::Tensor AddNpu(const at::Tensor& x, const at::Tensor& y);

void AddInplaceNpu(at::Tensor& x, const at::Tensor& y);

at::Tensor DispersionCorrectionNpu(const at::Tensor& input, double alpha);

at::Tensor DispersionCorrectionBackwardNpu(const at::Tensor& grad, const at::Tensor& input, double alpha);

}  // namespace ascendc_ops
