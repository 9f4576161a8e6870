// SPDX-License-Identifier: Apache-2.0
// How library functions reach UB: what one reads and writes is checked and noted as the operands of one
// vector instruction; in between it computes on the host, half and float alike in float, rounded once.
#pragma once

#include <cstdint>
#include <cstring>

#include "ascendc/local_tensor.h"
#include "ascendc/runtime.h"
#include "ascendc/vector_shape.h"

// For functions that dav-3510 alone has.
#define CANN_EMULATOR_ON_DAV_3510(name, T)                                     \
  static_assert(::cann_emulator::ascendc::kDependent<__NPU_ARCH__ == 3510, T>, \
                #name ": dav-2201 does not have it; dav-3510 has (--npu-arch=dav-3510)")

namespace AscendC {
namespace detail {

// The call of one library function.
class LibraryCall {
 public:
  LibraryCall(const char* name, Site site) : name_(name), site_(site) {}

  // The first `count` elements.
  template <typename T>
  const T* Read(const char* operand, const LocalTensor<T>& tensor, std::uint64_t count) const {
    return reinterpret_cast<const T*>(
        LibraryOperand(name_, operand, tensor.Memory(), count * sizeof(T), false, site_));
  }
  template <typename T>
  T* Write(const char* operand, const LocalTensor<T>& tensor, std::uint64_t count) const {
    return reinterpret_cast<T*>(
        LibraryOperand(name_, operand, tensor.Memory(), count * sizeof(T), true, site_));
  }
  // Reports where the two are not the same.
  void CheckSame(const char* first, std::uint64_t first_value, const char* second,
                 std::uint64_t second_value) const {
    ::cann_emulator::ascendc::CheckSame(name_, first, first_value, second, second_value, site_);
  }
  void CheckAtMost(const char* what, std::uint64_t value, std::uint64_t limit) const {
    CheckField(name_, what, value, limit, site_);
  }

 private:
  const char* name_;
  Site site_;
};

template <typename T>
constexpr void CheckLibraryType() {
  static_assert(kIsOneOf<T, half, float>, "the library's functions on tensors are for half and float");
}

}  // namespace detail
}  // namespace AscendC
