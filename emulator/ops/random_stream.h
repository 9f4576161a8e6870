// SPDX-License-Identifier: Apache-2.0
// Which numbers of torch's CPU stream a stateless random operator draws.
#pragma once

#include <ATen/core/Generator.h>

#include <cstdint>

namespace cann_emulator::ops {

// One draw. At offset 0 the CPU's generator stands as manual_seed(seed) leaves it; at a later offset where
// the draw at the greatest offset before it ended, so that the draws of one seed follow each other as on the
// CPU. Where there was none (another process drew, or eager mode), it is seeded with the sum of both. A draw
// that is repeated gives the same numbers as long as the one before it does.
class RandomDraw {
 public:
  RandomDraw(std::uint64_t seed, std::uint64_t offset);
  ~RandomDraw();
  RandomDraw(const RandomDraw&) = delete;
  RandomDraw& operator=(const RandomDraw&) = delete;

  at::Generator& generator() { return generator_; }

 private:
  std::uint64_t seed_, offset_;
  at::Generator generator_;
};

}  // namespace cann_emulator::ops
