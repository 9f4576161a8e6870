// SPDX-License-Identifier: Apache-2.0
// Which bytes of device memory a read finds in L2. Kept in sectors of 512 bytes; what has not been touched
// while a whole L2 of other bytes came in is gone.
#pragma once

#include <cstdint>
#include <unordered_map>

namespace cann_emulator::ascendc {

// L2 as the launches so far have left it. Launches change it, one after the other, by Merge.
class L2Contents;

// What one block does to L2. It sees what earlier launches left and what it did itself, so that the result
// does not depend on the order in which the host runs the blocks of a launch.
class L2View {
 public:
  // `share`: bytes of L2 for this block while others run beside it.
  L2View(const L2Contents& base, std::uint64_t share) : base_(base), share_(share) {}

  // Bytes of [address, address + size) that are in L2. They all are afterwards.
  std::uint64_t Touch(std::uint64_t address, std::uint64_t size);

 private:
  friend class L2Contents;
  // 64 KiB of device memory: bit i says that sector i came in. `volume`: bytes that had come in at that time.
  struct Chunk {
    std::uint64_t sectors[2] = {0, 0};
    std::uint64_t volume = 0;
  };
  using Chunks = std::unordered_map<std::uint64_t, Chunk>;

  const L2Contents& base_;
  std::uint64_t share_;
  std::uint64_t volume_ = 0;
  Chunks chunks_;
};

class L2Contents {
 public:
  explicit L2Contents(std::uint64_t size) : size_(size) {}
  void Merge(const L2View& view);

 private:
  friend class L2View;
  std::uint64_t size_;
  std::uint64_t volume_ = 0;
  L2View::Chunks chunks_;
};

}  // namespace cann_emulator::ascendc
