// SPDX-License-Identifier: Apache-2.0
// GE's session interface as C functions, for ctypes.
#include <acl/acl.h>
#include <ge/ge_api.h>
#include <graph/operator_factory.h>

#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace {

// Where an output's memory comes from; numbers >= 0: it is the memory of that input.
constexpr int kMadeByGe = -1;
constexpr int kGiven = -2;

struct TensorArgument {
  int dtype;
  int on_host;
  std::size_t rank;
  const std::int64_t* dims;
  void* data;
  std::size_t size;  // bytes
};

struct Result {
  int dtype;
  std::vector<std::int64_t> dims;
  std::vector<std::uint8_t> bytes;
};

struct Results {
  std::vector<Result> tensors;
};

// Counts the memory that graphs take and give back.
class CountingAllocator : public ge::Allocator {
 public:
  ge::MemBlock* Malloc(std::size_t size) override {
    void* address = nullptr;
    if (aclrtMalloc(&address, size, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) {
      return nullptr;
    }
    ++live;
    ++total;
    bytes += size;
    return new ge::MemBlock(*this, address, size);
  }
  void Free(ge::MemBlock* block) override {
    aclrtSynchronizeDevice();  // the stream may still use it
    aclrtFree(block->GetAddr());
    bytes -= block->GetSize();
    delete block;
    --live;
  }
  int live = 0;
  int total = 0;
  std::size_t bytes = 0;  // of those that live
};

std::shared_ptr<CountingAllocator> counting_allocator;
std::string error_text;

void Fill(const TensorArgument& argument, void* data, ge::Tensor* tensor) {
  tensor->SetDataType(static_cast<ge::DataType>(argument.dtype));
  tensor->SetPlacement(argument.on_host != 0 ? ge::kPlacementHost : ge::kPlacementDevice);
  tensor->SetShapeDimNum(argument.rank);
  for (std::size_t i = 0; i < argument.rank; ++i) {
    tensor->SetShapeDim(i, argument.dims[i]);
  }
  tensor->SetData(static_cast<std::uint8_t*>(data), argument.size, [](std::uint8_t*) {});
}

void* ToDevice(const void* data, std::size_t size) {
  void* memory = nullptr;
  aclrtMalloc(&memory, size + 1, ACL_MEM_MALLOC_HUGE_FIRST);
  if (data != nullptr && size > 0) {
    aclrtMemcpy(memory, size, data, size, ACL_MEMCPY_HOST_TO_DEVICE);
  }
  return memory;
}

Result Read(ge::Tensor& tensor) {
  Result result{tensor.GetDataType(), {}, std::vector<std::uint8_t>(tensor.GetSize())};
  for (std::size_t i = 0; i < tensor.GetShapeDimNum(); ++i) {
    result.dims.push_back(tensor.GetShapeDim(i));
  }
  if (!result.bytes.empty()) {
    const auto kind =
        tensor.GetPlacement() == ge::kPlacementHost ? ACL_MEMCPY_HOST_TO_HOST : ACL_MEMCPY_DEVICE_TO_HOST;
    aclrtMemcpy(result.bytes.data(), result.bytes.size(), tensor.GetData(), result.bytes.size(), kind);
  }
  return result;
}

}  // namespace

