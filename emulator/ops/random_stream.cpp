// SPDX-License-Identifier: Apache-2.0
#include "ops/random_stream.h"

#include <ATen/CPUGeneratorImpl.h>

#include "ops/generator_states.h"

namespace cann_emulator::ops {
namespace {

// After the draw at a position.
GeneratorStates& States() {
  static auto* const kStates = new GeneratorStates;
  return *kStates;
}

}  // namespace

RandomDraw::RandomDraw(std::uint64_t seed, std::uint64_t offset)
    : seed_(seed), offset_(offset), generator_(at::detail::createCPUGenerator(seed + offset)) {
  if (offset == 0) return;
  const at::Tensor state = States().Before({seed, offset});
  if (state.defined()) generator_.set_state(state);
}

RandomDraw::~RandomDraw() { States().Keep({seed_, offset_}, generator_.get_state()); }

}  // namespace cann_emulator::ops
