// SPDX-License-Identifier: Apache-2.0
// What the language headers ask of libascendc_runtime.so. A language function checks types at compile time,
// writes down the instruction, and hands it over; the runtime checks it against the block's memory and
// carries it out. Every function throws when a check fails, which ends the launch with that message.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ascendc/api.h"
#include "ascendc/position.h"
#include "ascendc/site.h"
#include "ascendc/types.h"

namespace cann_emulator::ascendc {

inline constexpr std::uint32_t kBlockBytes = 32;    // one data block: the unit of UB addresses and strides
inline constexpr std::uint32_t kRepeatBytes = 256;  // what one repeat of a vector instruction covers
constexpr std::uint64_t RoundUpToBlock(std::uint64_t bytes) {
  return (bytes + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
}
inline constexpr int kEventIdCount = 8;
inline constexpr int kMaxQueueBuffers = 64;  // per kernel
inline constexpr int kMaxLiveBuffers = 8;    // taken and not freed, per position: one event id for each

// A tensor in UB as an instruction sees it: from its first byte to the end of the memory it may touch.
struct Local {
  std::uint32_t address = 0;  // byte offset in UB
  std::uint32_t size = 0;     // bytes
};

// A tensor in device memory. kUnboundedSize: SetGlobalBuffer was given no size.
struct Global {
  std::byte* address = nullptr;
  std::uint64_t size = 0;        // bytes
  std::uint8_t bypasses_l2 = 0;  // CacheRwMode bits; matters to the modelled time alone
};
inline constexpr std::uint64_t kUnboundedSize = ~std::uint64_t{0};

// ---- vector instructions
// -------------------------------------------------------------------------------------

enum class Opcode : std::uint8_t {
  kAdd,
  kSub,
  kMul,
  kDiv,
  kMax,
  kMin,
  kAnd,
  kOr,
  kAdds,
  kMuls,
  kMaxs,
  kMins,
  kAxpy,
  kAbs,
  kExp,
  kLn,
  kNot,
  kReciprocal,
  kRelu,
  kRsqrt,
  kSqrt,
  kCast,
  kDuplicate,
  kLeakyRelu,
  kShiftLeft,
  kShiftRight,
  kShiftRightRounded,
  kAddRelu,
  kSubRelu,
  kAddReluCast,
  kSubReluCast,
  kAddDeqRelu,
  kMulAddDst,
  kFusedMulAdd,
  kFusedMulAddRelu,
  kMulCast,
};
inline constexpr int kOpcodeCount = 36;

struct LaneStride {
  std::uint16_t block = 1;   // between the 32 B blocks of one repeat, in blocks
  std::uint16_t repeat = 8;  // between repeats, in blocks
};

// Which lanes of which repeats take part: `count` elements from the start, or, when `by_repeat`, the lanes of
// `mask` in each of `repeats` repeats. In counter mode (SetMaskCount) `mask_number` is the number of elements
// and the repeats follow from it. `mask_register`: the mask is the one of SetVectorMask; `mask_is_number`: it
// was given as `mask_number`.
struct VectorShape {
  bool by_repeat = false;
  bool mask_register = false;
  bool mask_is_number = false;
  std::uint32_t repeats = 0;
  std::uint32_t count = 0;
  std::uint64_t mask[2] = {0, 0};
  std::uint64_t mask_number = 0;
  LaneStride destination;
  LaneStride source[2];
};

struct VectorInstruction {
  Opcode opcode = Opcode::kAdd;
  DataType source_type = DataType::kFloat;
  DataType destination_type = DataType::kFloat;
  AscendC::RoundMode round_mode = AscendC::RoundMode::CAST_NONE;
  std::uint8_t source_count = 0;
  Local destination;
  Local source[2];
  std::uint64_t scalar = 0;  // bit pattern, in the source type (Duplicate: the destination type)
  VectorShape shape;
  Site site;
};

CANN_EMULATOR_ASCENDC_API void Execute(const VectorInstruction& instruction);

// ---- special registers
// ----------------------------------------------------------------------------------------

enum class AtomicMode : std::uint8_t { kNone, kAdd, kMax, kMin };

struct MaskState {
  bool counter_mode;
  std::uint64_t mask[2];  // low, high
};
CANN_EMULATOR_ASCENDC_API MaskState GetMaskState();
CANN_EMULATOR_ASCENDC_API void SetMaskState(const MaskState& state);
CANN_EMULATOR_ASCENDC_API void SetCounterMode(bool on);
CANN_EMULATOR_ASCENDC_API void SetMaskRegister(std::uint64_t low, std::uint64_t high);
CANN_EMULATOR_ASCENDC_API void SetCompareMask(std::uint64_t low, std::uint64_t high);
CANN_EMULATOR_ASCENDC_API void GetCompareMask(std::uint64_t& low, std::uint64_t& high);
// What each list gave to the last MrgSort.
CANN_EMULATOR_ASCENDC_API void GetMerged(std::uint32_t taken[4]);
CANN_EMULATOR_ASCENDC_API void SetAtomicMode(AtomicMode mode, DataType type);
CANN_EMULATOR_ASCENDC_API void SetDequantScale(float scale);
// For CastDeq: one factor, offset and sign, or a tensor of 16 DequantWord.
CANN_EMULATOR_ASCENDC_API void SetDequantization(float scale, std::int16_t offset, bool is_signed);
CANN_EMULATOR_ASCENDC_API void SetDequantTensor(Local tensor);
// SetSaturationFlag.
CANN_EMULATOR_ASCENDC_API void SetFloatSaturation(bool on);
CANN_EMULATOR_ASCENDC_API bool GetFloatSaturation();
CANN_EMULATOR_ASCENDC_API void SetCastSaturation(bool on);
CANN_EMULATOR_ASCENDC_API bool GetCastSaturation();
// The bit pattern of SetPadValue, with which DataCopyPad fills.
CANN_EMULATOR_ASCENDC_API void SetPadRegister(std::uint64_t value);
CANN_EMULATOR_ASCENDC_API bool GetPadRegister(std::uint64_t& value);
// The block's system workspace. Fails where none was set.
CANN_EMULATOR_ASCENDC_API void SetSystemWorkspace(void* workspace);
CANN_EMULATOR_ASCENDC_API void* GetSystemWorkspace(Site site);

// ---- copies
// --------------------------------------------------------------------------------------------------

// `count` runs of `length` bytes; `*_gap` bytes lie between the end of one run and the start of the next.
struct Runs {
  std::uint32_t count = 1;
  std::uint32_t length = 0;
  std::uint64_t source_gap = 0;
  std::uint64_t destination_gap = 0;
};

// What DataCopyPad puts around each run in UB. `left` and `right` in elements of `element_size` bytes.
struct Padding {
  bool enabled = false;
  std::uint8_t left = 0;
  std::uint8_t right = 0;
  std::uint8_t element_size = 0;
  std::uint64_t value = 0;  // bit pattern of one element
};

struct Copy {
  const char* name = "DataCopy";
  std::uint32_t element_size = 1;
  Runs runs;
  Site site;
};

CANN_EMULATOR_ASCENDC_API void CopyToLocal(const Copy& copy, Local destination, Global source);
CANN_EMULATOR_ASCENDC_API void CopyToGlobal(const Copy& copy, Global destination, Local source);
CANN_EMULATOR_ASCENDC_API void CopyWithinLocal(const Copy& copy, Local destination, Local source);
CANN_EMULATOR_ASCENDC_API void CopyPadToLocal(const Copy& copy, const Padding& padding, Local destination,
                                              Global source);
CANN_EMULATOR_ASCENDC_API void CopyPadToGlobal(const Copy& copy, Global destination, Local source);

// The DataCopyParams and DataCopyExtParams fields as written; a report names `field`.
CANN_EMULATOR_ASCENDC_API void CheckField(const char* instruction, const char* field, std::uint64_t value,
                                          std::uint64_t limit, Site site);

// A number of elements, or the place of one, where two share a byte.
CANN_EMULATOR_ASCENDC_API void CheckEven(const char* instruction, const char* field, std::uint64_t value,
                                         Site site);

// A number of elements, which no program has so many of that it could be meant where it is negative as an
// int.
CANN_EMULATOR_ASCENDC_API void CheckCount(const char* instruction, std::uint32_t count, Site site);

// In strict mode: a copy of so many bytes moves them all, or a report says how many it leaves.
CANN_EMULATOR_ASCENDC_API void CheckWholeBlocks(const char* instruction, std::uint64_t bytes, Site site);

// Two fields that must agree, or a report that names both.
CANN_EMULATOR_ASCENDC_API void CheckSame(const char* instruction, const char* first,
                                         std::uint64_t first_value, const char* second,
                                         std::uint64_t second_value, Site site);
// Bytes of UB that the SoC has.
CANN_EMULATOR_ASCENDC_API std::uint32_t UbSize();

// ---- scalar access
// -------------------------------------------------------------------------------------------

// What the caller does with an element; kReference: either, later, where no check sees it.
enum class ElementUse : std::uint8_t { kRead, kWrite, kReference };

// Host address of `size` bytes at `offset` bytes into the tensor; throws where the tensor does not hold them.
CANN_EMULATOR_ASCENDC_API std::byte* LocalBytes(const char* access, Local tensor, std::uint64_t offset,
                                                std::uint32_t size, Site site,
                                                ElementUse use = ElementUse::kReference);
CANN_EMULATOR_ASCENDC_API std::byte* GlobalBytes(const char* access, Global tensor, std::uint64_t offset,
                                                 std::uint32_t size, Site site,
                                                 ElementUse use = ElementUse::kReference);
// Host address of a UB offset. What is done through the pointer is not checked.
CANN_EMULATOR_ASCENDC_API std::byte* UbPointer(std::uint32_t address);
// The first `bytes` bytes of one operand of a library function, which count as read or written by it.
CANN_EMULATOR_ASCENDC_API std::byte* LibraryOperand(const char* function, const char* operand, Local memory,
                                                    std::uint64_t bytes, bool write, Site site);
// The tensor that a pointer into UB stands for: to the end of its array (ub_array.h), or of UB.
CANN_EMULATOR_ASCENDC_API Local LocalOfPointer(const char* call, const void* pointer, Site site);
// The part of `tensor` from `offset` bytes on.
CANN_EMULATOR_ASCENDC_API Local LocalFrom(Local tensor, std::uint64_t offset, Site site);
// The `size` bytes at `offset` bytes into the tensor.
CANN_EMULATOR_ASCENDC_API Local LocalPart(const char* what, Local tensor, std::uint64_t offset,
                                          std::uint64_t size, Site site);
CANN_EMULATOR_ASCENDC_API Global GlobalFrom(Global tensor, std::uint64_t offset, Site site);
// The tensor of `size` bytes at `address`; throws where UB does not hold it.
CANN_EMULATOR_ASCENDC_API Local LocalAt(const char* what, std::uint64_t address, std::uint64_t size,
                                        Site site);
// The same for a LocalTensor, whose position must be one of UB.
CANN_EMULATOR_ASCENDC_API Local LocalAtPosition(AscendC::TPosition position, std::uint64_t address,
                                                std::uint64_t size, Site site);

// ---- synchronisation
// -----------------------------------------------------------------------------------------

CANN_EMULATOR_ASCENDC_API void SetFlag(AscendC::HardEvent event, std::int32_t id, Site site);
CANN_EMULATOR_ASCENDC_API void WaitFlag(AscendC::HardEvent event, std::int32_t id, Site site);
CANN_EMULATOR_ASCENDC_API void PipeBarrier(pipe_t pipe, Site site);
// Whose memory accesses have ended before the next instruction starts; kReserved is refused.
enum class BarrierScope : std::uint8_t { kAll, kDeviceMemory, kUb, kReserved };
CANN_EMULATOR_ASCENDC_API void DataBarrier(BarrierScope scope, Site site);
// The event from one pipe to the other; throws where there is none.
CANN_EMULATOR_ASCENDC_API AscendC::HardEvent EventBetween(const char* call, pipe_t from, pipe_t to,
                                                          Site site);

// ---- TPipe and TQue
// ------------------------------------------------------------------------------------------

CANN_EMULATOR_ASCENDC_API void PipeBegin(Site site);
CANN_EMULATOR_ASCENDC_API void PipeReset(Site site);
CANN_EMULATOR_ASCENDC_API void PipeEnd() noexcept;

CANN_EMULATOR_ASCENDC_API std::int8_t AllocEventId(AscendC::HardEvent event, Site site);
CANN_EMULATOR_ASCENDC_API void ReleaseEventId(AscendC::HardEvent event, std::int8_t id, Site site);
CANN_EMULATOR_ASCENDC_API std::int8_t FetchEventId(AscendC::HardEvent event, Site site);

// Handle of a queue of the running block; kNoQueue: InitBuffer has not been called.
using QueueHandle = std::int32_t;
inline constexpr QueueHandle kNoQueue = -1;

// From where to where a tensor moves, which decides the pipes that a queue orders.
struct QueueRoute {
  AscendC::TPosition source;
  AscendC::TPosition destination;
};

CANN_EMULATOR_ASCENDC_API QueueHandle InitQueue(QueueRoute route, std::int32_t depth, std::uint32_t buffers,
                                                std::uint32_t buffer_size, Site site);
// The same on bytes that are reserved already.
CANN_EMULATOR_ASCENDC_API QueueHandle InitQueueAt(Local memory, QueueRoute route, std::int32_t depth,
                                                  std::uint32_t buffers, std::uint32_t buffer_size,
                                                  Site site);
CANN_EMULATOR_ASCENDC_API Local InitLocalBuffer(std::uint32_t size, Site site);
// What InitBuffer has left of UB; it stays free.
CANN_EMULATOR_ASCENDC_API Local RestOfUb(Site site);
CANN_EMULATOR_ASCENDC_API Local QueueAlloc(QueueHandle queue, Site site);
CANN_EMULATOR_ASCENDC_API void QueueFree(QueueHandle queue, Local buffer, Site site);
CANN_EMULATOR_ASCENDC_API void QueuePush(QueueHandle queue, Local buffer, Site site);
CANN_EMULATOR_ASCENDC_API Local QueuePop(QueueHandle queue, Site site);

struct QueueState {
  std::int32_t queued = 0;  // tensors between EnQue and DeQue
  std::int32_t idle = 0;    // buffers that AllocTensor can hand out
  std::int32_t depth = 0;
};
CANN_EMULATOR_ASCENDC_API QueueState GetQueueState(QueueHandle queue, const char* call, Site site);

// ---- output and assertions
// -----------------------------------------------------------------------------------

// Writes the text to standard output in one piece.
CANN_EMULATOR_ASCENDC_API void Print(const char* format, ...) __attribute__((format(printf, 1, 2)));
// Ends the launch with the condition's text and an optional message.
[[noreturn]] CANN_EMULATOR_ASCENDC_API void AssertionFailed(Site site, const char* condition,
                                                            const char* format, ...)
    __attribute__((format(printf, 3, 4)));

}  // namespace cann_emulator::ascendc
