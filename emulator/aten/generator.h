// SPDX-License-Identifier: Apache-2.0
// Random numbers: an NPU generator draws from the CPU generator's stream of the same seed.
#pragma once

#include <ATen/core/Generator.h>
#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

namespace cann_emulator::aten {

// One use of an NPU generator by a CPU kernel. Holds the generator for the duration.
class RandomScope {
 public:
  // `npu` undefined: the device's default generator.
  RandomScope(at::Generator npu, c10::Device device);
  ~RandomScope();
  RandomScope(const RandomScope&) = delete;
  RandomScope& operator=(const RandomScope&) = delete;

  // The CPU generator that continues where the NPU generator stands.
  const at::Generator& cpu() const { return cpu_; }

 private:
  at::Generator npu_;
  at::Generator cpu_;
};

// Lends the CPU's default generator to the NPU, for kernels that take no generator.
class DefaultGeneratorLoan {
 public:
  explicit DefaultGeneratorLoan(c10::Device device);
  ~DefaultGeneratorLoan();
  DefaultGeneratorLoan(const DefaultGeneratorLoan&) = delete;
  DefaultGeneratorLoan& operator=(const DefaultGeneratorLoan&) = delete;

 private:
  RandomScope random_;
  at::Tensor own_state_;
};

}  // namespace cann_emulator::aten
