// SPDX-License-Identifier: Apache-2.0
#include "ascendc/finding.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "ascendc/failure.h"
#include "ascendc/pipe_clocks.h"

namespace cann_emulator::ascendc {

namespace {

std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof(escape), "\\u%04x", static_cast<unsigned>(c));
      quoted += escape;
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

std::string PartyObject(const Party& party) {
  if (party.name == nullptr) return "null";
  return Text("{\"instruction\": ", Quoted(party.name), ", \"file\": ", Quoted(party.site.file),
              ", \"line\": ", party.site.line, ", \"pipe\": ", Quoted(PipeName(party.pipe)),
              ", \"block\": ", party.block, "}");
}

std::string PlaceOf(const Party& party) {
  return party.name == nullptr ? "" : Text(party.name, " at ", At(party.site));
}

}  // namespace

std::string Finding::Message() const {
  return Text("kernel ", kernel, ", block ", later.block, " of ", blocks, ": ", later.name, " at ",
              At(later.site), ": ", detail, "; ", fix);
}

FindingLog* FindingLog::Instance() {
  // Never destroyed: stream threads may still add to it while the process exits.
  static FindingLog* const log = [] {
    const char* path = std::getenv("CANN_EMULATOR_CHECK_REPORT");
    return path == nullptr || *path == '\0' ? nullptr : new FindingLog(path);
  }();
  return log;
}

void FindingLog::Add(const Finding& finding) {
  const std::string key =
      Text(finding.kind, "\n", finding.kernel, "\n", PlaceOf(finding.later), "\n", PlaceOf(finding.earlier));
  const char* space = finding.space == Space::kUb ? "UB" : "device memory";
  AddObject(key,
            Text("{\"kind\": ", Quoted(finding.kind), ", \"kernel\": ", Quoted(finding.kernel),
                 ", \"block\": ", finding.later.block, ", \"blocks\": ", finding.blocks,
                 ", \"later\": ", PartyObject(finding.later), ", \"earlier\": ", PartyObject(finding.earlier),
                 ", \"space\": ", Quoted(space), ", \"begin\": ", finding.begin, ", \"end\": ", finding.end,
                 ", \"fix\": ", Quoted(finding.fix), ", \"message\": ", Quoted(finding.Message()), "}"));
}

void FindingLog::AddMessage(const std::string& message) {
  AddObject(message, Text("{\"kind\": \"failed check\", \"message\": ", Quoted(message), "}"));
}

void FindingLog::AddObject(const std::string& key, const std::string& object) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (!seen_.insert(key).second) return;
  objects_.push_back(object);
  std::ofstream file(path_, std::ios::trunc);
  file << "[\n";
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    file << objects_[i] << (i + 1 < objects_.size() ? ",\n" : "\n");
  }
  file << "]\n";
  if (!file.flush()) {
    std::fprintf(stderr, "CANN_EMULATOR_CHECK_REPORT: cannot write %s; name a file in a writable folder\n",
                 path_.c_str());
  }
}

void Report(const Finding& finding) {
  FindingLog* log = FindingLog::Instance();
  if (log == nullptr) throw KernelFailure(finding.Message());
  log->Add(finding);
}

}  // namespace cann_emulator::ascendc
