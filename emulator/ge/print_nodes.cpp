// SPDX-License-Identifier: Apache-2.0
#include "ge/print_nodes.h"

#include <algorithm>
#include <set>

namespace cann_emulator::engine {
namespace {

bool IsControl(const std::string& input) {
  return input.size() > 3 && input.substr(input.size() - 3) == ":-1";
}

void Fold(const OpDefinition& format, OpDefinition* print) {
  std::vector<std::string> inputs = format.inputs;
  std::copy_if(print->inputs.begin(), print->inputs.end(), std::back_inserter(inputs), IsControl);
  print->inputs = std::move(inputs);
  print->input_descs = format.input_descs;
  print->attrs.insert(format.attrs.begin(), format.attrs.end());
}

}  // namespace

std::shared_ptr<const Model> FoldPrints(std::shared_ptr<const Model> model) {
  const auto is_print = [](const OpDefinition& op) { return op.type == "PrintV2"; };
  if (std::none_of(model->ops.begin(), model->ops.end(), is_print)) {
    return model;
  }
  auto folded = std::make_shared<Model>(*model);
  std::map<std::string, const OpDefinition*> formats;  // by the name of their output
  for (const OpDefinition& op : model->ops) {
    if (op.type == "StringFormat") {
      formats.emplace(op.name + ":0", &op);
    }
  }
  for (OpDefinition& op : folded->ops) {
    const auto text = std::find_if_not(op.inputs.begin(), op.inputs.end(), IsControl);
    const auto format = text == op.inputs.end() ? formats.end() : formats.find(*text);
    if (is_print(op) && format != formats.end()) {
      Fold(*format->second, &op);
    }
  }
  std::set<std::string> used;
  for (const OpDefinition& op : folded->ops) {
    for (const std::string& input : op.inputs) {
      used.insert(input.substr(0, input.rfind(':')));
    }
  }
  const auto unused = [&used](const OpDefinition& op) {
    return op.type == "StringFormat" && used.count(op.name) == 0;
  };
  folded->ops.erase(std::remove_if(folded->ops.begin(), folded->ops.end(), unused), folded->ops.end());
  return folded;
}

}  // namespace cann_emulator::engine
