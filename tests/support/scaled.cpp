// SPDX-License-Identifier: Apache-2.0
// An operator of torch alone: no GE operator, no converter.
#include <ATen/ATen.h>
#include <torch/library.h>

namespace {

at::Tensor ScaledMeta(const at::Tensor& x, double) { return at::empty_like(x); }

at::Tensor ScaledNpu(const at::Tensor& x, double factor) { return at::mul(x, factor); }

TORCH_LIBRARY(generated_tests, m) { m.def("scaled(Tensor x, float factor) -> Tensor"); }
TORCH_LIBRARY_IMPL(generated_tests, Meta, m) { m.impl("scaled", ScaledMeta); }
TORCH_LIBRARY_IMPL(generated_tests, PrivateUse1, m) { m.impl("scaled", ScaledNpu); }

}  // namespace
