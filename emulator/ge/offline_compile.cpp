// SPDX-License-Identifier: Apache-2.0
#include "ge/offline_compile.h"

#include "ge/error.h"
#include "ge/file_io.h"
#include "ge/ge_api.h"
#include "ge/graph_impl.h"
#include "ge/offline_file.h"
#include "ge/offline_interface.h"
#include "ge/session_impl.h"

namespace cann_emulator {
namespace {

constexpr std::uint32_t kGraph = 0;

Status Failed() { return engine::Error(engine::TakeErrorMessage()); }

}  // namespace

Status CompileOffline(const std::string& air_file, const std::string& offline_file,
                      const std::map<::ge::AscendString, ::ge::AscendString>& options) {
  ::ge::Graph graph("");
  if (::ge::GEInitialize({}) != ::ge::SUCCESS ||
      graph.LoadFromFile(air_file.c_str()) != ::ge::GRAPH_SUCCESS) {
    return Failed();
  }
  auto added = std::make_shared<engine::SessionGraph>();
  added->model = graph.Impl()->model;
  added->options = options;
  engine::SessionState session;
  Status status = session.Add(kGraph, added);
  if (status.ok()) {
    status = engine::SessionState::Compile(added.get());
  }
  engine::OfflineFile file;
  if (status.ok()) {
    status = engine::SerializeCustomOps(*added->compiled, &file.operators);
  }
  if (!status.ok()) {
    return status;
  }
  file.compiler = CANN_EMULATOR_VERSION;
  file.soc = CurrentSoc().name;
  engine::DescribeInterface(*added, &file);
  for (const auto& [name, value] : options) {
    file.options[name.GetString()] = value.GetString();
  }
  file.model = added->model->bytes;
  for (const engine::Node& node : added->compiled->ir.nodes) {
    if (node.weight != nullptr) {
      file.weights[node.name] = node.weight;
    }
  }
  return engine::WriteFile(offline_file, {engine::EncodeOffline(file)});
}

}  // namespace cann_emulator
