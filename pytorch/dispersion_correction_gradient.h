// SPDX-License-Identifier: Apache-2.0
// ascendc_ops::dispersion_correction_backward as a function, for the derivatives that are made of it.
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>

namespace ascendc_ops {

// grad * (alpha + 0.5 / sqrt(input)), through the dispatcher.
inline at::Tensor CallDispersionCorrectionBackward(const at::Tensor& grad, const at::Tensor& input,
                                                   double alpha) {
  static const auto op = c10::Dispatcher::singleton()
                             .findSchemaOrThrow("ascendc_ops::dispersion_correction_backward", "")
                             .typed<at::Tensor(const at::Tensor&, const at::Tensor&, double)>();
  return op.call(grad, input, alpha);
}

}  // namespace ascendc_ops
