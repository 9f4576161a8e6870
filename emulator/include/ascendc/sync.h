// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "ascendc/runtime.h"

namespace AscendC {

using TEventID = std::int8_t;

template <HardEvent event>
void SetFlag(std::int32_t eventID,
             ::cann_emulator::ascendc::Site site = ::cann_emulator::ascendc::Site::Here()) {
  ::cann_emulator::ascendc::SetFlag(event, eventID, site);
}

template <HardEvent event>
void WaitFlag(std::int32_t eventID,
              ::cann_emulator::ascendc::Site site = ::cann_emulator::ascendc::Site::Here()) {
  ::cann_emulator::ascendc::WaitFlag(event, eventID, site);
}

template <pipe_t pipe>
void PipeBarrier(::cann_emulator::ascendc::Site site = ::cann_emulator::ascendc::Site::Here()) {
  static_assert(pipe != PIPE_S, "PipeBarrier<PIPE_S> does not exist: the scalar pipe runs in order");
  ::cann_emulator::ascendc::PipeBarrier(pipe, site);
}

}  // namespace AscendC
