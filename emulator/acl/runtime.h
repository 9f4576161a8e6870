// SPDX-License-Identifier: Apache-2.0
// What the rest of the emulator needs of the runtime beyond the public ACL interface: putting work on a
// stream, finding the allocation under an address, reporting errors, and the SoC in use.
// Exported by libascendcl.so. Everything here is thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#define CANN_EMULATOR_API __attribute__((visibility("default")))

namespace cann_emulator {

// Result of a piece of work. `code` is an aclError (0: success); `message` is worded for the operator's
// author.
struct Status {
  int code = 0;
  std::string message;
  bool ok() const { return code == 0; }
};

// Appends `task` to a stream (an aclrtStream; nullptr: the default stream of the calling thread's device).
// Tasks of one stream run one after another on that stream's own thread; the call returns at once.
// A task that fails stops the stream's remaining tasks up to the next synchronisation, which returns the
// task's code and makes its message the calling thread's aclGetRecentErrMsg(). After that the stream works
// again. `name` appears in diagnostics. Returns an aclError.
CANN_EMULATOR_API int EnqueueTask(void* stream, std::string name, std::function<Status()> task);

// Waits until all work queued so far on `stream` has run. Returns and reports its first error.
CANN_EMULATOR_API int SynchronizeStream(void* stream);

struct Allocation {
  enum class Kind { kDevice, kHost };
  const std::byte* base = nullptr;
  std::size_t size = 0;  // bytes the caller asked for
  Kind kind = Kind::kDevice;
  int device = 0;
};

// The live allocation made through ACL that contains `address`, if any.
CANN_EMULATOR_API std::optional<Allocation> FindAllocation(const void* address);

// For messages, what a bad address is to the runtime: "it lies 16 bytes past the end of the device allocation
// [0x1000, 0x1400) of 1024 bytes on device 0".
CANN_EMULATOR_API std::string DescribeAddress(const void* address);

// Makes `message` the calling thread's aclGetRecentErrMsg() and returns `code`.
CANN_EMULATOR_API int ReportError(int code, const std::string& message);

// What the calling thread wrote with aclAppLog(ACL_ERROR, ...) since the last call, whatever the log level:
// operators say there why they failed.
CANN_EMULATOR_API std::string TakeApplicationErrors();

// The GE node whose Execute runs on a thread: traces and errors of what it launches name it.
struct ExecutingNode {
  std::string graph;
  std::string name;
  std::string description;  // for messages
};
// Sets the calling thread's, null for none, and returns the one before.
CANN_EMULATOR_API std::shared_ptr<const ExecutingNode> SetExecutingNode(
    std::shared_ptr<const ExecutingNode> node);
CANN_EMULATOR_API std::shared_ptr<const ExecutingNode> CurrentExecutingNode();

// False when CANN_EMULATOR_CHECK=off.
CANN_EMULATOR_API bool ChecksEnabled();
// True when CANN_EMULATOR_CHECK=strict: also what the compiler's automatic synchronisation covers is
// reported.
CANN_EMULATOR_API bool StrictChecksEnabled();

// Folder named by CANN_EMULATOR_TRACE, into which modelled times of kernels are written; empty: none.
CANN_EMULATOR_API const std::string& TraceFolder();

// False when CANN_EMULATOR_LATE_EFFECTS=off: then instructions take effect in program order.
CANN_EMULATOR_API bool LateEffectsEnabled();
// CANN_EMULATOR_BLOCK_SEED: blocks of a launch start in an order that follows from it.
CANN_EMULATOR_API std::optional<std::uint64_t> BlockSeed();

// One row of the SoC table; names follow the columns of platform_params.csv. Sizes in bytes, frequency in
// MHz.
struct SocInfo {
  std::string name;           // e.g. Ascend910B1
  std::string short_name;     // e.g. Ascend910B
  int npu_arch = 0;           // 2201 or 3510
  int ai_core_count = 0;      // cube cores (AIC)
  int vector_core_count = 0;  // vector cores (AIV)
  int ai_cpu_count = 0;
  std::uint64_t memory_size = 0;
  std::uint64_t l2_size = 0;
  int cube_frequency_mhz = 0;
  int ddr_rate = 0;      // bytes per cycle between one core and device memory, either way
  int l2_read_rate = 0;  // bytes per cycle from L2 to one core
  std::uint64_t l0_a_size = 0, l0_b_size = 0, l0_c_size = 0, l1_size = 0, bt_size = 0;
  std::uint64_t ub_size = 0;
};

// The SoC named by CANN_EMULATOR_SOC (default Ascend910B1).
CANN_EMULATOR_API const SocInfo& CurrentSoc();

}  // namespace cann_emulator
