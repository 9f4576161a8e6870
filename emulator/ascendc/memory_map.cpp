// SPDX-License-Identifier: Apache-2.0
#include "ascendc/memory_map.h"

#include "ascendc/failure.h"
#include "ascendc/running_block.h"

namespace cann_emulator::ascendc {

namespace {

bool Holds(const Allocation& allocation, const std::byte* address) {
  return address >= allocation.base && address < allocation.base + allocation.size;
}

std::string GlobalRange(const std::byte* begin, std::uint64_t size) {
  const auto address = reinterpret_cast<std::uint64_t>(begin);
  return Text("device memory ", Range(address, address + size));
}

void CheckAllocation(const Access& access, const std::byte* begin, std::uint64_t size) {
  const Allocation* allocation = CurrentBlock().memory().Find(begin);
  if (allocation == nullptr) {
    Fail(access.instruction, access.site,
         Text(access.operand, " ", GlobalRange(begin, size),
              " lies in no live allocation; the kernel's argument must come from aclrtMalloc (a tensor on "
              "npu) and "
              "must not have been freed"));
  }
  if (allocation->kind == Allocation::Kind::kHost) {
    Fail(access.instruction, access.site,
         Text(access.operand, " ", GlobalRange(begin, size),
              " is host memory (aclrtMallocHost); a kernel reaches device memory only"));
  }
  const auto available = static_cast<std::uint64_t>(allocation->base + allocation->size - begin);
  if (size > available) {
    const auto base = reinterpret_cast<std::uint64_t>(allocation->base);
    Fail(access.instruction, access.site,
         Text(access.operand, " ", GlobalRange(begin, size), " runs ", size - available,
              " bytes past the end of its allocation ", Range(base, base + allocation->size), " of ",
              allocation->size, " bytes"));
  }
}

void NoteElement(RunningBlock& block, const char* access, Space space, std::uint64_t address,
                 std::uint32_t size, ElementUse use, Site site) {
  Watch& watch = block.watch();
  // The compiler orders scalar access with all pipes. In UB the checker notes the wait, but it forgets old
  // accesses to device memory.
  if (space == Space::kGlobal) watch.Finish();
  watch.Begin(PIPE_S, access, site);
  if (use == ElementUse::kRead) watch.Read(space, "element", address, size);
  if (use == ElementUse::kWrite) watch.Write(space, "element", address, size);
  watch.End(Dataflow::kWhole);
}

}  // namespace

const Allocation* MemoryMap::Find(const std::byte* address) {
  for (const Allocation& allocation : recent_) {
    if (Holds(allocation, address)) return &allocation;
  }
  const std::optional<Allocation> found = FindAllocation(address);
  if (!found) return nullptr;
  Allocation& slot = recent_[next_++ % recent_.size()];
  slot = *found;
  return &slot;
}

void CheckHasMemory(const char* call, const char* operand, Local tensor, Site site) {
  if (tensor.address != 0 || tensor.size != 0) return;
  Fail(call, site,
       Text("the ", operand,
            " has no memory; a LocalTensor comes from AllocTensor, DeQue, LocalMemAllocator or, "
            "after InitBuffer, from TBuf::Get"));
}

void CheckLocal(const Access& access, Local tensor, std::uint64_t offset, std::uint64_t size,
                std::uint32_t alignment) {
  if (size > 0) CheckHasMemory(access.instruction, access.operand, tensor, access.site);
  const std::uint64_t begin = tensor.address + offset;
  if (begin % alignment != 0) {
    Fail(access.instruction, access.site,
         Text(access.operand, " at UB 0x", std::hex, begin, std::dec, " is not aligned to ", alignment,
              " bytes"));
  }
  if (offset + size > tensor.size) {
    Fail(access.instruction, access.site,
         Text(access.operand, " UB ", Range(begin, begin + size), " runs ", offset + size - tensor.size,
              " bytes past the end of the tensor ",
              Range(tensor.address, std::uint64_t{tensor.address} + tensor.size), " of ", tensor.size,
              " bytes"));
  }
}

void CheckGlobal(const Access& access, Global tensor, std::uint64_t offset, std::uint64_t size,
                 std::uint32_t alignment) {
  if (tensor.address == nullptr && tensor.size == 0) {
    Fail(access.instruction, access.site,
         Text("the ", access.operand, " has no memory; call SetGlobalBuffer of its GlobalTensor first"));
  }
  const std::byte* begin = tensor.address + offset;
  if (reinterpret_cast<std::uint64_t>(begin) % alignment != 0) {
    Fail(access.instruction, access.site,
         Text(access.operand, " at device memory 0x", std::hex, reinterpret_cast<std::uint64_t>(begin),
              std::dec, " is not aligned to its element of ", alignment, " bytes"));
  }
  if (tensor.size != kUnboundedSize && offset + size > tensor.size) {
    const auto base = reinterpret_cast<std::uint64_t>(tensor.address);
    Fail(access.instruction, access.site,
         Text(access.operand, " ", GlobalRange(begin, size), " runs ", offset + size - tensor.size,
              " bytes past the end of the GlobalTensor ", Range(base, base + tensor.size), " of ",
              tensor.size, " bytes (SetGlobalBuffer)"));
  }
  CheckAllocation(access, begin, size);
}

std::byte* LocalBytes(const char* access, Local tensor, std::uint64_t offset, std::uint32_t size, Site site,
                      ElementUse use) {
  RunningBlock& block = CurrentBlock();
  const std::uint64_t address = tensor.address + offset;
  if (block.checked()) {
    CheckLocal({access, "element", site}, tensor, offset, size, size);
    block.ub().Touch(static_cast<std::uint32_t>(address) + size);
  }
  if (use != ElementUse::kReference) {
    if (block.watch().is_on()) NoteElement(block, access, Space::kUb, address, size, use, site);
  } else if (block.checked()) {
    block.watch().Finish();
    block.hazards().AssumeInitialised({static_cast<std::uint32_t>(address), size});
  }
  if (CoreTimeline* timeline = block.timeline()) {
    timeline->ScalarLocal(access, {static_cast<std::uint32_t>(address), size}, site);
  }
  return block.ub().data() + address;
}

std::byte* GlobalBytes(const char* access, Global tensor, std::uint64_t offset, std::uint32_t size, Site site,
                       ElementUse use) {
  RunningBlock& block = CurrentBlock();
  if (block.checked()) CheckGlobal({access, "element", site}, tensor, offset, size, size);
  std::byte* address = tensor.address + offset;
  if (use != ElementUse::kReference) {
    if (block.watch().is_on()) {
      NoteElement(block, access, Space::kGlobal, reinterpret_cast<std::uint64_t>(address), size, use, site);
    }
  } else {
    block.watch().Finish();
  }
  if (CoreTimeline* timeline = block.timeline()) {
    timeline->ScalarGlobal(access, reinterpret_cast<std::uint64_t>(address), size, use == ElementUse::kWrite,
                           site);
  }
  return address;
}

std::byte* UbPointer(std::uint32_t address) {
  RunningBlock& block = CurrentBlock();
  block.ub().Touch(block.ub().size());
  if (block.checked()) block.hazards().AssumeInitialised({0, block.ub().size()});
  return block.ub().data() + address;
}

Local LocalFrom(Local tensor, std::uint64_t offset, Site site) {
  return LocalPart("LocalTensor::operator[]", tensor, offset, offset > tensor.size ? 0 : tensor.size - offset,
                   site);
}

Local LocalPart(const char* what, Local tensor, std::uint64_t offset, std::uint64_t size, Site site) {
  if (offset + size > tensor.size || offset > tensor.size) {
    CheckHasMemory(what, "tensor", tensor, site);
    Fail(what, site,
         Text("bytes ", Range(offset, offset + size), " lie outside the tensor of ", tensor.size,
              " bytes at UB 0x", std::hex, tensor.address));
  }
  return {tensor.address + static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(size)};
}

Global GlobalFrom(Global tensor, std::uint64_t offset, Site site) {
  if (tensor.size == kUnboundedSize) return {tensor.address + offset, kUnboundedSize, tensor.bypasses_l2};
  if (offset > tensor.size) {
    Fail("GlobalTensor::operator[]", site,
         Text("byte offset ", offset, " lies outside the GlobalTensor of ", tensor.size,
              " bytes (SetGlobalBuffer)"));
  }
  return {tensor.address + offset, tensor.size - offset, tensor.bypasses_l2};
}

Local LocalAt(const char* what, std::uint64_t address, std::uint64_t size, Site site) {
  const std::uint64_t ub_size = CurrentBlock().ub().size();
  if (address % kBlockBytes != 0) {
    Fail(what, site,
         Text("UB address 0x", std::hex, address, std::dec, " is not aligned to ", kBlockBytes, " bytes"));
  }
  if (address > ub_size || size > ub_size - address) {
    Fail(what, site,
         Text(size, " bytes of UB requested, ", address > ub_size ? 0 : ub_size - address, " of ", ub_size,
              " available from 0x", std::hex, address, " on"));
  }
  return {static_cast<std::uint32_t>(address), static_cast<std::uint32_t>(size)};
}

Local LocalAtPosition(AscendC::TPosition position, std::uint64_t address, std::uint64_t size, Site site) {
  if (!IsUbPosition(position)) {
    Fail("LocalTensor", site,
         "the position must be VECIN, VECOUT or VECCALC; the others belong to the cube, which is not "
         "emulated");
  }
  return LocalAt("LocalTensor", address, size, site);
}

}  // namespace cann_emulator::ascendc
