// SPDX-License-Identifier: Apache-2.0
// Runs static graphs. Everything that does not change between runs is built once: a run sets addresses and
// puts one task on the stream.
#include <map>
#include <mutex>
#include <set>

#include "acl/runtime.h"
#include "ge/copies.h"
#include "ge/counters.h"
#include "ge/data_type.h"
#include "ge/error.h"
#include "ge/executor.h"
#include "ge/run_io.h"
#include "ge/static_program.h"

namespace cann_emulator::engine {
namespace {

class StaticExecutor final : public Executor {
 public:
  explicit StaticExecutor(std::shared_ptr<const CompiledGraph> graph)
      : graph_(std::move(graph)), staged_(StagedOutputs(*graph_)) {
    for (std::size_t i = 0; i < graph_->ir.inputs.size(); ++i) {
      const ValueInfo& info = graph_->values[graph_->ir.inputs[i]][0];
      input_sizes_.push_back(TensorSize(info.dtype, info.dims).value_or(0));
    }
  }

  // Its memory goes back to the allocators of the streams that it ran on first.
  ~StaticExecutor() override {
    if (has_run_) {
      SynchronizeStream(stream_);
    }
  }
  StaticExecutor(const StaticExecutor&) = delete;
  StaticExecutor& operator=(const StaticExecutor&) = delete;

  Status Run(const RunRequest& request) override;

 private:
  // A program and the memory that its recorded launches use.
  struct Loaded {
    std::shared_ptr<StaticProgram> program;
    std::shared_ptr<DeviceBuffer> feature_memory;  // GE's own, when the caller gives none
    bool is_recorded = false;
    void* const_base = nullptr;
    void* feature_base = nullptr;
  };

  Status CheckInputs(const RunInputs& inputs) const;
  Status PrepareOutputs(const RunRequest& request);
  std::set<std::size_t> StagedInThisRun(const RunRequest& request) const;
  Status PrepareMemory(const RunRequest& request, Loaded* loaded, void** const_base, void** feature_base);
  Status Load(const RunRequest& request, const Addresses& addresses, void* const_base, void* feature_base,
              Loaded* loaded);

  std::shared_ptr<const CompiledGraph> graph_;
  const std::set<std::size_t> staged_;
  std::vector<std::size_t> input_sizes_;
  std::mutex mutex_;
  std::map<std::set<std::size_t>, Loaded> programs_;  // by the outputs that are staged
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
std::set<std::size_t> StaticExecutor::StagedInThisRun(const RunRequest& request) const {
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

Status StaticExecutor::PrepareMemory(const RunRequest& request, Loaded* loaded, void** const_base,
                                     void** feature_base) {
  const std::size_t feature_size = loaded->program->Plan().feature_size;
  *const_base = request.const_base;
  if (*const_base == nullptr && graph_->const_size > 0) {
    if (const_memory_ == nullptr) {
      const_memory_ = DeviceBuffer::Allocate(request.pool, graph_->const_size);
    }
    *const_base = const_memory_ == nullptr ? nullptr : const_memory_->Address();
  }
  // The caller's memory is sized for the usual program.
  const bool is_usual = loaded == &programs_.at(staged_);
  *feature_base = is_usual ? request.feature_base : nullptr;
  if (*feature_base == nullptr && feature_size > 0) {
    if (loaded->feature_memory == nullptr) {
      loaded->feature_memory = DeviceBuffer::Allocate(request.allocator, feature_size);
    }
    *feature_base = loaded->feature_memory == nullptr ? nullptr : loaded->feature_memory->Address();
  }
  if ((graph_->const_size > 0 && *const_base == nullptr) || (feature_size > 0 && *feature_base == nullptr)) {
    return Error("out of device memory for a graph of " + std::to_string(graph_->const_size) +
                 " bytes of constants and " + std::to_string(feature_size) + " bytes of intermediate values");
  }
  if (*const_base != nullptr && *const_base != loaded_constants_) {
    LoadConstants(graph_, request.stream, *const_base);
    loaded_constants_ = *const_base;
  }
  return {};
}

Status StaticExecutor::Load(const RunRequest& request, const Addresses& addresses, void* const_base,
                            void* feature_base, Loaded* loaded) {
  if (loaded->is_recorded && loaded->const_base == const_base && loaded->feature_base == feature_base) {
    return {};
  }
  if (loaded->is_recorded) {
    SynchronizeStream(request.stream);
  }
  ++GraphCounters().static_loads;
  Status status = loaded->program->Load(request.stream, request.pool, addresses);
  loaded->is_recorded = status.ok();
  loaded->const_base = const_base;
  loaded->feature_base = feature_base;
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
  programs_.try_emplace(staged_);
  const std::set<std::size_t> staged = StagedInThisRun(request);
  Loaded& loaded = programs_[staged];
  if (loaded.program == nullptr) {
    loaded.program = std::make_shared<StaticProgram>(graph_, staged);
  }
  void* const_base = nullptr;
  void* feature_base = nullptr;
  status = PrepareMemory(request, &loaded, &const_base, &feature_base);
  if (!status.ok()) {
    return status;
  }

  const StaticPlan& plan = loaded.program->Plan();
  Addresses addresses;
  addresses.reserve(plan.locations.size());
  for (const Location& location : plan.locations) {
    switch (location.space) {
      case Location::Space::kInput:
        addresses.push_back(static_cast<char*>(inputs.Address(location.index)) + location.offset);
        break;
      case Location::Space::kOutput:
        addresses.push_back((*request.outputs)[location.index].GetData() + location.offset);
        break;
      case Location::Space::kFeature:
        addresses.push_back(static_cast<char*>(feature_base) + location.offset);
        break;
      case Location::Space::kConst:
        addresses.push_back(static_cast<char*>(const_base) + location.offset);
        break;
      case Location::Space::kAddress:
        addresses.push_back(static_cast<char*>(location.address) + location.offset);
        break;
    }
  }
  status = Load(request, addresses, const_base, feature_base, &loaded);
  StaticProgram::Arguments arguments;
  if (status.ok()) {
    status = loaded.program->Refresh(addresses, &arguments);
  }
  if (!status.ok()) {
    return status;
  }
  GraphCounters().static_copies += plan.copies.size() + plan.input_copies.size();
  std::vector<MemoryCopy> copies;
  for (const StaticPlan::Copy& copy : plan.copies) {
    copies.push_back({(*request.outputs)[copy.output].GetData(), addresses[copy.value], copy.size});
  }
  const std::string name = "graph " + graph_->ir.name;
  status =
      Launched(EnqueueTask(request.stream, name,
                           [program = loaded.program, addresses = std::move(addresses),
                            arguments = std::move(arguments)] { return program->Run(addresses, arguments); }),
               name);
  return status.ok() ? EnqueueCopies(request.stream, std::move(copies)) : status;
}

}  // namespace

std::unique_ptr<Executor> MakeStaticExecutor(std::shared_ptr<const CompiledGraph> graph) {
  return std::make_unique<StaticExecutor>(std::move(graph));
}

}  // namespace cann_emulator::engine
