// SPDX-License-Identifier: Apache-2.0
#include "ge/static_program.h"

#include <cstring>
#include <exception>
#include <utility>

#include "ge/copies.h"
#include "ge/counters.h"
#include "ge/error.h"
#include "ge/launch_difference.h"
#include "ge/value_capture.h"

namespace cann_emulator::engine {

StaticProgram::StaticProgram(std::shared_ptr<const CompiledGraph> graph, const std::set<std::size_t>& staged)
    : graph_(std::move(graph)), plan_(PlanStatic(*graph_, staged)) {
  for (std::size_t i = 0; i < graph_->ir.nodes.size(); ++i) {
    if (plan_.views.count(plan_.first_value[i]) != 0 && !graph_->values[i].empty()) {
      continue;  // its outputs are read where they are
    }
    if (graph_->ir.nodes[i].kind == Node::Kind::kBuiltin) {
      AddBuiltin(i);
    } else if (graph_->ir.nodes[i].kind == Node::Kind::kCustom) {
      AddCustom(i);
    }
  }
}

std::vector<std::size_t> StaticProgram::Outputs(std::size_t node) const {
  std::vector<std::size_t> values;
  for (std::size_t i = 0; i < graph_->values[node].size(); ++i) {
    values.push_back(plan_.first_value[node] + i);
  }
  return values;
}

void StaticProgram::AddBuiltin(std::size_t index) {
  const Node& node = graph_->ir.nodes[index];
  BuiltinStep& step = steps_.emplace_back().builtin;
  step.call.node = &node;
  for (const ValueRef& input : node.inputs) {
    const ValueInfo& info = graph_->Value(input);
    const std::size_t value = plan_.ValueNumber(input);
    const auto view = plan_.views.find(value);
    step.inputs.push_back(value);
    step.call.inputs.push_back(
        {{info.dtype, info.dims},
         nullptr,
         view == plan_.views.end() ? std::vector<std::int64_t>() : view->second.strides});
  }
  for (const ValueInfo& info : graph_->values[index]) {
    step.call.outputs.push_back({{info.dtype, info.dims}, nullptr});
  }
  step.outputs = Outputs(index);
}

void StaticProgram::AddCustom(std::size_t index) {
  const Node& node = graph_->ir.nodes[index];
  CustomStep& step = steps_.emplace_back().custom;
  step.node = &node;
  std::vector<ValueInfo> inputs;
  for (const ValueRef& input : node.inputs) {
    inputs.push_back(graph_->Value(input));
    step.inputs.push_back(plan_.CustomInput(node, step.inputs.size()));
  }
  step.call = std::make_unique<CustomCall>(graph_->ir.name, node, inputs, graph_->values[index]);
  step.outputs = Outputs(index);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    step.call->SetInput(i, inputs[i], nullptr, plan_.sizes[step.inputs[i]]);
  }
  for (std::size_t i = 0; i < step.outputs.size(); ++i) {
    step.call->SetOutput(i, graph_->values[index][i]);
    step.sizes.push_back(plan_.sizes[step.outputs[i]]);
  }
  if (!RefreshesArgs(node)) {
    return;
  }
  step.call->KeepArgs(true);
  const auto add = [&](const char* what, std::size_t i, std::size_t value) {
    const Location::Space space = plan_.locations[value].space;
    if (space == Location::Space::kInput || space == Location::Space::kOutput) {
      step.refreshed.push_back({what + std::to_string(i), nullptr, nullptr, plan_.sizes[value]});
      step.refreshed_values.push_back(value);
    }
  };
  for (std::size_t i = 0; i < step.inputs.size(); ++i) {
    add("input ", i, step.inputs[i]);
  }
  for (std::size_t i = 0; i < step.outputs.size(); ++i) {
    add("output ", i, step.outputs[i]);
  }
}

Status StaticProgram::Load(void* stream, const std::shared_ptr<::ge::Allocator>& pool,
                           const Addresses& addresses) {
  const std::lock_guard<std::mutex> lock(mutex_);
  TaskRecorder recorder(stream);
  for (Step& step : steps_) {
    if (step.custom.node == nullptr) {
      continue;
    }
    Status status = Record(&recorder, pool, addresses, &step.custom);
    if (!status.ok()) {
      return status;
    }
  }
  return {};
}

