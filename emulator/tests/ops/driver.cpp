// SPDX-License-Identifier: Apache-2.0
// A C interface to the operator library for ctypes. It links nothing: the library's only symbol is passed in.
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "ge/op_library.h"

namespace {

using cann_emulator::Attribute;
using cann_emulator::Attributes;
using cann_emulator::OpInstance;
using cann_emulator::OpLibrary;
using cann_emulator::Status;
using cann_emulator::Value;
using cann_emulator::ValueDesc;

template <typename T>
std::vector<T> ReadList(std::istream& in) {
  std::vector<T> values;
  for (T value; in >> value;) values.push_back(value);
  return values;
}

Attribute ReadValue(const std::string& kind, std::istream& in) {
  if (kind == "VT_BOOL") return ReadList<int>(in).at(0) != 0;
  if (kind == "VT_INT") return ReadList<std::int64_t>(in).at(0);
  if (kind == "VT_FLOAT") return ReadList<float>(in).at(0);
  if (kind == "VT_DATA_TYPE") return static_cast<ge::DataType>(ReadList<int>(in).at(0));
  if (kind == "VT_LIST_INT") return ReadList<std::int64_t>(in);
  if (kind == "VT_LIST_FLOAT") return ReadList<float>(in);
  if (kind == "VT_LIST_BOOL") {
    std::vector<bool> flags;
    for (const int flag : ReadList<int>(in)) flags.push_back(flag != 0);
    return flags;
  }
  std::string text;
  std::getline(in >> std::ws, text);
  return text;
}

// One line "name kind value..." per attribute.
Attributes ReadAttributes(const char* text) {
  Attributes attrs;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream in(line);
    std::string name, kind;
    in >> name >> kind;
    attrs[name] = ReadValue(kind, in);
  }
  return attrs;
}

thread_local std::string g_text;

struct Inference {
  std::vector<ValueDesc> outputs;
  bool depends_on_value = false;
  Status status;
};

// GE infers on threads of its own while the caller may hold Python's lock, as it does here: inference that
// needs the interpreter would wait for ever.
// A lock rather than a future hands the result over: ThreadSanitizer sees no order in libstdc++'s future.
Inference Infer(const OpLibrary* library, const OpInstance& op, const std::vector<Value>& inputs) {
  struct Handover {
    std::mutex mutex;
    std::condition_variable ready;
    std::optional<Inference> result;
  };
  auto handover = std::make_shared<Handover>();
  std::thread([=] {
    Inference result;
    result.status = library->Infer(op, inputs, &result.outputs, &result.depends_on_value);
    std::lock_guard<std::mutex> lock(handover->mutex);
    handover->result = std::move(result);
    handover->ready.notify_one();
  }).detach();
  std::unique_lock<std::mutex> lock(handover->mutex);
  if (!handover->ready.wait_for(lock, std::chrono::seconds(20),
                                [&] { return handover->result.has_value(); })) {
    return {{}, false, {1, "inference waits for Python"}};
  }
  return *std::move(handover->result);
}

}  // namespace

extern "C" {

struct Tensor {
  int dtype;
  std::int64_t rank;
  const std::int64_t* dims;
  void* data;
  const std::int64_t* strides;  // null: dense
};

using Sink = void* (*)(std::int64_t index, int dtype, std::int64_t rank, const std::int64_t* dims);

// "in <name> <arity>", "out <name> <arity>", "attr <name> <kind>" lines; null for an unknown type.
__attribute__((visibility("default"))) const char* ops_prototype(const OpLibrary* library, const char* type) {
  const auto* prototype = library->Find(type);
  if (prototype == nullptr) return nullptr;
  std::ostringstream text;
  for (const auto& port : prototype->inputs) text << "in " << port.name << " " << int(port.arity) << "\n";
  for (const auto& port : prototype->outputs) text << "out " << port.name << " " << int(port.arity) << "\n";
  for (const auto& attr : prototype->attrs) text << "attr " << attr.name << " " << attr.kind << "\n";
  g_text = text.str();
  return g_text.c_str();
}

__attribute__((visibility("default"))) const char* ops_types(const OpLibrary* library) {
  g_text.clear();
  for (const std::string& type : library->Types()) g_text += type + "\n";
  return g_text.c_str();
}

// Runs (or infers) one operator. Returns null for success, otherwise the message; "" when inference needs a
// value.
__attribute__((visibility("default"))) const char* ops_call(
    const OpLibrary* library, const char* type, const char* attrs, const std::int64_t* input_counts,
    std::int64_t input_ports, const std::int64_t* output_counts, std::int64_t output_ports,
    const Tensor* tensors, std::int64_t tensor_count, bool infer, Sink sink) {
  OpInstance op{type, "node", ReadAttributes(attrs), {}, {}};
  op.input_counts.assign(input_counts, input_counts + input_ports);
  op.output_counts.assign(output_counts, output_counts + output_ports);
  std::vector<Value> inputs;
  for (std::int64_t i = 0; i < tensor_count; ++i) {
    const Tensor& tensor = tensors[i];
    inputs.push_back(
        {{static_cast<ge::DataType>(tensor.dtype), {tensor.dims, tensor.dims + tensor.rank}}, tensor.data});
    if (tensor.strides != nullptr) inputs.back().strides.assign(tensor.strides, tensor.strides + tensor.rank);
  }
  const auto emit = [sink](std::size_t index, const ValueDesc& desc) {
    return sink(static_cast<std::int64_t>(index), desc.dtype, static_cast<std::int64_t>(desc.dims.size()),
                desc.dims.data());
  };
  Status status;
  if (infer) {
    const Inference result = Infer(library, op, inputs);
    status = result.status;
    if (status.ok() && result.depends_on_value) return "";
    for (std::size_t i = 0; status.ok() && i < result.outputs.size(); ++i) emit(i, result.outputs[i]);
  } else {
    status = library->Run(op, inputs, emit);
  }
  if (status.ok()) return nullptr;
  g_text = status.message;
  return g_text.c_str();
}

}  // extern "C"
