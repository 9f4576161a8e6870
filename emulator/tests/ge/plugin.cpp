// SPDX-License-Identifier: Apache-2.0
// Custom operators for the tests, written as a plugin is. Their kernels are put on the stream as a launch
// puts them there.
#include <acl/acl.h>
#include <graph/custom_op.h>
#include <graph/operator_reg.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>

#define __NPU_ARCH__ 2201
#include <ascendc/launch.h>

#include "acl/runtime.h"

namespace {

std::string recorded;
std::atomic<int> executions{0};

void LaunchAdd(const float* x, const float* y, float* z, std::int64_t count, void* stream) {
  cann_emulator::EnqueueTask(stream, "add", [=] {
    for (std::int64_t i = 0; i < count; ++i) {
      z[i] = x[i] + y[i];
    }
    return cann_emulator::Status{};
  });
}

// A kernel's parameter with padding.
struct Tiling {
  std::int64_t count;
  char number;
};

void FillKernel(float* to, Tiling tiling) {
  for (std::int64_t i = 0; i < tiling.count; ++i) {
    to[i] = tiling.number;
  }
}

void LaunchFill(float* to, std::int64_t count, int number, std::int64_t blocks, void* stream) {
  Tiling tiling;
  std::memset(&tiling, std::rand(), sizeof(tiling));  // the padding is anything
  tiling.count = count;
  tiling.number = static_cast<char>(number);
  cann_emulator::ascendc::Launch("fill", FillKernel, blocks, stream)(to, tiling);
}

}  // namespace

extern "C" const char* Recorded() { return recorded.c_str(); }
extern "C" int Executions() { return executions; }

namespace ge {

// z = x + y, float32
class TestAdd : public EagerExecuteOp, public ShapeInferOp {
 public:
  graphStatus Execute(gert::EagerOpExecutionContext* ctx) override {
    ++executions;
    const gert::Tensor* x = ctx->GetInputTensor(0);
    const gert::Tensor* y = ctx->GetInputTensor(1);
    if (x == nullptr || y == nullptr || ctx->GetInputTensor(2) != nullptr) {
      return GRAPH_FAILED;
    }
    gert::Tensor* z = ctx->MallocOutputTensor(0, x->GetShape(), x->GetFormat(), x->GetDataType());
    if (z == nullptr) {
      return GRAPH_FAILED;
    }
    LaunchAdd(x->GetData<float>(), y->GetData<float>(), z->GetData<float>(), x->GetShapeSize(),
              ctx->GetStream());
    return GRAPH_SUCCESS;
  }
  graphStatus InferShape(gert::InferShapeContext* ctx) override {
    *ctx->GetOutputShape(0) = *ctx->GetInputShape(0);
    return GRAPH_SUCCESS;
  }
  graphStatus InferDataType(gert::InferDataTypeContext* ctx) override {
    return ctx->SetOutputDataType(0, ctx->GetInputDataType(0));
  }
};

REG_OP(TestAdd)
    .INPUT(x, TensorType({DT_FLOAT, DT_INT32}))
    .INPUT(y, TensorType({DT_FLOAT, DT_INT32}))
    .OUTPUT(z, TensorType({DT_FLOAT, DT_INT32}))
    .OP_END_FACTORY_REG(TestAdd);
REG_AUTO_MAPPING_OP(TestAdd);

// Writes what Execute sees of attributes and ports to Recorded().
class TestRecord : public EagerExecuteOp, public ShapeInferOp {
 public:
  graphStatus Execute(gert::EagerOpExecutionContext* ctx) override;
  graphStatus InferShape(gert::InferShapeContext* ctx) override {
    std::ostringstream text;
    const gert::Shape* shape = ctx->GetInputShape(0);
    for (std::size_t i = 0; i < shape->GetDimNum(); ++i) {
      text << (i == 0 ? "" : ",") << shape->GetDim(i);
    }
    recorded = text.str();
    *ctx->GetOutputShape(0) = *shape;
    return GRAPH_SUCCESS;
  }
  graphStatus InferDataType(gert::InferDataTypeContext* ctx) override {
    return ctx->SetOutputDataType(0, ctx->GetRequiredInputDataType(0));
  }
};

namespace {

template <typename T>
void WriteList(std::ostream& out, const gert::ContinuousVector* list) {
  const auto* elements = static_cast<const T*>(list->GetData());
  out << '[';
  for (std::size_t i = 0; i < list->GetSize(); ++i) {
    out << (i == 0 ? "" : ",") << elements[i];
  }
  out << ']';
}

template <typename T>
void WriteLists(std::ostream& out, const gert::ContinuousVectorVector* lists) {
  out << '[';
  for (std::size_t i = 0; i < lists->GetSize(); ++i) {
    out << (i == 0 ? "" : ",");
    WriteList<T>(out, lists->Get(i));
  }
  out << ']';
}

}  // namespace

graphStatus TestRecord::Execute(gert::EagerOpExecutionContext* ctx) {
  const gert::RuntimeAttrs* attrs = ctx->GetAttrs();
  std::ostringstream text;
  text << ctx->GetNodeType() << ' ' << ctx->GetNodeName() << ' ' << ctx->GetComputeNodeInputNum() << ' ';
  text << (ctx->GetOptionalInputTensor(1) == nullptr ? "absent" : "present") << ' ';
  std::size_t dynamic = 0;
  while (ctx->GetDynamicInputTensor(2, dynamic) != nullptr) {
    text << ctx->GetDynamicInputTensor(2, dynamic)->GetShapeSize() << ';';
    ++dynamic;
  }
  text << dynamic << " int=" << *attrs->GetInt(0) << " float=" << *attrs->GetFloat(1)
       << " bool=" << *attrs->GetBool(2) << " str=" << attrs->GetStr(3)
       << " type=" << *attrs->GetAttrPointer<DataType>(4) << " ints=";
  WriteList<std::int64_t>(text, attrs->GetListInt(5));
  text << " floats=";
  WriteList<float>(text, attrs->GetListFloat(6));
  text << " bools=";
  WriteList<bool>(text, attrs->GetListBool(7));
  text << " intss=";
  WriteLists<std::int64_t>(text, attrs->GetListListInt(8));
  text << " floatss=";
  WriteLists<float>(text, attrs->GetListListFloat(9));
  const auto* strings = attrs->GetAttrPointer<gert::ContinuousVector>(10);
  const char* string = static_cast<const char*>(strings->GetData());
  for (std::size_t i = 0; i < strings->GetSize(); ++i) {
    text << " s=" << string;
    string += std::strlen(string) + 1;
  }
  text << " beyond=" << (attrs->GetInt(11) == nullptr ? "null" : "?");
  recorded = text.str();
  return ctx->MakeOutputRefInput(0, 0) == nullptr ? GRAPH_FAILED : GRAPH_SUCCESS;
}

REG_OP(TestRecord)
    .INPUT(x, T)
    .OPTIONAL_INPUT(bias, TensorType::ALL())
    .DYNAMIC_INPUT(parts, T)
    .OUTPUT(y, T)
    .ATTR(an_int, Int, 7)
    .ATTR(a_float, Float, 0.5f)
    .ATTR(a_bool, Bool, true)
    .ATTR(a_string, String, "default")
    .ATTR(a_type, Type, DT_BF16)
    .ATTR(ints, ListInt, {1, 2})
    .ATTR(floats, ListFloat, {1.5f})
    .ATTR(bools, ListBool, {true, false})
    .ATTR(int_lists, ListListInt, {{1}, {2, 3}})
    .ATTR(float_lists, ListListFloat, {})
    .ATTR(strings, ListString, {"a", "bc"})
    .DATATYPE(T, TensorType({DT_FLOAT, DT_INT64}))
    .OP_END_FACTORY_REG(TestRecord) REG_AUTO_MAPPING_OP(TestRecord)

