// SPDX-License-Identifier: Apache-2.0
// Kernel launches. The .asc compiler turns `k<<<blocks, l2, stream>>>(args)` into
// `::cann_emulator::ascendc::Launch("k", k, blocks, l2, stream)(args)`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include "ascendc/headers_digest.h"
#include "ascendc/launch_config.h"

// The kernel of a launch inside a macro, as text, with the macro's parameters replaced.
#define CANN_EMULATOR_KERNEL_NAME(...) CANN_EMULATOR_KERNEL_TEXT(__VA_ARGS__)
#define CANN_EMULATOR_KERNEL_TEXT(...) #__VA_ARGS__

namespace cann_emulator::ascendc {

#if defined(__has_builtin)
#if __has_builtin(__builtin_clear_padding)
#define CANN_EMULATOR_CLEARS_PADDING 1
#endif
#endif

// Notes an argument's bytes; those of objects whose padding cannot be cleared are not comparable.
template <class T>
void NoteArgument(std::size_t number, T argument) {
#ifdef CANN_EMULATOR_CLEARS_PADDING
  if constexpr (std::is_trivially_copyable_v<T>) {
    __builtin_clear_padding(&argument);
    NoteLaunchArgument(number, &argument, sizeof(argument));
  }
#else
  if constexpr (std::has_unique_object_representations_v<T> || std::is_floating_point_v<T>) {
    NoteLaunchArgument(number, &argument, sizeof(argument));
  }
#endif
}

template <class... Arguments>
void NoteArguments(const Arguments&... arguments) {
  if (LaunchesAreRecorded()) {
    std::size_t number = 0;
    (NoteArgument(number++, arguments), ...);
  }
}

// A launch of a kernel whose parameter types are known: the arguments convert as in any function call.
template <class... Parameters>
class KernelLauncher {
 public:
  KernelLauncher(LaunchConfig config, void (*kernel)(Parameters...)) : config_(config), kernel_(kernel) {}

  __attribute__((noinline)) void operator()(Parameters... arguments) const {
    static_assert((!std::is_reference_v<Parameters> && ...), "a kernel's parameters are passed by value");
    NoteArguments(arguments...);
    LaunchKernel(config_, [kernel = kernel_, copies = std::make_tuple(std::move(arguments)...)] {
      std::apply(kernel, copies);
    });
  }

 private:
  LaunchConfig config_;
  void (*kernel_)(Parameters...);
};

// A launch of a kernel template whose arguments are deduced from the call.
template <class Call>
class DeducingLauncher {
 public:
  DeducingLauncher(LaunchConfig config, Call call) : config_(config), call_(std::move(call)) {}

  template <class... Arguments>
  void operator()(Arguments... arguments) const {
    NoteArguments(arguments...);
    LaunchKernel(config_, [call = call_, copies = std::make_tuple(std::move(arguments)...)] {
      std::apply(call, copies);
    });
  }

 private:
  LaunchConfig config_;
  Call call_;
};

template <class Kernel>
struct KernelFunction : std::false_type {};
template <class Result, class... Parameters>
struct KernelFunction<Result (*)(Parameters...)> : std::true_type {
  static_assert(std::is_void_v<Result>, "a kernel returns void");
};

template <class Kernel>
auto MakeLauncher(const LaunchConfig& config, Kernel kernel) {
  if constexpr (KernelFunction<Kernel>::value) {
    return KernelLauncher(config, kernel);
  } else {
    return DeducingLauncher<Kernel>(config, std::move(kernel));
  }
}

inline LaunchConfig ConfigOf(const char* name, std::int64_t blocks, void* stream, Site site) {
  return {name, blocks, 0, nullptr, stream, site, __NPU_ARCH__, kHeadersDigest};
}
inline void SetSecondArgument(LaunchConfig& config, std::uint64_t bytes) { config.dynamic_ub_size = bytes; }
inline void SetSecondArgument(LaunchConfig& config, const void* l2_control) {
  config.l2_control = l2_control;
}
inline void SetSecondArgument(LaunchConfig&, std::nullptr_t) {}

template <class Kernel>
auto Launch(const char* name, Kernel kernel, std::int64_t blocks, void* stream, Site site = Site::Here()) {
  return MakeLauncher(ConfigOf(name, blocks, stream, site), std::move(kernel));
}

template <class Kernel, class Second>
auto Launch(const char* name, Kernel kernel, std::int64_t blocks, Second second, void* stream,
            Site site = Site::Here()) {
  LaunchConfig config = ConfigOf(name, blocks, stream, site);
  SetSecondArgument(config, second);
  return MakeLauncher(config, std::move(kernel));
}

template <class Kernel, class Blocks, class Threads, class DynamicUb, class Stream>
void Launch(const char*, Kernel, Blocks, Threads, DynamicUb, Stream) {
  static_assert(!std::is_same_v<Kernel, Kernel>,
                "<<<>>> with four arguments launches a SIMT kernel, which is not emulated; a SIMD launch is "
                "<<<blocks, 0, stream>>>");
}

}  // namespace cann_emulator::ascendc
