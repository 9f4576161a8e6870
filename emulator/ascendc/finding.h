// SPDX-License-Identifier: Apache-2.0
// What the hazard checker finds, and the report that CANN_EMULATOR_CHECK_REPORT asks for.
#pragma once

#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "ascendc/instruction.h"
#include "ascendc/position.h"
#include "ascendc/site.h"

namespace cann_emulator::ascendc {

// One of the two instructions of a finding; `name` is null where there is none.
struct Party {
  const char* name = nullptr;
  Site site;
  pipe_t pipe = PIPE_S;
  std::int64_t block = 0;
};

struct Finding {
  const char* kind = "";  // "read after write", "uninitialised read", ...
  std::string kernel;
  std::int64_t blocks = 1;
  Party later;    // the instruction that the checker stopped at
  Party earlier;  // the one that it is not ordered with
  Space space = Space::kUb;
  std::uint64_t begin = 0;  // bytes [begin, end) that both touch
  std::uint64_t end = 0;
  std::string detail;  // the sentence of the message
  std::string fix;     // what would mend it

  // "kernel <name>, block <i> of <n>: <instruction> at <file>:<line>: <detail>; <fix>"
  std::string Message() const;
};

// All findings of the process, written to the file as a JSON list whenever one is added. A finding that
// repeats kind, kernel and both places is kept once.
class FindingLog {
 public:
  // Null unless CANN_EMULATOR_CHECK_REPORT names a file.
  static FindingLog* Instance();

  void Add(const Finding& finding);
  // A failed check of another kind, whose message is all there is.
  void AddMessage(const std::string& message);

 private:
  explicit FindingLog(std::string path) : path_(std::move(path)) {}
  void AddObject(const std::string& key, const std::string& object);

  std::string path_;
  std::mutex mutex_;
  std::set<std::string> seen_;
  std::vector<std::string> objects_;
};

// Ends the launch with the finding, or writes it down and returns where a report is asked for.
void Report(const Finding& finding);

}  // namespace cann_emulator::ascendc
