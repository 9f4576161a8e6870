// SPDX-License-Identifier: Apache-2.0
#include "aten/matmul_backward.h"

#include <ATen/ATen.h>

#include <array>
#include <tuple>

namespace cann_emulator::aten {
namespace {

// The gradients of matmul's factors. Vectors are matrices of one row or column; what broadcast is summed.
std::tuple<at::Tensor, at::Tensor> MatmulBackward(const at::Tensor& grad, const at::Tensor& self,
                                                  const at::Tensor& other, std::array<bool, 2> mask) {
  const bool row = self.dim() == 1, column = other.dim() == 1;
  const at::Tensor x = row ? self.unsqueeze(0) : self;
  const at::Tensor y = column ? other.unsqueeze(1) : other;
  at::Tensor product = column ? grad.unsqueeze(-1) : grad;
  if (row) product = product.unsqueeze(-2);
  const auto reduced = [](const at::Tensor& gradient, const at::Tensor& factor, const at::Tensor& like) {
    return gradient.sum_to_size(factor.sizes()).reshape(like.sizes());
  };
  return {mask[0] ? reduced(at::matmul(product, y.mT()), x, self) : at::Tensor(),
          mask[1] ? reduced(at::matmul(x.mT(), product), y, other) : at::Tensor()};
}

}  // namespace

void RegisterMatmulBackward(torch::Library& library) { library.impl("matmul_backward", MatmulBackward); }

}  // namespace cann_emulator::aten
