// SPDX-License-Identifier: Apache-2.0
#include "ascendc/fault_report.h"

#include <string>

#include "acl/runtime.h"
#include "ascendc/failure.h"
#include "ascendc/running_block.h"
#include "ascendc/source_line.h"
#include "ascendc/watchdog.h"

namespace cann_emulator::ascendc {

namespace {

// A null pointer with an index or the offset of a member; no program has memory there.
constexpr std::uintptr_t kNullEnd = 0x10000;
constexpr std::uintptr_t kProgramEnd = std::uintptr_t{1} << 47;

constexpr const char* kNoPointer =
    "it was read from memory that holds no pointer (unwritten device memory is 0xFFF5..., unwritten UB "
    "0xFF...)";

constexpr const char* kEndless = "; a loop whose condition never changes, or whose step is 0?";

std::string Name(const Fault& fault) {
  switch (fault.kind) {
    case Fault::Kind::kRead:
      return Text("read of address 0x", std::hex, fault.address);
    case Fault::Kind::kWrite:
      return Text("write to address 0x", std::hex, fault.address);
    case Fault::Kind::kCall:
      return Text("call of address 0x", std::hex, fault.address);
    case Fault::Kind::kNoAddress:
      return "access through a pointer that is no address";
    case Fault::Kind::kStackOverflow:
      return "stack overflow";
    case Fault::Kind::kDivision:
      return "integer division by 0";
    case Fault::Kind::kIllegalInstruction:
      return "illegal instruction";
    case Fault::Kind::kTimeout:
    case Fault::Kind::kInterrupted:
      return "stopped";
    case Fault::Kind::kAbort:
      break;
  }
  return "abort()";
}

// Where an address lies that could not be accessed, and what would help.
std::string ExplainAddress(RunningBlock& block, std::uintptr_t address) {
  if (address == 0) {
    return "the pointer is null; an optional input that was not given, or an argument that the host did not "
           "set?";
  }
  if (address < kNullEnd) {
    return Text("a null pointer and ", address,
                " bytes; an optional input that was not given, or an offset in UB taken for a pointer?");
  }
  if (address >= kProgramEnd) return kNoPointer;
  const auto ub = reinterpret_cast<std::uintptr_t>(block.ub().data());
  const std::uint32_t size = block.ub().size();
  if (address - ub < size + UbArena::kGuard) {
    return Text(address - ub - size, " bytes past the end of UB (", size, " bytes); check the index");
  }
  if (ub - address <= UbArena::kGuard) {
    return Text(ub - address, " bytes before the start of UB; check the index");
  }
  return Text(
      DescribeAddress(reinterpret_cast<const void*>(address)),
      "; check the index, and that the pointer is an argument from aclrtMalloc (a tensor on npu) or has been "
      "set from one");
}

std::string Explain(RunningBlock& block, const Fault& fault) {
  switch (fault.kind) {
    case Fault::Kind::kRead:
    case Fault::Kind::kWrite:
      return ExplainAddress(block, fault.address);
    case Fault::Kind::kCall:
      return "no function is there; was the pointer to it set?";
    case Fault::Kind::kNoAddress:
      return Text(kNoPointer, ", or is not aligned to what it points to");
    case Fault::Kind::kStackOverflow:
      return "an endless recursion, or local arrays larger than the stack; data belongs into UB (TBuf, TQue)";
    case Fault::Kind::kDivision:
      return "the divisor is 0, or the smallest integer is divided by -1; a tiling field that was not "
             "filled?";
    case Fault::Kind::kIllegalInstruction:
      return "__builtin_trap, or code that the compiler takes for unreachable: a pointer known to be null, a "
             "function that ends without its return";
    case Fault::Kind::kTimeout:
      return Text("the block took longer than ", *BlockTimeout(), " s (CANN_EMULATOR_TIMEOUT)", kEndless);
    case Fault::Kind::kInterrupted:
      return Text("Ctrl-C (SIGINT) came, and the block did not end within ", kSecondsAfterInterrupt, " s",
                  kEndless);
    case Fault::Kind::kAbort:
      break;
  }
  return "the kernel's C++ ended the process, by abort, by a failed assert of a .cpp file or by "
         "std::terminate; "
         "standard error may say why";
}

std::string Before(const Instruction* last) {
  return last == nullptr ? "" : Text("; the last instruction before is ", last->name, " at ", At(last->site));
}

}  // namespace

void ReportFault(RunningBlock& block, const Fault& fault) {
  const SourceLine place = FindKernelLine(fault.frames.data(), fault.depth);
  std::string where;
  if (place.file.empty() && !place.code.empty()) {
    where = Text("; in ", place.code, " (for the line: no -g0, no strip, and addr2line installed)");
  }
  Fail(Name(fault).c_str(), {place.file.c_str(), place.line},
       Text(Explain(block, fault), where, Before(block.watch().latest())));
}

}  // namespace cann_emulator::ascendc
