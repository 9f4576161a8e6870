// SPDX-License-Identifier: Apache-2.0
// Operators of CANN 9.2 that write their tensors' addresses into the arguments of their launches, or declare
// where these are. Their kernels find the addresses in device memory.
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

struct Arguments {
  Addresses at;
  float* scratch;
  std::int64_t count;
};

// z = x + y
void LaunchAdd(const void* address, void* stream) {
  cann_emulator::EnqueueTask(stream, "add", [=] {
    Arguments args;
    std::memcpy(&args, address, sizeof(args));
    for (std::int64_t i = 0; i < args.count; ++i) {
      args.scratch[i] = args.at.x[i] + args.at.y[i];
    }
    for (std::int64_t i = 0; i < args.count; ++i) {
      args.at.z[i] = args.scratch[i];
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

class Launching : public EagerExecuteOp, public ShapeInferOp {
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
    Arguments host = {AddressesOf(ctx), static_cast<float*>(ctx->MallocWorkSpace(size)), x->GetShapeSize()};
    if (kind == "skips one") {
      host = {{host.at.x + 1, host.at.y + 1, host.at.z + 1}, host.scratch, host.count - 1};
    }
    const gert::KernelArgs* args = ctx->MallocReadOnlyDevArgs(&host, sizeof(host));
    if (args == nullptr || args->GetSize() != sizeof(host)) {
      return GRAPH_FAILED;
    }
    LaunchAdd(args->GetArgsData(), ctx->GetStream());
    return GRAPH_SUCCESS;
  }

  graphStatus InferShape(gert::InferShapeContext* ctx) override {
    *ctx->GetOutputShape(0) = *ctx->GetInputShape(0);
    return GRAPH_SUCCESS;
  }
  graphStatus InferDataType(gert::InferDataTypeContext* ctx) override {
    return ctx->SetOutputDataType(0, ctx->GetInputDataType(0));
  }

 protected:
  template <typename Context>
  static std::string Kind(const Context* ctx) {
    return ctx->GetAttrs()->GetStr(0);
  }

 private:
  virtual gert::Tensor* MakeOutput(gert::EagerOpExecutionContext* ctx, const std::string& kind) const {
    if (kind == "shares") {
      return ctx->MakeOutputRefInput(0, 0);
    }
    const gert::Tensor* x = ctx->GetInputTensor(0);
    return ctx->MallocOutputTensor(0, x->GetShape(), x->GetFormat(), x->GetDataType());
  }
};

class Refreshing : public Launching, public ArgsUpdater {
 public:
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
template <typename Base>
class Inplace : public Base {
  gert::Tensor* MakeOutput(gert::EagerOpExecutionContext* ctx, const std::string&) const override {
    return ctx->MakeOutputRefInput(0, 0);
  }
};

class RefreshAddInplace : public Inplace<Refreshing> {};

REG_OP(RefreshAddInplace)
    .INPUT(x, TensorType({DT_FLOAT}))
    .INPUT(y, TensorType({DT_FLOAT}))
    .OUTPUT(x, TensorType({DT_FLOAT}))
    .ATTR(kind, String, "")
    .OP_END_FACTORY_REG(RefreshAddInplace);
REG_AUTO_MAPPING_OP(RefreshAddInplace);

class Annotated : public Launching, public AnnotatedArgsOp {
 public:
  graphStatus DeclareLaunchArgs(gert::AnnotatedArgsContext* ctx) override {
    const std::string kind = Kind(ctx);
    if (kind == "fails") {
      aclAppLog(ACL_ERROR, "DeclareLaunchArgs", __FILE__, __LINE__, "said by the operator");
      return GRAPH_FAILED;
    }
    // What is wrong need not be noticed by the operator.
    ctx->AnnotateInput(kind == "no such arguments" ? 1 : 0, kind == "no such slot" ? 5 : 0, 0);
    ctx->AnnotateInput(0, kind == "slot of another" ? 0 : 1, kind == "no such input" ? 2 : 1);
    if (kind != "forgets one") {
      ctx->AnnotateOutput(0, kind == "a value" ? 4 : 2, kind == "no such output" ? 1 : 0);
    }
    ctx->AnnotateWorkspace(0, 3, kind == "no such workspace" ? 1 : 0);
    return kind == "twice" ? ctx->AnnotateInput(0, 0, 0) : GRAPH_SUCCESS;
  }
};

class AnnotatedAdd : public Annotated {};

REG_OP(AnnotatedAdd)
    .INPUT(x, TensorType({DT_FLOAT}))
    .INPUT(y, TensorType({DT_FLOAT}))
    .OUTPUT(z, TensorType({DT_FLOAT}))
    .ATTR(kind, String, "")
    .OP_END_FACTORY_REG(AnnotatedAdd);
REG_AUTO_MAPPING_OP(AnnotatedAdd);

class AnnotatedAddInplace : public Inplace<Annotated> {};

REG_OP(AnnotatedAddInplace)
    .INPUT(x, TensorType({DT_FLOAT}))
    .INPUT(y, TensorType({DT_FLOAT}))
    .OUTPUT(x, TensorType({DT_FLOAT}))
    .ATTR(kind, String, "")
    .OP_END_FACTORY_REG(AnnotatedAddInplace);
REG_AUTO_MAPPING_OP(AnnotatedAddInplace);

class BothWaysAdd : public Refreshing, public AnnotatedArgsOp {
 public:
  graphStatus DeclareLaunchArgs(gert::AnnotatedArgsContext*) override { return GRAPH_SUCCESS; }
};

REG_OP(BothWaysAdd)
    .INPUT(x, TensorType({DT_FLOAT}))
    .INPUT(y, TensorType({DT_FLOAT}))
    .OUTPUT(z, TensorType({DT_FLOAT}))
    .ATTR(kind, String, "")
    .OP_END_FACTORY_REG(BothWaysAdd);
REG_AUTO_MAPPING_OP(BothWaysAdd);

}  // namespace ge
