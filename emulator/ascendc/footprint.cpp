// SPDX-License-Identifier: Apache-2.0
#include "ascendc/footprint.h"

#include <algorithm>
#include <utility>

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

void Merge(BlockView& into, const BlockView& view) {
  if (into.size() < view.size()) into.resize(view.size());
  for (std::size_t block = 0; block < view.size(); ++block) {
    for (std::size_t pipe = 0; pipe < view[block].size(); ++pipe) {
      into[block][pipe] = std::max(into[block][pipe], view[block][pipe]);
    }
  }
}

void Footprint::Add(std::uint64_t begin, std::uint64_t end, const Party& party, bool write,
                    std::uint32_t time) {
  const auto view = static_cast<std::uint32_t>(views_.size() - 1);
  const std::size_t open = std::min(kOpenPieces, pieces_.size());
  for (std::size_t i = pieces_.size(); i > pieces_.size() - open; --i) {
    Piece& piece = pieces_[i - 1];
    if (piece.write != write || piece.view != view || !IsSamePlace(piece.party, party)) continue;
    // The piece keeps its first time: rather one race missed than an ordered access reported.
    if (begin <= piece.end && end >= piece.begin) {
      piece.begin = std::min(piece.begin, begin);
      piece.end = std::max(piece.end, end);
      return;
    }
  }
  pieces_.push_back({begin, end, party, write, time, view});
}

void Footprint::Learn(const BlockView& others) {
  BlockView view = views_.back();
  Merge(view, others);
  views_.push_back(std::move(view));
}

void LaunchFootprint::Add(std::int64_t block, const Footprint& footprint) {
  const std::lock_guard<std::mutex> lock(mutex_);
  pieces_.insert(pieces_.end(), footprint.pieces().begin(), footprint.pieces().end());
  if (footprint.views().size() > 1) views_[block] = footprint.views();
}

void LaunchFootprint::Check(const LaunchConfig& config) {
  std::sort(pieces_.begin(), pieces_.end(), [](const Piece& a, const Piece& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.party.block < b.party.block;
  });
  if (views_.empty()) {
    CheckUnordered(config);
  } else {
    CheckOrdered(config);
  }
}

// No block waited for another one.
void LaunchFootprint::CheckUnordered(const LaunchConfig& config) {
  Furthest writes;
  Furthest reads;
  for (const Piece& piece : pieces_) {
    const Piece* other = writes.Beyond(piece);
    if (other == nullptr && piece.write) other = reads.Beyond(piece);
    if (other != nullptr) Report(Collision(config, piece, *other));
    (piece.write ? writes : reads).Add(piece);
  }
}

bool LaunchFootprint::IsOrdered(const Piece& a, const Piece& b) const {
  const auto happened = [this](const Piece& first, const Piece& second) {
    const auto views = views_.find(second.party.block);
    if (views == views_.end()) return false;
    const BlockView& view = views->second[second.view];
    const auto block = static_cast<std::size_t>(first.party.block);
    return block < view.size() && view[block][first.party.pipe] >= first.time;
  };
  return happened(a, b) || happened(b, a);
}

void LaunchFootprint::CheckOrdered(const LaunchConfig& config) {
  std::vector<const Piece*> open;
  for (const Piece& piece : pieces_) {
    open.erase(std::remove_if(open.begin(), open.end(),
                              [&](const Piece* other) { return other->end <= piece.begin; }),
               open.end());
    for (const Piece* other : open) {
      if (other->party.block == piece.party.block || !(other->write || piece.write)) continue;
      if (!IsOrdered(*other, piece)) Report(Collision(config, piece, *other));
    }
    open.push_back(&piece);
  }
}

}  // namespace cann_emulator::ascendc
