// SPDX-License-Identifier: Apache-2.0
#include "ge/graph_dump.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "ge/error.h"
#include "ge/file_io.h"
#include "ge/graph_text.h"

namespace cann_emulator::engine {
namespace {

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool Asks(const std::string& formats, const std::string& format) {
  return ("|" + formats + "|").find("|" + format + "|") != std::string::npos;
}

}  // namespace

std::string FileNameOf(const CompiledGraph& graph) {
  std::string name = graph.ir.name.empty() ? "graph" : graph.ir.name;
  for (char& c : name) {
    c = c == '/' ? '_' : c;
  }
  return name;
}

Status WriteDump(const std::string& variable, const std::string& folder, const std::string& name,
                 const std::string& text) {
  std::error_code ignored;  // reported by the write below
  std::filesystem::create_directories(folder, ignored);
  const Status status = WriteFile((std::filesystem::path(folder) / name).string(), {text});
  return status.ok() ? status : Error(variable + ": cannot write the graph: " + status.message);
}

Status DumpStage(const CompiledGraph& graph, const std::string& stage) {
  const std::string level = Variable("DUMP_GE_GRAPH");
  if (level.empty() || level == "0") {
    return {};
  }
  if (level != "1" && level != "2" && level != "3") {
    return Error("DUMP_GE_GRAPH is \"" + level +
                 "\"; 1 writes graphs whole, 2 without the data of constants, 3 nodes and edges alone");
  }
  const std::string given = Variable("DUMP_GRAPH_PATH");
  const std::string folder = given.empty() ? "." : given;
  const std::string asked = Variable("DUMP_GRAPH_FORMAT");
  const std::string formats = asked.empty() ? "onnx" : asked;
  static std::atomic<unsigned> count{0};
  char number[16];
  std::snprintf(number, sizeof(number), "%08u", count++);
  const std::string rest = std::string(number) + "_graph_" + FileNameOf(graph) + "_" + stage;
  Status status;
  if (Asks(formats, "onnx")) {
    status =
        WriteDump("DUMP_GRAPH_PATH", folder, "ge_onnx_" + rest + ".pbtxt", OnnxText(graph, std::stoi(level)));
  }
  if (status.ok() && Asks(formats, "readable")) {
    status = WriteDump("DUMP_GRAPH_PATH", folder, "ge_readable_" + rest + ".txt", GraphText(graph));
  }
  return status;
}

}  // namespace cann_emulator::engine
