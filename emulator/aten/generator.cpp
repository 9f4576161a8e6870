// SPDX-License-Identifier: Apache-2.0
#include "aten/generator.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Context.h>

#include <utility>

#include "ops/generator_states.h"

namespace cann_emulator::aten {
namespace {

using Position = ops::GeneratorStates::Position;

constexpr std::uint64_t kStep = 4;  // the unit in which Philox offsets grow

// An NPU generator is a seed and an offset that grows with use; setting its state goes back to an earlier
// offset (checkpointing does).
ops::GeneratorStates& States() {
  static auto* const kStates = new ops::GeneratorStates;
  return *kStates;
}

Position PositionOf(const at::Generator& npu) {
  return {npu.current_seed(), npu.unsafeGetGeneratorImpl()->get_offset()};
}

at::Generator CpuGeneratorAt(const Position& position) {
  const at::Tensor state = position.offset == 0 ? at::Tensor() : States().At(position);
  if (!state.defined()) return at::detail::createCPUGenerator(position.seed + position.offset);
  at::Generator cpu = at::detail::createCPUGenerator(position.seed);
  cpu.set_state(state);
  return cpu;
}

}  // namespace

RandomScope::RandomScope(at::Generator npu, c10::Device device)
    : npu_(npu.defined() ? std::move(npu) : at::globalContext().defaultGenerator(device)) {
  const std::lock_guard lock(npu_.mutex());
  cpu_ = CpuGeneratorAt(PositionOf(npu_));
}

RandomScope::~RandomScope() {
  const std::lock_guard lock(npu_.mutex());
  Position position = PositionOf(npu_);
  position.offset += kStep;
  npu_.set_offset(position.offset);
  States().Keep(position, cpu_.get_state());
}

DefaultGeneratorLoan::DefaultGeneratorLoan(c10::Device device) : random_({}, device) {
  at::Generator lent = at::detail::getDefaultCPUGenerator();
  const std::lock_guard lock(lent.mutex());
  own_state_ = lent.get_state();
  lent.set_state(random_.cpu().get_state());
}

DefaultGeneratorLoan::~DefaultGeneratorLoan() {
  at::Generator lent = at::detail::getDefaultCPUGenerator();
  const std::lock_guard lock(lent.mutex());
  at::Generator(random_.cpu()).set_state(lent.get_state());
  lent.set_state(own_state_);
}

}  // namespace cann_emulator::aten
