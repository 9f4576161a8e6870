// SPDX-License-Identifier: Apache-2.0
#include "ascendc/timing_trace_file.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

#include "ascendc/pipe_clocks.h"

namespace cann_emulator::ascendc {

namespace {

std::string Quoted(const char* text) {
  std::string quoted = "\"";
  for (; *text != '\0'; ++text) {
    const auto character = static_cast<unsigned char>(*text);
    if (character == '"' || character == '\\') {
      quoted += '\\';
      quoted += *text;
    } else if (character < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof(escape), "\\u%04x", character);
      quoted += escape;
    } else {
      quoted += *text;
    }
  }
  return quoted + "\"";
}

// Texts that the line names by their number.
class Texts {
 public:
  std::size_t NumberOf(const char* text) {
    for (std::size_t i = texts_.size(); i > 0; --i) {
      if (texts_[i - 1] == text || std::strcmp(texts_[i - 1], text) == 0) return i - 1;
    }
    texts_.push_back(text);
    return texts_.size() - 1;
  }
  void Write(std::ostream& out) const {
    out << '[';
    for (std::size_t i = 0; i < texts_.size(); ++i) out << (i > 0 ? "," : "") << Quoted(texts_[i]);
    out << ']';
  }

 private:
  std::vector<const char*> texts_;
};

// The sums over all blocks.
struct Totals {
  std::array<double, PIPE_ALL> busy{};
  std::uint64_t read = 0, written = 0, from_l2 = 0, ub_peak = 0, instructions = 0, dropped = 0;
  Texts assumed;

  explicit Totals(const std::vector<TracedBlock>& blocks) {
    for (const TracedBlock& block : blocks) {
      const CoreReport& report = block.report;
      for (std::size_t pipe = 0; pipe < busy.size(); ++pipe) busy[pipe] += report.busy[pipe];
      read += report.bytes_read;
      written += report.bytes_written;
      from_l2 += report.bytes_from_l2;
      ub_peak = std::max(ub_peak, report.ub_peak);
      instructions += report.instructions;
      dropped += report.dropped;
      for (const char* name : report.assumed) assumed.NumberOf(name);
    }
  }
};

void WriteTimeline(std::ostream& out, const TracedLaunch& launch, Texts& texts) {
  const TimingParameters& parameters = *launch.parameters;
  const char* separator = "";
  for (const TracedBlock& block : launch.blocks) {
    for (const TimedInstruction& instruction : block.report.timeline) {
      out << separator << '[' << block.core << ',' << static_cast<int>(instruction.pipe) << ','
          << texts.NumberOf(instruction.name) << ','
          << parameters.launch_us + parameters.Microseconds(block.start + instruction.start) << ','
          << parameters.Microseconds(instruction.end - instruction.start) << ',' << instruction.bytes << ','
          << texts.NumberOf(instruction.site.file) << ',' << instruction.site.line << ']';
      separator = ",";
    }
  }
}

std::string LineOf(const TracedLaunch& launch) {
  const SocInfo& soc = CurrentSoc();
  const TimingParameters& parameters = *launch.parameters;
  const Totals totals(launch.blocks);
  Texts texts;
  std::ostringstream out;
  out.precision(10);
  out << "{\"kernel\":" << Quoted(launch.config->kernel) << ",\"file\":" << Quoted(launch.config->site.file)
      << ",\"line\":" << launch.config->site.line
      << ",\"graph\":" << Quoted(launch.node == nullptr ? "" : launch.node->graph.c_str())
      << ",\"node\":" << Quoted(launch.node == nullptr ? "" : launch.node->name.c_str())
      << ",\"soc\":" << Quoted(soc.name.c_str()) << ",\"blocks\":" << launch.config->blocks
      << ",\"cores\":" << launch.cores << ",\"begin_us\":" << launch.begin_us
      << ",\"time_us\":" << launch.time_us << ",\"launch_us\":" << parameters.launch_us << ",\"pipe_us\":{";
  for (int pipe : {PIPE_S, PIPE_V, PIPE_MTE2, PIPE_MTE3}) {
    out << (pipe == PIPE_S ? "" : ",") << Quoted(PipeName(static_cast<pipe_t>(pipe))) << ':'
        << parameters.Microseconds(totals.busy[static_cast<std::size_t>(pipe)]) / launch.cores;
  }
  out << "},\"bytes_read\":" << totals.read << ",\"bytes_written\":" << totals.written
      << ",\"bytes_from_l2\":" << totals.from_l2
      << ",\"memory_bytes_per_s\":" << parameters.memory_bytes_per_s << ",\"ub_peak\":" << totals.ub_peak
      << ",\"ub_size\":" << soc.ub_size << ",\"instructions\":" << totals.instructions << ",\"assumed\":";
  totals.assumed.Write(out);
  out << ",\"dropped\":" << totals.dropped << ",\"timeline\":[";
  WriteTimeline(out, launch, texts);
  out << "],\"texts\":";
  texts.Write(out);
  out << "}\n";
  return out.str();
}

void ReportOnce(const std::string& path) {
  static bool reported = false;
  if (reported) return;
  reported = true;
  std::fprintf(stderr, "cann_emulator: the trace cannot be written to %s: %s\n", path.c_str(),
               std::strerror(errno));
}

}  // namespace

void WriteTrace(const TracedLaunch& launch) {
  const std::string path = TraceFolder() + "/kernels-" + std::to_string(getpid()) + ".jsonl";
  std::ofstream file(path, std::ios::app);
  file << LineOf(launch) << std::flush;
  if (!file) ReportOnce(path);
}

}  // namespace cann_emulator::ascendc