extern "C" {

const char* TakeError() {
  error_text = ge::GEGetErrorMsgV2().GetString();
  return error_text.c_str();
}

int Initialize() {
  aclInit(nullptr);
  aclrtSetDevice(0);
  return static_cast<int>(ge::GEInitialize({}));
}

void UseDevice(int device) { aclrtSetDevice(device); }

ge::Graph* LoadGraph(const void* bytes, std::size_t size) {
  auto graph = std::make_unique<ge::Graph>("test");
  return graph->LoadFromSerializedModelArray(bytes, size) == ge::GRAPH_SUCCESS ? graph.release() : nullptr;
}

ge::Graph* LoadFile(const char* path) {
  auto graph = std::make_unique<ge::Graph>("test");
  return graph->LoadFromFile(path) == ge::GRAPH_SUCCESS ? graph.release() : nullptr;
}

// A graph through SaveToMem and LoadFromMem.
ge::Graph* ThroughMemory(ge::Graph* graph) {
  ge::GraphBuffer buffer;
  auto copy = std::make_unique<ge::Graph>("copy");
  const bool copied = graph->SaveToMem(buffer) == ge::GRAPH_SUCCESS &&
                      copy->LoadFromMem(buffer) == ge::GRAPH_SUCCESS &&
                      copy->LoadFromMem(buffer.GetData(), buffer.GetSize()) == ge::GRAPH_SUCCESS;
  return copied ? copy.release() : nullptr;
}

void FreeGraph(ge::Graph* graph) { delete graph; }
int SaveGraph(ge::Graph* graph, const char* path) { return static_cast<int>(graph->SaveToFile(path)); }
std::size_t CountNodes(ge::Graph* graph) { return graph->GetAllNodes().size(); }

ge::Session* NewSession() { return new ge::Session({}); }
void FreeSession(ge::Session* session) { delete session; }

int AddGraph(ge::Session* session, unsigned id, ge::Graph* graph, const char* option, const char* value) {
  std::map<ge::AscendString, ge::AscendString> options;
  if (option != nullptr) {
    options[option] = value;
  }
  return static_cast<int>(session->AddGraph(id, *graph, options));
}

int CompileGraph(ge::Session* session, unsigned id) { return static_cast<int>(session->CompileGraph(id)); }
int RemoveGraph(ge::Session* session, unsigned id) { return static_cast<int>(session->RemoveGraph(id)); }

int IsStatic(ge::Session* session, unsigned id) {
  auto summary = session->GetCompiledGraphSummary(id);
  return summary == nullptr ? -1 : static_cast<int>(summary->IsStatic());
}

std::size_t FeatureMemorySize(ge::Session* session, unsigned id) {
  std::size_t size = 0;
  session->GetCompiledGraphSummary(id)->GetFeatureMemorySize(size);
  return size;
}

int GiveFeatureMemory(ge::Session* session, unsigned id, std::size_t size) {
  return static_cast<int>(session->UpdateGraphFeatureMemoryBase(id, ToDevice(nullptr, size), size));
}

void UseCountingAllocator(ge::Session* session) {
  counting_allocator = std::make_shared<CountingAllocator>();
  session->RegisterExternalAllocator(nullptr, counting_allocator);
}
void ForgetAllocator(ge::Session* session) { session->UnregisterExternalAllocator(nullptr); }
std::size_t LiveBytes() { return counting_allocator->bytes; }
int LiveBlocks() { return counting_allocator->live; }
int TotalBlocks() { return counting_allocator->total; }

// Runs with host tensors and waits.
Results* RunOnHost(ge::Session* session, unsigned id, const TensorArgument* inputs, std::size_t count) {
  std::vector<ge::Tensor> tensors(count);
  for (std::size_t i = 0; i < count; ++i) {
    Fill(inputs[i], inputs[i].data, &tensors[i]);
  }
  std::vector<ge::Tensor> outputs;
  if (session->RunGraph(id, tensors, outputs) != ge::SUCCESS) {
    return nullptr;
  }
  auto results = std::make_unique<Results>();
  for (ge::Tensor& output : outputs) {
    results->tensors.push_back(Read(output));
  }
  return results.release();
}

// Runs on the default stream with device tensors; `repeat` runs are in flight at once. `placements` and
// `sizes` tell of each output where its memory comes from and how large it is. The inputs' memory after the
// run follows the outputs.
Results* RunOnDevice(ge::Session* session, unsigned id, const TensorArgument* inputs, std::size_t count,
                     const int* placements, const std::size_t* sizes, std::size_t output_count, int repeat) {
  std::vector<ge::Tensor> tensors(count);
  std::vector<void*> memory;
  for (std::size_t i = 0; i < count; ++i) {
    void* data = inputs[i].data;
    if (inputs[i].on_host == 0) {
      data = memory.emplace_back(ToDevice(data, inputs[i].size));
    }
    Fill(inputs[i], data, &tensors[i]);
  }
  auto results = std::make_unique<Results>();
  std::vector<ge::Tensor> outputs;
  for (int run = 0; run < repeat; ++run) {
    outputs.assign(output_count, ge::Tensor());
    for (std::size_t i = 0; i < output_count; ++i) {
      outputs[i] = ge::Tensor();
      if (placements[i] == kGiven) {
        void* data = memory.emplace_back(ToDevice(nullptr, sizes[i]));
        outputs[i].SetData(static_cast<std::uint8_t*>(data), sizes[i], [](std::uint8_t*) {});
        outputs[i].SetPlacement(ge::kPlacementDevice);
      } else if (placements[i] != kMadeByGe) {
        ge::Tensor& input = tensors[static_cast<std::size_t>(placements[i])];
        outputs[i].SetData(input.GetData(), input.GetSize(), [](std::uint8_t*) {});
      }
    }
    if (session->RunGraphWithStreamAsync(id, nullptr, tensors, outputs) != ge::SUCCESS) {
      return nullptr;
    }
  }
  if (aclrtSynchronizeStream(nullptr) != ACL_SUCCESS) {
    return nullptr;
  }
  for (ge::Tensor& output : outputs) {
    results->tensors.push_back(Read(output));
  }
  for (ge::Tensor& input : tensors) {
    results->tensors.push_back(Read(input));
  }
  outputs.clear();
  for (void* block : memory) {
    aclrtFree(block);
  }
  return results.release();
}

const char* StreamError() {
  const char* message = aclGetRecentErrMsg();
  return message == nullptr ? "" : message;
}

std::size_t ResultCount(Results* results) { return results->tensors.size(); }
int ResultType(Results* results, std::size_t i) { return results->tensors[i].dtype; }
std::size_t ResultRank(Results* results, std::size_t i) { return results->tensors[i].dims.size(); }
const std::int64_t* ResultDims(Results* results, std::size_t i) { return results->tensors[i].dims.data(); }
std::size_t ResultSize(Results* results, std::size_t i) { return results->tensors[i].bytes.size(); }
const void* ResultBytes(Results* results, std::size_t i) { return results->tensors[i].bytes.data(); }
void FreeResults(Results* results) { delete results; }

// The prototype as "name=arity,...|name=arity,...|name=kind,..."; null when the type is unknown.
const char* IrDef(const char* type);

}  // extern "C"

