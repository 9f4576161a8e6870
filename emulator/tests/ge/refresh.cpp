// SPDX-License-Identifier: Apache-2.0
// Operators of CANN 9.2 that write their tensors' addresses into the arguments of their launches. Their
// kernels find the addresses in device memory.
#include <acl/acl.h>
#include <graph/custom_op.h>
#include <graph/operator_reg.h>

#include <cstring>
#include <string>

#include "acl/runtime.h"

namespace {

struct Addresses {
  const float* x;
  const float* y;
  float* z;
};

// z = x + y
void LaunchAdd(const void* args, std::int64_t count, void* stream) {
  cann_emulator::EnqueueTask(stream, "add", [=] {
    Addresses at;
    std::memcpy(&at, args, sizeof(at));
    for (std::int64_t i = 0; i < count; ++i) {
      at.z[i] = at.x[i] + at.y[i];
    }
    return cann_emulator::Status{};
  });
}

template <typename Context>
Addresses AddressesOf(const Context* ctx) {
  const gert::Tensor* z = ctx->GetOutputTensor(0);
  return {ctx->GetInputTensor(0)->template GetData<float>(),
          ctx->GetInputTensor(1)->template GetData<float>(),
          static_cast<float*>(const_cast<void*>(static_cast<const void*>(z->GetAddr())))};
}

}  // namespace

namespace ge {

class Refreshing : public EagerExecuteOp, public ShapeInferOp, public ArgsUpdater {
 public:
  graphStatus Execute(gert::EagerOpExecutionContext* ctx) override {
    const gert::Tensor* x = ctx->GetInputTensor(0);
    const std::string kind = Kind(ctx);
    gert::Tensor* z = MakeOutput(ctx, kind);
    if (z == nullptr) {
      return GRAPH_FAILED;
    }
    const std::size_t size = x->GetShapeSize() * sizeof(float);
    if (kind == "places none" || kind == "keeps one") {
      aclrtMemcpyAsync(z->GetAddr(), size, x->GetAddr(), size, ACL_MEMCPY_DEVICE_TO_DEVICE, ctx->GetStream());
    }
    if (kind == "places none") {
      return GRAPH_SUCCESS;
    }
    Addresses at = AddressesOf(ctx);
    const gert::KernelArgs* args = ctx->MallocReadOnlyDevArgs(&at, sizeof(at));
    if (args == nullptr || args->GetSize() != sizeof(at)) {
      return GRAPH_FAILED;
    }
    LaunchAdd(args->GetArgsData(), x->GetShapeSize(), ctx->GetStream());
    return GRAPH_SUCCESS;
  }

  graphStatus UpdateHostArgs(gert::UpdateArgsContext* ctx) override {
    const std::string kind = Kind(ctx);
    if (kind == "fails") {
      aclAppLog(ACL_ERROR, "UpdateHostArgs", __FILE__, __LINE__, "said by the operator");
      return GRAPH_FAILED;
    }
    const gert::KernelArgs* args =
        ctx->GetKernelArgs(gert::Placement::kPlacementHost, kind == "wrong index" ? 3 : 0);
    if (args == nullptr) {
      return kind == "wrong index" ? GRAPH_SUCCESS : GRAPH_FAILED;  // need not have noticed
    }
    const Addresses at = AddressesOf(ctx);
    std::memcpy(const_cast<void*>(args->GetArgsData()), &at, kind == "forgets one" ? 8 : sizeof(at));
    return GRAPH_SUCCESS;
  }

  graphStatus InferShape(gert::InferShapeContext* ctx) override {
    *ctx->GetOutputShape(0) = *ctx->GetInputShape(0);
    return GRAPH_SUCCESS;
  }
  graphStatus InferDataType(gert::InferDataTypeContext* ctx) override {
    return ctx->SetOutputDataType(0, ctx->GetInputDataType(0));
  }

 private:
  virtual gert::Tensor* MakeOutput(gert::EagerOpExecutionContext* ctx, const std::string& kind) const {
    if (kind == "shares") {
      return ctx->MakeOutputRefInput(0, 0);
    }
    const gert::Tensor* x = ctx->GetInputTensor(0);
    return ctx->MallocOutputTensor(0, x->GetShape(), x->GetFormat(), x->GetDataType());
  }
  template <typename Context>
  static std::string Kind(const Context* ctx) {
    return ctx->GetAttrs()->GetStr(0);
  }
};

class RefreshAdd : public Refreshing {};

REG_OP(RefreshAdd)
    .INPUT(x, TensorType({DT_FLOAT}))
    .INPUT(y, TensorType({DT_FLOAT}))
    .OUTPUT(z, TensorType({DT_FLOAT}))
    .ATTR(kind, String, "")
    .OP_END_FACTORY_REG(RefreshAdd);
REG_AUTO_MAPPING_OP(RefreshAdd);

// x += y
class RefreshAddInplace : public Refreshing {
  gert::Tensor* MakeOutput(gert::EagerOpExecutionContext* ctx, const std::string&) const override {
    return ctx->MakeOutputRefInput(0, 0);
  }
};

REG_OP(RefreshAddInplace)
    .INPUT(x, TensorType({DT_FLOAT}))
    .INPUT(y, TensorType({DT_FLOAT}))
    .OUTPUT(x, TensorType({DT_FLOAT}))
    .ATTR(kind, String, "")
    .OP_END_FACTORY_REG(RefreshAddInplace);
REG_AUTO_MAPPING_OP(RefreshAddInplace);

}  // namespace ge