    // What happens once for each Execute, not once for each step of a graph whose launches are replayed.
    graphStatus
    ActOncePerExecute(const std::string& kind, const gert::Tensor* x, gert::Tensor* y, void* stream) {
  static float host[64] = {};
  static int calls = 0;
  const std::size_t size = x->GetShapeSize() * sizeof(float);
  void* const to = y->GetAddr();
  const void* const from = x->GetAddr();
  aclrtStream other = nullptr;
  aclrtEvent event = nullptr;
  aclError code = ACL_ERROR_INVALID_PARAM;
  if (kind == "waits") {
    code = aclrtSynchronizeStream(stream);
  } else if (kind == "reads_device") {
    code = aclrtMemcpy(host, sizeof(host), from, size, ACL_MEMCPY_DEVICE_TO_HOST);
  } else if (kind == "reads_host") {
    code = aclrtMemcpyAsync(to, size, host, size, ACL_MEMCPY_HOST_TO_DEVICE, stream);
  } else if (kind == "other_stream") {
    aclrtCreateStream(&other);
    code = aclrtMemcpyAsync(to, size, from, size, ACL_MEMCPY_DEVICE_TO_DEVICE, other);
    aclrtSynchronizeStream(other);  // the copy on the execution's stream writes the same bytes
  } else if (kind == "records_event") {
    aclrtCreateEvent(&event);
    code = aclrtRecordEvent(event, stream);
  } else if (kind == "host_function") {
    code = aclrtLaunchHostFunc(stream, [](void*) {}, nullptr);
  } else if (kind == "counts_in_an_argument") {
    code = aclrtMemsetAsync(to, size, ++calls, size, stream);
  } else if (kind == "counts_in_launches") {
    code = ++calls % 2 == 0 ? ACL_SUCCESS : aclrtMemsetAsync(to, size, 0, size, stream);
  } else if (kind == "uses_memory_of_its_own") {
    void* own = nullptr;
    aclrtMalloc(&own, size, ACL_MEM_MALLOC_HUGE_FIRST);
    code = aclrtMemcpyAsync(own, size, from, size, ACL_MEMCPY_DEVICE_TO_DEVICE, stream);
  } else if (kind == "counts_in_a_tiling" || kind == "counts_blocks" || kind == "repeats") {
    const int number = kind == "counts_in_a_tiling" ? ++calls : 7;
    const int blocks = kind == "counts_blocks" ? 1 + ++calls % 2 : 1;
    LaunchFill(static_cast<float*>(to), x->GetShapeSize(), number, blocks, stream);
    code = ACL_SUCCESS;
  }
  if (code == ACL_SUCCESS && kind != "waits") {
    code = aclrtMemcpyAsync(to, size, from, size, ACL_MEMCPY_DEVICE_TO_DEVICE, stream);
  }
  if (other != nullptr) {
    aclrtDestroyStream(other);
  }
  if (event != nullptr) {
    aclrtDestroyEvent(event);
  }
  return code == ACL_SUCCESS ? GRAPH_SUCCESS : GRAPH_FAILED;
}

// Faults, chosen by an attribute.
class TestFault : public EagerExecuteOp, public ShapeInferOp {
 public:
  graphStatus Execute(gert::EagerOpExecutionContext* ctx) override {
    const std::string kind = ctx->GetAttrs()->GetStr(0);
    const gert::Tensor* x = ctx->GetInputTensor(0);
    if (kind == "no_output") {
      return GRAPH_SUCCESS;
    }
    if (kind == "throws") {
      throw std::runtime_error("thrown by the test");
    }
    if (kind == "wrong_dtype") {
      ctx->MallocOutputTensor(0, x->GetShape(), x->GetFormat(), DT_DOUBLE);
      return GRAPH_SUCCESS;
    }
    if (kind == "wrong_shape") {
      ctx->MallocOutputTensor(0, gert::StorageShape({3, 3}, {3, 3}), x->GetFormat(), x->GetDataType());
      return GRAPH_SUCCESS;
    }
    if (kind == "wrong_index") {
      ctx->MallocOutputTensor(4, x->GetShape(), x->GetFormat(), x->GetDataType());
    }
    if (gert::Tensor* y = ctx->MallocOutputTensor(0, x->GetShape(), x->GetFormat(), x->GetDataType())) {
      return ActOncePerExecute(kind, x, y, ctx->GetStream());
    }
    return GRAPH_FAILED;
  }
  graphStatus InferShape(gert::InferShapeContext* ctx) override {
    if (std::strcmp(ctx->GetAttrs()->GetStr(0), "infer") == 0) {
      return GRAPH_FAILED;
    }
    *ctx->GetOutputShape(0) = *ctx->GetInputShape(0);
    return GRAPH_SUCCESS;
  }
  graphStatus InferDataType(gert::InferDataTypeContext* ctx) override {
    return ctx->SetOutputDataType(0, ctx->GetInputDataType(0));
  }
};

REG_OP(TestFault)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .REQUIRED_ATTR(kind, String)
    .OP_END_FACTORY_REG(TestFault) REG_AUTO_MAPPING_OP(TestFault)

