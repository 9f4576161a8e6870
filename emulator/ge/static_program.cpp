// SPDX-License-Identifier: Apache-2.0
#include "ge/static_program.h"

#include <cstring>
#include <exception>

#include "ge/copies.h"
#include "ge/counters.h"
#include "ge/error.h"

namespace cann_emulator::engine {

StaticProgram::StaticProgram(std::shared_ptr<const CompiledGraph> graph, const std::set<std::size_t>& staged)
    : graph_(std::move(graph)), plan_(PlanStatic(*graph_, staged)) {
  for (std::size_t i = 0; i < graph_->ir.nodes.size(); ++i) {
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
    step.call.inputs.push_back({{info.dtype, info.dims}, nullptr});
    step.inputs.push_back(plan_.ValueNumber(input));
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
    step.inputs.push_back(plan_.FixedValueNumber(input));
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

Status StaticProgram::Record(TaskRecorder* recorder, const std::shared_ptr<::ge::Allocator>& pool,
                             const Addresses& addresses, CustomStep* step) {
  for (std::size_t i = 0; i < step->inputs.size(); ++i) {
    step->call->SetInputAddress(i, addresses[step->inputs[i]]);
  }
  for (std::size_t i = 0; i < step->outputs.size(); ++i) {
    step->call->SetOutputMemory(i, addresses[step->outputs[i]], step->sizes[i]);
  }
  Status status = step->call->Run(recorder->stream(), pool);
  // Execute need not have noticed.
  if (const Status refusal = recorder->TakeRefusal(); !refusal.ok()) {
    status = Error(step->node->Describe() + ": Execute: " + refusal.message);
  }
  for (std::size_t i = 0; i < step->outputs.size() && status.ok(); ++i) {
    const std::size_t input = step->call->GetOutput(i).input;
    void* const planned = addresses[step->outputs[i]];
    if (input != CustomCall::kNoInput && planned != addresses[step->inputs[input]]) {
      status = EnqueueCopies(recorder->stream(), {{planned, addresses[step->inputs[input]], step->sizes[i]}});
    }
  }
  step->launches = recorder->Take();
  return status;
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

Status StaticProgram::Run(const Addresses& addresses) {
  const std::lock_guard<std::mutex> lock(mutex_);
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
  }
  return {};
}

}  // namespace cann_emulator::engine
