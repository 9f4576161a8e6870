// SPDX-License-Identifier: Apache-2.0
// A value for each byte of an address space, kept as intervals of equal values. What was never set has
// State{}.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>

namespace cann_emulator::ascendc {

template <class State>
class IntervalMap {
 public:
  // Calls `visit(begin, end, state)` for the intervals of [begin, end), gaps included.
  template <class Visit>
  void ForEach(std::uint64_t begin, std::uint64_t end, Visit visit) const {
    auto at = intervals_.upper_bound(begin);
    if (at != intervals_.begin() && std::prev(at)->second.end > begin) --at;
    for (; begin < end; ++at) {
      const std::uint64_t next = at == intervals_.end() ? end : at->first;
      if (next > begin) {
        const std::uint64_t gap_end = next < end ? next : end;
        visit(begin, gap_end, State{});
        begin = gap_end;
      }
      if (begin >= end) return;
      const std::uint64_t stop = at->second.end < end ? at->second.end : end;
      visit(begin, stop, at->second.state);
      begin = stop;
    }
  }

  // Calls `change(state)` for the intervals of [begin, end), cut at both ends.
  template <class Change>
  void Update(std::uint64_t begin, std::uint64_t end, Change change) {
    if (begin >= end) return;
    auto at = CutAt(begin);
    std::uint64_t position = begin;
    while (position < end) {
      if (at == intervals_.end() || at->first > position) {
        const std::uint64_t gap_end = at == intervals_.end() || at->first > end ? end : at->first;
        at = intervals_.emplace_hint(at, position, Interval{gap_end, State{}});
      } else if (at->second.end > end) {
        const Interval rest = at->second;
        at->second.end = end;
        intervals_.emplace_hint(std::next(at), end, rest);
      }
      change(at->second.state);
      position = at->second.end;
      at = std::next(JoinToPrevious(at));
    }
    if (at != intervals_.end()) JoinToPrevious(at);
  }

  // Makes [begin, end) one interval of this value.
  void Set(std::uint64_t begin, std::uint64_t end, const State& value) {
    Update(begin, end, [&value](State& state) { state = value; });
  }

  // Forgets the intervals for which `is_past(state)`.
  template <class IsPast>
  void Forget(IsPast is_past) {
    for (auto at = intervals_.begin(); at != intervals_.end();) {
      at = is_past(at->second.state) ? intervals_.erase(at) : std::next(at);
    }
  }

  std::size_t size() const { return intervals_.size(); }

 private:
  struct Interval {
    std::uint64_t end;
    State state;
  };
  using Iterator = typename std::map<std::uint64_t, Interval>::iterator;

  // The first interval that does not begin before `position`, after cutting the one across it.
  Iterator CutAt(std::uint64_t position) {
    auto at = intervals_.lower_bound(position);
    if (at == intervals_.begin() || (at != intervals_.end() && at->first == position)) return at;
    auto before = std::prev(at);
    if (before->second.end <= position) return at;
    const Interval rest = before->second;
    before->second.end = position;
    return intervals_.emplace_hint(at, position, rest);
  }

  Iterator JoinToPrevious(Iterator at) {
    if (at == intervals_.begin()) return at;
    auto before = std::prev(at);
    if (before->second.end != at->first || !(before->second.state == at->second.state)) return at;
    before->second.end = at->second.end;
    intervals_.erase(at);
    return before;
  }

  std::map<std::uint64_t, Interval> intervals_;
};

}  // namespace cann_emulator::ascendc
