// SPDX-License-Identifier: Apache-2.0
// A custom operator that prepares something when it is compiled and carries it in offline models.
#include <acl/acl.h>
#include <graph/custom_op.h>
#include <graph/operator_reg.h>

#include <cstring>
#include <memory>

namespace {

int compilations = 0;

struct GainArguments {
  float gain;
  const float* x;
  float* y;
  std::int64_t count;
};

void GainKernel(void* data) {
  const std::unique_ptr<GainArguments> arguments(static_cast<GainArguments*>(data));
  for (std::int64_t i = 0; i < arguments->count; ++i) {
    arguments->y[i] = arguments->gain * arguments->x[i];
  }
}

}  // namespace

extern "C" int Compilations() { return compilations; }

namespace ge {

// y = gain * x, float32. Compile reads the gain, a constant; Execute knows what Compile or Deserialize kept.
class TestGain : public EagerExecuteOp, public ShapeInferOp, public CompilableOp, public PortableOp {
 public:
  graphStatus Compile(gert::OpCompileContext* ctx) override {
    ++compilations;
    const gert::Tensor* gain = ctx->GetRequiredInputTensor(1);
    AscendString option;
    if (gain == nullptr || gain->GetAddr() == nullptr || ctx->GetInputTensor(2) != nullptr ||
        ctx->GetOption("no.such.option", option) == GRAPH_SUCCESS) {
      return GRAPH_FAILED;
    }
    gain_ = *gain->GetData<float>();
    return GRAPH_SUCCESS;
  }
  graphStatus Serialize(std::vector<std::uint8_t>& buffer) override {
    buffer.resize(sizeof(gain_));
    std::memcpy(buffer.data(), &gain_, sizeof(gain_));
    return GRAPH_SUCCESS;
  }
  graphStatus Deserialize(const std::vector<std::uint8_t>& buffer) override {
    if (buffer.size() != sizeof(gain_)) {
      return GRAPH_FAILED;
    }
    std::memcpy(&gain_, buffer.data(), sizeof(gain_));
    return GRAPH_SUCCESS;
  }
  graphStatus Execute(gert::EagerOpExecutionContext* ctx) override {
    const gert::Tensor* x = ctx->GetInputTensor(0);
    gert::Tensor* y = ctx->MallocOutputTensor(0, x->GetShape(), x->GetFormat(), x->GetDataType());
    if (y == nullptr) {
      return GRAPH_FAILED;
    }
    aclrtLaunchHostFunc(
        ctx->GetStream(), GainKernel,
        new GainArguments{gain_, x->GetData<float>(), y->GetData<float>(), x->GetShapeSize()});
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
  float gain_ = 0;
};

REG_OP(TestGain)
    .INPUT(x, TensorType({DT_FLOAT}))
    .INPUT(gain, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(TestGain) REG_AUTO_MAPPING_OP(TestGain)

}  // namespace ge
