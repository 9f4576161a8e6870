// SPDX-License-Identifier: Apache-2.0
#include "ascendc/footprint.h"

#include <algorithm>

#include "ascendc/failure.h"
#include "ascendc/launch_config.h"

namespace cann_emulator::ascendc {

namespace {

using Piece = Footprint::Piece;

// Kernels walk through several tensors in turns: a new piece continues one of the last few.
constexpr std::size_t kOpenPieces = 8;

bool IsSamePlace(const Party& a, const Party& b) {
  return a.site.line == b.site.line && a.site.file == b.site.file && a.name == b.name;
}

// Of the pieces so far, the two that reach furthest and belong to different blocks.
class Furthest {
 public:
  void Add(const Piece& piece) {
    if (best_ == nullptr || piece.end > best_->end) {
      if (best_ != nullptr && best_->party.block != piece.party.block) second_ = best_;
      best_ = &piece;
    } else if (piece.party.block != best_->party.block && (second_ == nullptr || piece.end > second_->end)) {
      second_ = &piece;
    }
  }
  // One of another block that reaches beyond the start of `piece`; null where none does.
  const Piece* Beyond(const Piece& piece) const {
    for (const Piece* candidate : {best_, second_}) {
      if (candidate != nullptr && candidate->party.block != piece.party.block &&
          candidate->end > piece.begin) {
        return candidate;
      }
    }
    return nullptr;
  }

 private:
  const Piece* best_ = nullptr;
  const Piece* second_ = nullptr;
};

Finding Collision(const LaunchConfig& config, const Piece& a, const Piece& b) {
  // The reader is the one that goes wrong; of two writers, the higher block.
  const bool a_is_later = a.write == b.write ? a.party.block > b.party.block : !a.write;
  const Piece& later = a_is_later ? a : b;
  const Piece& earlier = a_is_later ? b : a;
  Finding finding;
  finding.kind = later.write ? "two blocks write" : "read and write of two blocks";
  finding.kernel = config.kernel;
  finding.blocks = config.blocks;
  finding.later = later.party;
  finding.earlier = earlier.party;
  finding.space = Space::kGlobal;
  finding.begin = std::max(a.begin, b.begin);
  finding.end = std::min(a.end, b.end);
  finding.detail =
      Text(later.write ? "writes" : "reads", " device memory ", Range(finding.begin, finding.end),
           ", which block ", earlier.party.block, " writes too (", earlier.party.name, " at ",
           At(earlier.party.site), "); blocks run in any order");
  finding.fix = "give each block bytes of its own, write with atomics, or let SyncAll stand between the two";
  return finding;
}

}  // namespace

void Footprint::Add(std::uint64_t begin, std::uint64_t end, const Party& party, bool write) {
  const std::size_t open = std::min(kOpenPieces, pieces_.size());
  for (std::size_t i = pieces_.size(); i > pieces_.size() - open; --i) {
    Piece& piece = pieces_[i - 1];
    if (piece.write != write || piece.phase != phase_ || !IsSamePlace(piece.party, party)) continue;
    if (begin <= piece.end && end >= piece.begin) {
      piece.begin = std::min(piece.begin, begin);
      piece.end = std::max(piece.end, end);
      return;
    }
  }
  pieces_.push_back({begin, end, party, write, phase_});
}

void LaunchFootprint::Add(const Footprint& block) {
  std::lock_guard<std::mutex> lock(mutex_);
  pieces_.insert(pieces_.end(), block.pieces().begin(), block.pieces().end());
}

void LaunchFootprint::Check(const LaunchConfig& config) {
  std::sort(pieces_.begin(), pieces_.end(), [](const Piece& a, const Piece& b) {
    if (a.phase != b.phase) return a.phase < b.phase;
    return a.begin != b.begin ? a.begin < b.begin : a.party.block < b.party.block;
  });
  Furthest writes;
  Furthest reads;
  std::uint32_t phase = 0;
  for (const Piece& piece : pieces_) {
    if (piece.phase != phase) {
      writes = reads = Furthest();
      phase = piece.phase;
    }
    const Piece* other = writes.Beyond(piece);
    if (other == nullptr && piece.write) other = reads.Beyond(piece);
    if (other != nullptr) Report(Collision(config, piece, *other));
    (piece.write ? writes : reads).Add(piece);
  }
}

}  // namespace cann_emulator::ascendc