void StaticProgram::SetAddresses(const Addresses& addresses, CustomStep* step) {
  for (std::size_t i = 0; i < step->inputs.size(); ++i) {
    step->call->SetInputAddress(i, addresses[step->inputs[i]]);
  }
  for (std::size_t i = 0; i < step->outputs.size(); ++i) {
    step->call->SetOutputMemory(i, addresses[step->outputs[i]], step->sizes[i]);
  }
}

Status StaticProgram::Record(TaskRecorder* recorder, const std::shared_ptr<::ge::Allocator>& pool,
                             const Addresses& addresses, CustomStep* step) {
  SetAddresses(addresses, step);
  for (std::size_t i = 0; i < step->refreshed.size(); ++i) {
    step->refreshed[i].now = static_cast<char*>(addresses[step->refreshed_values[i]]);
  }
  step->args = nullptr;
  Status status = step->call->Run(recorder->stream(), pool);
  // Execute need not have noticed.
  if (const Status refusal = recorder->TakeRefusal(); !refusal.ok()) {
    status = Error(step->node->Describe() + ": Execute: " + refusal.message);
  }
  step->launches = recorder->Take();
  if (status.ok() && StrictChecksEnabled()) {
    status = CheckRepeats(recorder, pool, step);
  }
  for (std::size_t i = 0; i < step->outputs.size() && status.ok(); ++i) {
    const std::size_t input = step->call->GetOutput(i).input;
    void* const planned = addresses[step->outputs[i]];
    if (input != CustomCall::kNoInput &&
        (RefreshesInput(*step->node, input) || RefreshesOutput(*step->node, i))) {
      status = Error(step->node->Describe() + ": MakeOutputRefInput(" + std::to_string(i) + ", " +
                     std::to_string(input) +
                     "): an operator that refreshes its arguments names such an output as the input in its "
                     "prototype (REG_OP), so that GE keeps the tensor in one place");
    } else if (input != CustomCall::kNoInput && planned != addresses[step->inputs[input]]) {
      status = EnqueueCopies(recorder->stream(), {{planned, addresses[step->inputs[input]], step->sizes[i]}});
    }
  }
  for (RecordedTask& copy : recorder->Take()) {
    step->launches.push_back(std::move(copy));
  }
  if (status.ok() && RefreshesArgs(*step->node)) {
    status = CheckRefreshed(*step);
  }
  return status.ok() && step->node->custom->declare_args != nullptr ? step->call->DeclareArgs() : status;
}

// An operator that keeps state, or asks for the time, launches something else when it is called again.
Status StaticProgram::CheckRepeats(TaskRecorder* recorder, const std::shared_ptr<::ge::Allocator>& pool,
                                   CustomStep* step) {
  const Status status = step->call->Repeat(recorder->stream(), pool);
  recorder->TakeRefusal();
  const std::string difference = FindLaunchDifference(step->launches, recorder->Take());
  if (status.ok() && difference.empty()) {
    return {};
  }
  return Error(
      step->node->Describe() + ": Execute does something else when it is called again: " +
      (status.ok() ? difference : status.message) +
      ". A static graph calls it once and replays its launches, so they may depend on shapes, dtypes "
      "and attributes alone, not on counters, random numbers, the time or memory of the operator's own");
}

Status StaticProgram::CheckRefreshed(const CustomStep& step) {
  const CustomOp& op = *step.node->custom;
  const std::string base = op.update_args != nullptr ? "ArgsUpdater" : "AnnotatedArgsOp";
  const std::string derives = step.node->Describe() + ": the operator derives from " + base + ", but ";
  if (op.update_args != nullptr && op.declare_args != nullptr) {
    return Error(derives + "also from AnnotatedArgsOp; one of the two says who writes its arguments");
  }
  if (step.call->PlacedArgs().empty()) {
    return Error(
        derives +
        "Execute placed no arguments with MallocReadOnlyDevArgs: its launches could not be given the "
        "addresses of the next step");
  }
  std::vector<RefreshedTensor> kept = step.refreshed;
  for (RefreshedTensor& tensor : kept) {
    tensor.before = std::exchange(tensor.now, nullptr);
  }
  for (const RecordedTask& launch : step.launches) {
    for (const RecordedArgument& argument : launch.arguments) {
      const std::string found = FindStaleAddress(argument.bytes, argument.bytes, kept);
      if (!found.empty()) {
        return Error(derives + "launch '" + launch.name + "' keeps one in " + argument.what + " (" + found +
                     "), which no step can change; pass the memory that "
                     "MallocReadOnlyDevArgs gives, and read the addresses there");
      }
    }
  }
  return {};
}

