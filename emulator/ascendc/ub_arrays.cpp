// SPDX-License-Identifier: Apache-2.0
#include "ascendc/ub_arrays.h"

#include "ascendc/failure.h"
#include "ascendc/running_block.h"
#include "ascendc/ub_array.h"

namespace cann_emulator::ascendc {

Local UbArrays::Take(const char* name, std::uint64_t size, Site site) {
  for (const Array& array : arrays_) {
    if (array.site.line == site.line && array.site.file == site.file && array.name == name)
      return array.memory;
  }
  const std::uint64_t begin =
      arrays_.empty()
          ? 0
          : RoundUpToBlock(std::uint64_t{arrays_.back().memory.address} + arrays_.back().memory.size);
  const std::uint64_t available = CurrentBlock().ub().size() - begin;
  if (size > available) {
    Fail("__ubuf__", site,
         Text("the array ", name, " needs ", size, " bytes of UB; ", available, " of ",
              CurrentBlock().ub().size(), " are left"));
  }
  arrays_.push_back({name, site, {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(size)}});
  return arrays_.back().memory;
}

Local UbArrays::From(const char* call, std::uint32_t address, Site site) const {
  const Array* before = nullptr;
  for (const Array& array : arrays_) {
    const std::uint32_t end = array.memory.address + array.memory.size;
    if (array.memory.address <= address && address < end) return {address, end - address};
    if (array.memory.address <= address) before = &array;
  }
  if (before != nullptr && CurrentBlock().checked()) {
    const std::uint64_t end = std::uint64_t{before->memory.address} + before->memory.size;
    Fail(call, site,
         Text("the pointer to UB 0x", std::hex, address, " lies behind the array ", before->name, " ",
              Range(before->memory.address, end), " and in no other"));
  }
  return {address, CurrentBlock().ub().size() - address};
}

namespace {

std::byte* OpenToTheKernel(RunningBlock& block, Local memory) {
  // The kernel reads and writes its elements unseen.
  if (block.checked()) block.hazards().AssumeInitialised(memory);
  return block.ub().data() + memory.address;
}

}  // namespace

std::byte* UbArrayBytes(const char* name, std::uint64_t size, Site site) {
  RunningBlock& block = CurrentBlock();
  const Local memory = block.arrays().Take(name, size, site);
  block.ub().Touch(memory.address + memory.size);
  return OpenToTheKernel(block, memory);
}

std::uint64_t UbAddress(std::uint64_t offset, Site site) {
  RunningBlock& block = CurrentBlock();
  const std::uint32_t size = block.ub().size();
  if (offset >= size) {
    Fail("asc_get_phy_buf_addr", site, Text("offset is ", offset, "; UB has ", size, " bytes"));
  }
  const auto address = static_cast<std::uint32_t>(offset);
  return reinterpret_cast<std::uintptr_t>(OpenToTheKernel(block, {address, size - address}));
}

Local LocalOfPointer(const char* call, const void* pointer, Site site) {
  RunningBlock& block = CurrentBlock();
  const std::byte* begin = block.ub().data();
  const auto* bytes = static_cast<const std::byte*>(pointer);
  if (bytes < begin || bytes >= begin + block.ub().size()) {
    Fail(call, site,
         Text("the pointer ", pointer,
              " does not point into UB; declare the array in the kernel as "
              "`__ubuf__ <type> name[<size>];` without an initialiser"));
  }
  return block.arrays().From(call, static_cast<std::uint32_t>(bytes - begin), site);
}

}  // namespace cann_emulator::ascendc