using NamesAndKinds = std::vector<std::pair<ge::AscendString, ge::AscendString>>;
extern "C" ge::Status GetRegisteredIrDef(const char* type, NamesAndKinds& inputs, NamesAndKinds& outputs,
                                         NamesAndKinds& attrs);

// Of an operator that OperatorFactory creates: "name=kind,..."; null for an unknown type.
extern "C" const char* AttrTypes(const char* type) {
  static std::string text;
  std::map<ge::AscendString, ge::AscendString> types;
  const ge::Operator op = ge::OperatorFactory::CreateOperator("an_op", type);
  if (op.GetAllIrAttrNamesAndTypes(types) != ge::GRAPH_SUCCESS) {
    return nullptr;
  }
  text.clear();
  for (const auto& type_of : types) {
    text +=
        (text.empty() ? "" : ",") + std::string(type_of.first.GetString()) + "=" + type_of.second.GetString();
  }
  return text.c_str();
}

extern "C" const char* IrDef(const char* type) {
  static std::string text;
  NamesAndKinds parts[3];
  if (GetRegisteredIrDef(type, parts[0], parts[1], parts[2]) != ge::SUCCESS) {
    return nullptr;
  }
  text.clear();
  for (int part = 0; part < 3; ++part) {
    text += part == 0 ? "" : "|";
    for (std::size_t i = 0; i < parts[part].size(); ++i) {
      text += (i == 0 ? "" : ",") + std::string(parts[part][i].first.GetString()) + "=" +
              parts[part][i].second.GetString();
    }
  }
  return text.c_str();
}
