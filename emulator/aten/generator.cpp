// SPDX-License-Identifier: Apache-2.0
#include "aten/generator.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Context.h>

#include <map>
#include <mutex>
#include <utility>

namespace cann_emulator::aten {
namespace {

// An NPU generator is a seed and an offset that grows with use; setting its state goes back to an earlier
// offset (checkpointing does). So the CPU generator's state is kept by (seed, offset).
using Position = std::pair<std::uint64_t, std::uint64_t>;

constexpr std::uint64_t kStep = 4;   // the unit in which Philox offsets grow
constexpr std::size_t kKept = 1024;  // states of 5 KB

std::mutex& Mutex() {
  static std::mutex mutex;
  return mutex;
}

std::map<Position, at::Tensor>& States() {
  static auto* const kStates = new std::map<Position, at::Tensor>;
  return *kStates;
}

Position PositionOf(const at::Generator& npu) {
  return {npu.current_seed(), npu.unsafeGetGeneratorImpl()->get_offset()};
}

at::Generator CpuGeneratorAt(const Position& position) {
  const auto [seed, offset] = position;
  const auto known = States().find(position);
  if (offset == 0 || known == States().end()) return at::detail::createCPUGenerator(seed + offset);
  at::Generator cpu = at::detail::createCPUGenerator(seed);
  cpu.set_state(known->second);
  return cpu;
}

}  // namespace

RandomScope::RandomScope(at::Generator npu, c10::Device device)
    : npu_(npu.defined() ? std::move(npu) : at::globalContext().defaultGenerator(device)) {
  const std::scoped_lock lock(Mutex(), npu_.mutex());
  cpu_ = CpuGeneratorAt(PositionOf(npu_));
}

RandomScope::~RandomScope() {
  const std::scoped_lock lock(Mutex(), npu_.mutex());
  Position position = PositionOf(npu_);
  position.second += kStep;
  npu_.set_offset(position.second);
  if (States().size() >= kKept) States().clear();
  States()[position] = cpu_.get_state();
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
