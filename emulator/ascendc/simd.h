// SPDX-License-Identifier: Apache-2.0
// Loops compiled for the baseline and for the wider vector units of x86-64, chosen by what the CPU has.
#pragma once

namespace cann_emulator::ascendc {

enum class VectorUnit { kBaseline, kAvx2, kAvx512 };

inline VectorUnit BestVectorUnit() {
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl")) {
    return VectorUnit::kAvx512;
  }
  return __builtin_cpu_supports("avx2") ? VectorUnit::kAvx2 : VectorUnit::kBaseline;
}

// A loop is a struct with `static CANN_EMULATOR_LOOP void Run(...)`; inlined into a function for one vector
// unit, it is compiled for that unit. (target_clones does this for plain functions, but clang has it not for
// templates.)
#define CANN_EMULATOR_LOOP inline __attribute__((always_inline))

template <class Loop, class... Arguments>
void RunForBaseline(Arguments... arguments) {
  Loop::Run(arguments...);
}
template <class Loop, class... Arguments>
__attribute__((target("avx2"))) void RunForAvx2(Arguments... arguments) {
  Loop::Run(arguments...);
}
template <class Loop, class... Arguments>
__attribute__((target("avx512f,avx512bw,avx512vl"))) void RunForAvx512(Arguments... arguments) {
  Loop::Run(arguments...);
}

template <class Loop, class... Arguments>
void RunLoop(Arguments... arguments) {
  static const VectorUnit unit = BestVectorUnit();
  switch (unit) {
    case VectorUnit::kAvx512:
      return RunForAvx512<Loop>(arguments...);
    case VectorUnit::kAvx2:
      return RunForAvx2<Loop>(arguments...);
    case VectorUnit::kBaseline:
      return RunForBaseline<Loop>(arguments...);
  }
}

}  // namespace cann_emulator::ascendc
