// SPDX-License-Identifier: Apache-2.0
// Arrays in UB. The .asc compiler turns `__ubuf__ half x[128];` in a function into
// `::cann_emulator::ascendc::UbArray<half[128]>& x = ::cann_emulator::ascendc::TakeUbArray<half[128]>("x");`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ascendc/api.h"
#include "ascendc/site.h"

namespace cann_emulator::ascendc {

template <class Array>
using UbArray = Array;

// The bytes of the array that is declared there; the same ones whenever the running block comes by again.
CANN_EMULATOR_ASCENDC_API std::byte* UbArrayBytes(const char* name, std::uint64_t size, Site site);

// The address `offset` bytes from the start of UB.
CANN_EMULATOR_ASCENDC_API std::uint64_t UbAddress(std::uint64_t offset, Site site);

template <class Array>
Array& TakeUbArray(const char* name, Site site = Site::Here()) {
  return *reinterpret_cast<Array*>(UbArrayBytes(name, sizeof(Array), site));
}

}  // namespace cann_emulator::ascendc
