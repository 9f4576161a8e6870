// SPDX-License-Identifier: Apache-2.0
// Where the blocks of a launch wait for each other. Everything is a count that one block raises and others
// wait for; when no block can run any more, those that wait report what for.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

#include "ascendc/footprint.h"
#include "ascendc/position.h"
#include "ascendc/site.h"

namespace cann_emulator::ascendc {

class RunningBlock;

// Thrown in blocks that wait for one that has failed.
struct Abandoned {};

class Meeting {
 public:
  enum class Kind : std::uint8_t { kSyncAll, kFlag, kIbSet, kIbWait, kNotify, kArrive };
  // One count: the kind of call, the workspace's address, whose call (a block, an index), the event.
  struct Key {
    Kind kind;
    std::uint64_t place;
    std::int64_t index;
    std::int64_t event;
    bool operator<(const Key& other) const {
      return std::tie(kind, place, index, event) <
             std::tie(other.kind, other.place, other.index, other.event);
    }
  };

  explicit Meeting(std::int64_t blocks) : blocks_(blocks) {}

  void Start();
  // `failed`: blocks that wait for it need not go on.
  void End(bool failed);

  // Raises the count; what `pipe` did so far (PIPE_ALL: all pipes) happens before what follows the waits.
  // Returns the new count.
  std::uint64_t Signal(RunningBlock& block, const Key& key, pipe_t pipe);
  // Waits until each of the counts is at least `needed`.
  void Await(RunningBlock& block, const std::vector<Key>& keys, std::uint64_t needed, const char* call,
             Site site);
  // How often this was called with the key, this time included.
  std::uint64_t Turn(const Key& key);

 private:
  // For each value that a count has reached, what has happened before.
  using Count = std::vector<BlockView>;
  struct Waiting {
    const char* call;
    Site site;
    std::vector<Key> keys;
    std::uint64_t needed;
  };
  static std::string NameOf(const Key& key);
  // No block runs, and none of those that wait has what it waits for.
  bool IsStuck() const;
  std::string DescribeDeadlock() const;
  std::vector<Key> Missing(const std::vector<Key>& keys, std::uint64_t needed) const;

  const std::int64_t blocks_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<Key, Count> counts_;
  std::map<Key, std::uint64_t> turns_;
  std::map<std::int64_t, Waiting> waiting_;
  std::int64_t started_ = 0;
  std::int64_t running_ = 0;
  bool abandoned_ = false;
  std::string deadlock_;
};

}  // namespace cann_emulator::ascendc
