// SPDX-License-Identifier: Apache-2.0
// Runs static graphs. Everything that does not change between runs is built once: a run sets addresses, puts
// one task for each group of built-in operators on the stream and calls Execute of the custom operators in
// between.
#include <map>
#include <mutex>
#include <set>

#include "acl/runtime.h"
#include "ge/builtin_call.h"
#include "ge/copies.h"
#include "ge/custom_call.h"
#include "ge/data_type.h"
#include "ge/error.h"
#include "ge/executor.h"
#include "ge/run_io.h"
#include "ge/static_plan.h"

namespace cann_emulator::engine {
namespace {

using Addresses = std::vector<void*>;  // by number of the value

struct BuiltinStep {
  BuiltinCall call;
  std::vector<std::size_t> inputs;  // numbers of values
  std::vector<std::size_t> outputs;
};

struct CustomStep {
  const Node* node = nullptr;
  std::unique_ptr<CustomCall> call;
  std::vector<std::size_t> inputs;
  std::vector<std::size_t> outputs;
  std::vector<std::size_t> sizes;  // of the outputs, bytes
};

// A group of built-in operators, or one custom operator.
struct Step {
  std::string name;
  std::vector<BuiltinStep> builtins;
  CustomStep custom;
};

class Program {
 public:
  Program(std::shared_ptr<const CompiledGraph> graph, const std::set<std::size_t>& staged);

  const StaticPlan& Plan() const { return plan_; }
  std::vector<Step>& Steps() { return steps_; }
  // Runs a group on the calling (the stream's) thread.
  Status RunGroup(std::size_t step, const Addresses& addresses);

  std::shared_ptr<DeviceBuffer> feature_memory;  // GE's own, when the caller gives none

 private:
  void AddBuiltin(std::size_t node);
  void AddCustom(std::size_t node);
  std::vector<std::size_t> Inputs(const Node& node) const;
  std::vector<std::size_t> Outputs(std::size_t node) const;

  std::shared_ptr<const CompiledGraph> graph_;
  StaticPlan plan_;
  std::vector<Step> steps_;
  std::mutex mutex_;  // the groups' calls are filled in by the stream's thread
};

Program::Program(std::shared_ptr<const CompiledGraph> graph, const std::set<std::size_t>& staged)
    : graph_(std::move(graph)), plan_(PlanStatic(*graph_, staged)) {
  for (std::size_t i = 0; i < graph_->ir.nodes.size(); ++i) {
    if (graph_->ir.nodes[i].kind == Node::Kind::kBuiltin) {
      AddBuiltin(i);
    } else if (graph_->ir.nodes[i].kind == Node::Kind::kCustom) {
      AddCustom(i);
    }
  }
}

std::vector<std::size_t> Program::Inputs(const Node& node) const {
  std::vector<std::size_t> values;
  for (const ValueRef& input : node.inputs) {
    values.push_back(plan_.ValueNumber(input));
  }
  return values;
}

std::vector<std::size_t> Program::Outputs(std::size_t node) const {
  std::vector<std::size_t> values;
  for (std::size_t i = 0; i < graph_->values[node].size(); ++i) {
    values.push_back(plan_.first_value[node] + i);
  }
  return values;
}

void Program::AddBuiltin(std::size_t index) {
  const Node& node = graph_->ir.nodes[index];
  if (steps_.empty() || steps_.back().custom.node != nullptr) {
    steps_.emplace_back().name = "GE built-in operators from " + node.name;
  }
  BuiltinStep& step = steps_.back().builtins.emplace_back();
  step.call.node = &node;
  for (const ValueRef& input : node.inputs) {
    const ValueInfo& info = graph_->Value(input);
    step.call.inputs.push_back({{info.dtype, info.dims}, nullptr});
  }
  for (const ValueInfo& info : graph_->values[index]) {
    step.call.outputs.push_back({{info.dtype, info.dims}, nullptr});
  }
  step.inputs = Inputs(node);
  step.outputs = Outputs(index);
}

void Program::AddCustom(std::size_t index) {
  const Node& node = graph_->ir.nodes[index];
  Step& step = steps_.emplace_back();
  step.name = node.name;
  step.custom.node = &node;
  std::vector<ValueInfo> inputs;
  for (const ValueRef& input : node.inputs) {
    inputs.push_back(graph_->Value(input));
  }
  step.custom.call = std::make_unique<CustomCall>(node, inputs, graph_->values[index]);
  step.custom.inputs = Inputs(node);
  step.custom.outputs = Outputs(index);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    step.custom.call->SetInput(i, inputs[i], nullptr, plan_.sizes[step.custom.inputs[i]]);
  }
  for (std::size_t i = 0; i < step.custom.outputs.size(); ++i) {
    step.custom.call->SetOutput(i, graph_->values[index][i]);
    step.custom.sizes.push_back(plan_.sizes[step.custom.outputs[i]]);
  }
}

Status Program::RunGroup(std::size_t step, const Addresses& addresses) {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (BuiltinStep& builtin : steps_[step].builtins) {
    for (std::size_t i = 0; i < builtin.inputs.size(); ++i) {
      builtin.call.inputs[i].data = addresses[builtin.inputs[i]];
    }
    for (std::size_t i = 0; i < builtin.outputs.size(); ++i) {
      builtin.call.outputs[i].data = addresses[builtin.outputs[i]];
    }
    Status status = builtin.call.Run();
    if (!status.ok()) {
      return status;
    }
  }
  return {};
}

class StaticExecutor final : public Executor {
 public:
  explicit StaticExecutor(std::shared_ptr<const CompiledGraph> graph) : graph_(std::move(graph)) {
    for (const auto& pair : graph_->options.reused_inputs) {
      staged_.insert(pair.second);
    }
    for (std::size_t i = 0; i < graph_->ir.inputs.size(); ++i) {
      const ValueInfo& info = graph_->values[graph_->ir.inputs[i]][0];
      input_sizes_.push_back(TensorSize(info.dtype, info.dims).value_or(0));
    }
  }

