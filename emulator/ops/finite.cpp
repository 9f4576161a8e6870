// SPDX-License-Identifier: Apache-2.0
#include "ops/finite.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace cann_emulator::ops {
namespace {

bool IsFinite(const at::Tensor& tensor) {
  if (!at::isFloatingType(tensor.scalar_type()) && !at::isComplexType(tensor.scalar_type())) return true;
  const at::Tensor numbers = c10::isFloat8Type(tensor.scalar_type()) ? tensor.to(at::kFloat) : tensor;
  return at::isfinite(numbers).all().item<bool>();
}

}  // namespace

bool FiniteIsRequired() {
  static const bool required = [] {
    const char* text = std::getenv("CANN_EMULATOR_FINITE");
    return text != nullptr && std::string_view(text) == "on";
  }();
  return required;
}

bool AllFinite(const std::vector<at::Tensor>& tensors) {
  return std::all_of(tensors.begin(), tensors.end(), IsFinite);
}

void RequireFinite(const std::vector<at::Tensor>& results) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    TORCH_CHECK(IsFinite(results[i]), "output ", i,
                " holds inf or nan, and all inputs are finite (CANN_EMULATOR_FINITE=on reports it)");
  }
}

}  // namespace cann_emulator::ops
