// SPDX-License-Identifier: Apache-2.0
#include "ascendc/meeting.h"

#include <algorithm>
#include <utility>

#include "ascendc/failure.h"
#include "ascendc/pool.h"
#include "ascendc/running_block.h"

namespace cann_emulator::ascendc {

void Meeting::Start() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++started_;
  ++running_;
}

void Meeting::End(bool failed) {
  const std::lock_guard<std::mutex> lock(mutex_);
  --running_;
  abandoned_ = abandoned_ || failed;
  if (!abandoned_ && IsStuck()) deadlock_ = DescribeDeadlock();
  if (abandoned_ || !deadlock_.empty()) changed_.notify_all();
}

std::uint64_t Meeting::Signal(RunningBlock& block, const Key& key, pipe_t pipe) {
  BlockView view;
  if (block.watch().is_on()) {
    const PipeClocks::Times done = block.watch().Complete(pipe);
    view = block.hazards().footprint().Known();
    view.resize(static_cast<std::size_t>(block.count()));
    view[static_cast<std::size_t>(block.index())] = done;
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  Count& count = counts_[key];
  if (!count.empty()) Merge(view, count.back());
  count.push_back(std::move(view));
  changed_.notify_all();
  return count.size();
}

void Meeting::Await(RunningBlock& block, const std::vector<Key>& keys, std::uint64_t needed, const char* call,
                    Site site) {
  std::unique_lock<std::mutex> lock(mutex_);
  if (!Missing(keys, needed).empty()) {
    // Another thread takes over the blocks that have not started.
    lock.unlock();
    CorePool::Relieve();
    lock.lock();
  }
  while (!Missing(keys, needed).empty()) {
    waiting_[block.index()] = {call, site, keys, needed};
    --running_;
    if (deadlock_.empty() && !abandoned_ && IsStuck()) {
      deadlock_ = DescribeDeadlock();
      changed_.notify_all();
    }
    if (deadlock_.empty() && !abandoned_) changed_.wait(lock);
    ++running_;
    if (!deadlock_.empty()) Fail(call, site, deadlock_);
    if (abandoned_) throw Abandoned();
    waiting_.erase(block.index());
  }
  BlockView view;
  for (const Key& key : keys) {
    // Not what a count has reached since: only what it waited for.
    if (needed > 0) Merge(view, counts_[key][needed - 1]);
  }
  lock.unlock();
  if (block.watch().is_on()) block.hazards().footprint().Learn(view);
}

std::uint64_t Meeting::Turn(const Key& key) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return ++turns_[key];
}

std::vector<Meeting::Key> Meeting::Missing(const std::vector<Key>& keys, std::uint64_t needed) const {
  std::vector<Key> missing;
  for (const Key& key : keys) {
    const auto count = counts_.find(key);
    if ((count == counts_.end() ? 0 : count->second.size()) < needed) missing.push_back(key);
  }
  return missing;
}

bool Meeting::IsStuck() const {
  return running_ == 0 && started_ == blocks_ && !waiting_.empty() &&
         std::none_of(waiting_.begin(), waiting_.end(), [this](const auto& waiting) {
           return Missing(waiting.second.keys, waiting.second.needed).empty();
         });
}

std::string Meeting::NameOf(const Key& key) {
  switch (key.kind) {
    case Kind::kSyncAll:
      return Text("SyncAll of block ", key.index);
    case Kind::kFlag:
      return Text("CrossCoreSetFlag(", key.event, ") of block ", key.index);
    case Kind::kIbSet:
      return Text("IBSet of block index ", key.index, ", event ", key.event);
    case Kind::kIbWait:
      return Text("IBWait for block index ", key.index, ", event ", key.event);
    case Kind::kNotify:
      return Text("NotifyNextBlock of block ", key.index);
    case Kind::kArrive:
      return Text("GroupBarrier::Arrive(", key.index, ")");
  }
  return {};
}

std::string Meeting::DescribeDeadlock() const {
  constexpr std::size_t kMostNames = 4;
  std::string text = "deadlock: ";
  std::size_t blocks = 0;
  for (const auto& [block, waiting] : waiting_) {
    if (blocks++ == kMostNames) {
      text += Text(", and ", waiting_.size() - kMostNames, " more blocks wait");
      break;
    }
    text += Text(blocks == 1 ? "" : ", ", "block ", block, " waits at ", At(waiting.site), " (", waiting.call,
                 ") for ");
    const std::vector<Key> missing = Missing(waiting.keys, waiting.needed);
    for (std::size_t i = 0; i < missing.size(); ++i) {
      if (i == kMostNames) {
        text += Text(" and ", missing.size() - kMostNames, " more");
        break;
      }
      text += Text(i == 0 ? "" : " and ", NameOf(missing[i]));
    }
  }
  const std::int64_t ended = blocks_ - static_cast<std::int64_t>(waiting_.size());
  if (ended > 0)
    text += Text("; ", ended, ended == 1 ? " other block has ended" : " other blocks have ended");
  return text + "; every wait needs a call that comes before it in another block";
}

}  // namespace cann_emulator::ascendc