Status StaticProgram::Refresh(const Addresses& addresses, Arguments* arguments) {
  for (Step& step : steps_) {
    if (step.custom.node == nullptr || !RefreshesArgs(*step.custom.node)) {
      continue;
    }
    const Status status = RefreshStep(addresses, &step.custom);
    if (!status.ok()) {
      return status;
    }
    arguments->push_back(step.custom.args);
  }
  return {};
}

Status StaticProgram::RefreshStep(const Addresses& addresses, CustomStep* step) {
  bool moved = step->args == nullptr;
  for (std::size_t i = 0; i < step->refreshed.size(); ++i) {
    RefreshedTensor& tensor = step->refreshed[i];
    tensor.before = std::exchange(tensor.now, static_cast<char*>(addresses[step->refreshed_values[i]]));
    moved = moved || tensor.before != tensor.now;
  }
  if (!moved) {
    return {};
  }
  SetAddresses(addresses, step);
  step->args = nullptr;  // so that a step after a failure asks again
  std::vector<std::string> before;
  for (const CustomCall::Args& placed : step->call->PlacedArgs()) {
    before.push_back(placed.host);
  }
  Status status = UpdateArgs(before, step);
  if (!status.ok()) {  // the next step compares with what was right last
    for (RefreshedTensor& tensor : step->refreshed) {
      tensor.now = tensor.before;
    }
    for (std::size_t i = 0; i < before.size(); ++i) {
      step->call->PlacedArgs()[i].host.replace(0, std::string::npos, before[i]);
    }
  }
  return status;
}

Status StaticProgram::UpdateArgs(const std::vector<std::string>& before, CustomStep* step) {
  Status status = step->call->UpdateArgs();
  if (!status.ok()) {
    return status;
  }
  auto args = std::make_shared<std::vector<ArgsCopy>>();
  for (CustomCall::Args& placed : step->call->PlacedArgs()) {
    const std::string stale = FindStaleAddress(before[args->size()], placed.host, step->refreshed);
    if (!stale.empty()) {
      return Error(step->node->Describe() +
                   ": UpdateHostArgs does not write this step's address into arguments " +
                   std::to_string(args->size()) + ", " + stale +
                   " before; it must write those of all inputs and outputs");
    }
    args->push_back({placed.device_args.GetArgsData(), placed.host});
  }
  step->args = std::move(args);
  return {};
}

Status StaticProgram::RunBuiltin(const Addresses& addresses, BuiltinStep* step) {
  for (std::size_t i = 0; i < step->inputs.size(); ++i) {
    step->call.inputs[i].data = addresses[step->inputs[i]];
  }
  for (std::size_t i = 0; i < step->outputs.size(); ++i) {
    step->call.outputs[i].data = addresses[step->outputs[i]];
  }
  return step->call.Run();
}

Status StaticProgram::Replay(const CustomStep& step) {
  for (const RecordedTask& launch : step.launches) {
    Status status;
    try {
      status = launch.run();
    } catch (const std::exception& error) {
      status = Error("'" + launch.name + "' threw an exception: " + error.what());
    }
    if (!status.ok()) {
      const std::string node = step.node->Describe();
      if (status.message.find(node) != std::string::npos) {
        return status;  // a kernel's failure names the node itself
      }
      return {status.code, node + ": " + status.message};
    }
  }
  return {};
}

void StaticProgram::Capture(const Addresses& addresses, const CustomStep& step) {
  for (std::size_t i = 0; i < step.outputs.size(); ++i) {
    CaptureValue(*step.node, i, step.call->OutputInfo(i), addresses[step.outputs[i]]);
  }
}

Status StaticProgram::Run(const Addresses& addresses, const Arguments& arguments) {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& args : arguments) {
    for (const ArgsCopy& copy : *args) {
      std::memcpy(copy.device, copy.bytes.data(), copy.bytes.size());
    }
  }
  ++GraphCounters().static_steps;
  for (const StaticPlan::InputCopy& copy : plan_.input_copies) {
    if (copy.size > 0) {
      std::memcpy(addresses[copy.fixed], addresses[copy.input], copy.size);
    }
  }
  for (Step& step : steps_) {
    Status status = step.custom.node != nullptr ? Replay(step.custom) : RunBuiltin(addresses, &step.builtin);
    if (!status.ok()) {
      return status;
    }
    if (step.custom.node != nullptr && CapturesValues()) {
      Capture(addresses, step.custom);
    }
  }
  return {};
}

}  // namespace cann_emulator::engine