    // A prototype without implementation, and one whose types are misspelt.
    REG_OP(TestPrototypeOnly)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(TestPrototypeOnly) REG_OP(TestMisspelt)
    .INPUT(x, TensorType({DT_FLOTA}))
    .OUTPUT(y, DT_FLOAT)
    .OP_END_FACTORY_REG(TestMisspelt)

    // Two outputs, of a dynamic port, without shape inference: sized by Execute.
    class TestSplit : public EagerExecuteOp {
 public:
  graphStatus Execute(gert::EagerOpExecutionContext* ctx) override {
    const gert::Tensor* x = ctx->GetInputTensor(0);
    for (std::size_t i = 0; i < ctx->GetComputeNodeOutputNum(); ++i) {
      gert::StorageShape shape;
      shape.MutableOriginShape() = gert::Shape({static_cast<std::int64_t>(i + 1)});
      shape.MutableStorageShape() = shape.GetOriginShape();
      gert::Tensor* y = ctx->MallocOutputTensor(i, shape, x->GetFormat(), x->GetDataType());
      if (y == nullptr) {
        return GRAPH_FAILED;
      }
      aclrtMemcpyAsync(y->GetAddr(), (i + 1) * sizeof(float), x->GetAddr(), (i + 1) * sizeof(float),
                       ACL_MEMCPY_DEVICE_TO_DEVICE, ctx->GetStream());
    }
    return GRAPH_SUCCESS;
  }
};

REG_OP(TestSplit)
    .INPUT(x, TensorType({DT_FLOAT}))
    .DYNAMIC_OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(TestSplit) REG_AUTO_MAPPING_OP(TestSplit)

}  // namespace ge
