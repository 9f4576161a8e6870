// SPDX-License-Identifier: Apache-2.0
// Offsets of the public types, checked through their accessors: a plugin compiled elsewhere relies on them.
#include <exe_graph/runtime/eager_op_execution_context.h>
#include <exe_graph/runtime/infer_datatype_context.h>
#include <exe_graph/runtime/infer_shape_context.h>
#include <ge/ge_allocator.h>
#include <graph/custom_op.h>
#include <graph/operator_factory.h>

#include <cstring>
#include <string>

static_assert(sizeof(ge::BaseCustomOp) == 8 && sizeof(ge::EagerExecuteOp) == 8 &&
              sizeof(ge::ShapeInferOp) == 8);
static_assert(sizeof(ge::CustomOpCreatorRegister) == 1 && sizeof(ge::OperatorCreatorRegister) == 1);

namespace {

template <typename T>
T At(const void* object, std::size_t offset) {
  T value;
  std::memcpy(&value, static_cast<const char*>(object) + offset, sizeof(T));
  return value;
}

std::string failures;

template <typename T>
void Expect(const char* what, const void* object, std::size_t offset, T expected) {
  if (At<T>(object, offset) != expected) {
    failures += std::string(what) + " is not at " + std::to_string(offset) + "\n";
  }
}

class NoAllocator : public ge::Allocator {
 public:
  ge::MemBlock* Malloc(std::size_t) override { return nullptr; }
  void Free(ge::MemBlock*) override {}
};

void CheckTensor() {
  gert::Tensor tensor;
  tensor.MutableOriginShape() = gert::Shape({7});
  tensor.MutableStorageShape() = gert::Shape({8, 9});
  tensor.SetOriginFormat(ge::FORMAT_NHWC);
  tensor.SetStorageFormat(ge::FORMAT_HWCN);
  tensor.SetDataType(ge::DT_BF16);
  tensor.MutableTensorData().SetAddr(&tensor, nullptr);
  tensor.SetSize(77);
  tensor.SetPlacement(gert::kOnDeviceP2p);
  Expect<std::size_t>("Shape::dim_num", &tensor, 0, 1);
  Expect<std::int64_t>("Shape::dims", &tensor, 8, 7);
  Expect<std::size_t>("StorageShape::storage", &tensor, 248, 2);
  Expect<std::int64_t>("StorageShape::storage dims", &tensor, 264, 9);
  Expect<int>("StorageFormat::origin", &tensor, 536, ge::FORMAT_NHWC);
  Expect<int>("StorageFormat::storage", &tensor, 540, ge::FORMAT_HWCN);
  Expect<int>("Tensor::dtype", &tensor, 636, ge::DT_BF16);
  Expect<const void*>("TensorData::addr", &tensor, 640, &tensor);
  Expect<std::size_t>("TensorData::size", &tensor, 656, 77);
  Expect<int>("TensorData::placement", &tensor, 664, gert::kOnDeviceP2p);
}

void CheckNodeInfo() {
  alignas(8) unsigned char memory[4096] = {};
  auto* info = reinterpret_cast<gert::ComputeNodeInfo*>(memory);
  info->Init("type", "name", {2, 3, 1, 1, 64});
  Expect<std::size_t>("ComputeNodeInfo::ir_inputs_num", info, 16, 2);
  Expect<std::size_t>("ComputeNodeInfo::inputs_num", info, 24, 3);
  Expect<std::size_t>("ComputeNodeInfo::outputs_num", info, 32, 1);
  Expect<std::size_t>("ComputeNodeInfo::ir_outputs_num", info, 40, 1);
  Expect<std::size_t>("ComputeNodeInfo::runtime_attr_size", info, 48, 64);
  const auto offset = [&](const void* part) { return static_cast<const unsigned char*>(part) - memory; };
  if (offset(info->GetInputInstanceInfo(1)) != 80 + 48 || offset(info->GetInputTdInfo(0)) != 80 + 2 * 48 ||
      offset(info->GetOutputTdInfo(0)) != 80 + 2 * 48 + 3 * 144 ||
      offset(info->GetAttrs()) != 80 + 2 * 48 + 4 * 144 ||
      offset(info->GetOutputInstanceInfo(0)) != 80 + 2 * 48 + 4 * 144 + 64) {
    failures += "ComputeNodeInfo's parts do not follow each other\n";
  }
}

void CheckBlock() {
  NoAllocator allocator;
  int memory = 0;
  ge::MemBlock block(allocator, &memory, 5);
  Expect<const void*>("MemBlock::allocator", &block, 8, &allocator);
  Expect<const void*>("MemBlock::addr", &block, 16, &memory);
  Expect<std::size_t>("MemBlock::count", &block, 24, 1);
  Expect<std::size_t>("MemBlock::size", &block, 32, 5);
}

}  // namespace

extern "C" const char* LayoutFailures() {
  failures.clear();
  CheckTensor();
  CheckNodeInfo();
  CheckBlock();
  return failures.c_str();
}