  Status Run(const RunRequest& request) override;

 private:
  Status CheckInputs(const RunInputs& inputs) const;
  Status PrepareOutputs(const RunRequest& request);
  std::set<std::size_t> StagedOutputs(const RunRequest& request) const;
  Status PrepareMemory(const RunRequest& request, Program* program, void** const_base, void** feature_base);
  Status RunCustom(const RunRequest& request, const Addresses& addresses, CustomStep* step);

  std::shared_ptr<const CompiledGraph> graph_;
  std::set<std::size_t> staged_;
  std::vector<std::size_t> input_sizes_;
  std::mutex mutex_;
  std::map<std::set<std::size_t>, std::shared_ptr<Program>> programs_;  // by the outputs that are staged
  std::shared_ptr<DeviceBuffer> const_memory_;
  void* loaded_constants_ = nullptr;
  void* stream_ = nullptr;
  bool has_run_ = false;
};

Status StaticExecutor::CheckInputs(const RunInputs& inputs) const {
  for (std::size_t i = 0; i < input_sizes_.size(); ++i) {
    if (inputs.Size(i) < input_sizes_[i]) {
      const ValueInfo& info = graph_->values[graph_->ir.inputs[i]][0];
      return Error(graph_->ir.nodes[graph_->ir.inputs[i]].Describe() + ": input " + std::to_string(i) +
                   " holds " + std::to_string(inputs.Size(i)) + " bytes, " + DataTypeName(info.dtype) + " " +
                   DimsText(info.dims) + " needs " + std::to_string(input_sizes_[i]));
    }
  }
  return {};
}

Status StaticExecutor::PrepareOutputs(const RunRequest& request) {
  const auto& refs = graph_->ir.Output().inputs;
  if (request.outputs->size() != refs.size()) {
    return Error("the graph has " + std::to_string(refs.size()) + " outputs, " +
                 std::to_string(request.outputs->size()) + " are given");
  }
  for (std::size_t i = 0; i < refs.size(); ++i) {
    ::ge::Tensor& tensor = (*request.outputs)[i];
    const ValueInfo& info = graph_->Value(refs[i]);
    const std::size_t needed = TensorSize(info.dtype, info.dims).value_or(0);
    if (tensor.GetData() == nullptr) {
      auto buffer = DeviceBuffer::Allocate(request.allocator, needed);
      if (buffer == nullptr) {
        return Error("out of device memory for output " + std::to_string(i) + " of " +
                     std::to_string(needed) + " bytes");
      }
      SetResult(info, std::move(buffer), needed, &tensor);
    } else if (tensor.GetSize() < needed) {
      return Error(graph_->ir.nodes[refs[i].node].Describe() + ": output " + std::to_string(refs[i].output) +
                   " is " + DataTypeName(info.dtype) + " " + DimsText(info.dims) + " and needs " +
                   std::to_string(needed) + " bytes; the memory given for output " + std::to_string(i) +
                   " of the graph is " + DataTypeName(tensor.GetDataType()) + " with " +
                   std::to_string(tensor.GetSize()) + " bytes");
    }
  }
  return {};
}

// An output in the memory of an input is written only after everything has read the input.
std::set<std::size_t> StaticExecutor::StagedOutputs(const RunRequest& request) const {
  std::set<std::size_t> staged = staged_;
  for (std::size_t i = 0; i < request.outputs->size(); ++i) {
    const std::uint8_t* begin = (*request.outputs)[i].GetData();
    const std::uint8_t* end = begin + (*request.outputs)[i].GetSize();
    for (const ::ge::Tensor& input : *request.inputs) {
      if (begin != nullptr && input.GetData() < end && begin < input.GetData() + input.GetSize()) {
        staged.insert(i);
      }
    }
  }
  return staged;
}

Status StaticExecutor::PrepareMemory(const RunRequest& request, Program* program, void** const_base,
                                     void** feature_base) {
  *const_base = request.const_base;
  if (*const_base == nullptr && graph_->const_size > 0) {
    if (const_memory_ == nullptr) {
      const_memory_ = DeviceBuffer::Allocate(request.pool, graph_->const_size);
    }
    *const_base = const_memory_ == nullptr ? nullptr : const_memory_->Address();
  }
  const bool own_plan = program->Plan().feature_size > 0 && programs_.find(staged_)->second.get() != program;
  *feature_base = own_plan ? nullptr : request.feature_base;
  if (*feature_base == nullptr && program->Plan().feature_size > 0) {
    if (program->feature_memory == nullptr) {
      program->feature_memory = DeviceBuffer::Allocate(request.pool, program->Plan().feature_size);
    }
    *feature_base = program->feature_memory == nullptr ? nullptr : program->feature_memory->Address();
  }
  if ((graph_->const_size > 0 && *const_base == nullptr) ||
      (program->Plan().feature_size > 0 && *feature_base == nullptr)) {
    return Error("out of device memory for a graph of " + std::to_string(graph_->const_size) +
                 " bytes of constants and " + std::to_string(program->Plan().feature_size) +
                 " bytes of intermediate values");
  }
  if (*const_base != nullptr && *const_base != loaded_constants_) {
    LoadConstants(graph_, request.stream, *const_base);
    loaded_constants_ = *const_base;
  }
  return {};
}

Status StaticExecutor::RunCustom(const RunRequest& request, const Addresses& addresses, CustomStep* step) {
  for (std::size_t i = 0; i < step->inputs.size(); ++i) {
    step->call->SetInputAddress(i, addresses[step->inputs[i]]);
  }
  for (std::size_t i = 0; i < step->outputs.size(); ++i) {
    step->call->SetOutputMemory(i, addresses[step->outputs[i]], step->sizes[i]);
  }
  Status status = step->call->Run(request.stream, request.allocator);
  for (std::size_t i = 0; i < step->outputs.size() && status.ok(); ++i) {
    const std::size_t input = step->call->GetOutput(i).input;
    void* const planned = addresses[step->outputs[i]];
    if (input != CustomCall::kNoInput && planned != addresses[step->inputs[input]]) {
      status = EnqueueCopies(request.stream, {{planned, addresses[step->inputs[input]], step->sizes[i]}});
    }
  }
  return status;
}

Status StaticExecutor::Run(const RunRequest& request) {
  const std::lock_guard<std::mutex> lock(mutex_);
  // Feature memory is reused in the order of one stream.
  if (has_run_ && stream_ != request.stream) {
    SynchronizeStream(stream_);
  }
  stream_ = request.stream;
  has_run_ = true;

  RunInputs inputs;
  Status status = inputs.Prepare(*graph_, request);
  if (status.ok()) {
    status = CheckInputs(inputs);
  }
  if (status.ok()) {
    status = PrepareOutputs(request);
  }
  if (!status.ok()) {
    return status;
  }
  if (programs_.empty()) {
    programs_[staged_] = std::make_shared<Program>(graph_, staged_);
  }
  const std::set<std::size_t> staged = StagedOutputs(request);
  std::shared_ptr<Program>& program = programs_[staged];
  if (program == nullptr) {
    program = std::make_shared<Program>(graph_, staged);
  }
  void* const_base = nullptr;
  void* feature_base = nullptr;
  status = PrepareMemory(request, program.get(), &const_base, &feature_base);
  if (!status.ok()) {
    return status;
  }

  auto addresses = std::make_shared<Addresses>();
  addresses->reserve(program->Plan().locations.size());
  for (const Location& location : program->Plan().locations) {
    switch (location.space) {
      case Location::Space::kInput:
        addresses->push_back(inputs.Address(location.index));
        break;
      case Location::Space::kOutput:
        addresses->push_back((*request.outputs)[location.index].GetData());
        break;
      case Location::Space::kFeature:
        addresses->push_back(static_cast<char*>(feature_base) + location.offset);
        break;
      case Location::Space::kConst:
        addresses->push_back(static_cast<char*>(const_base) + location.offset);
        break;
      case Location::Space::kAddress:
        addresses->push_back(location.address);
        break;
    }
  }
  for (std::size_t i = 0; i < program->Steps().size(); ++i) {
    Step& step = program->Steps()[i];
    if (step.custom.node != nullptr) {
      status = RunCustom(request, *addresses, &step.custom);
    } else {
      status = Launched(EnqueueTask(request.stream, step.name,
                                    [program, i, addresses] { return program->RunGroup(i, *addresses); }),
                        step.name);
    }
    if (!status.ok()) {
      return status;
    }
  }
  std::vector<MemoryCopy> copies;
  for (const StaticPlan::Copy& copy : program->Plan().copies) {
    copies.push_back({(*request.outputs)[copy.output].GetData(), (*addresses)[copy.value], copy.size});
  }
  return EnqueueCopies(request.stream, std::move(copies));
}

}  // namespace

std::unique_ptr<Executor> MakeStaticExecutor(std::shared_ptr<const CompiledGraph> graph) {
  return std::make_unique<StaticExecutor>(std::move(graph));
}

}  // namespace cann_emulator::engine
