// SPDX-License-Identifier: Apache-2.0
#include "aten/ge_operators.h"

#include <ATen/ATen.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ge/op_library.h"
#include "ops/dtype.h"
#include "ops/four_bit.h"

namespace cann_emulator::aten {
namespace {

using c10::IValue;
using torch::jit::Stack;

struct GeOperator {
  const char* type;
  std::map<std::string, std::string> names;  // GE's name -> torch's, where they differ
  std::vector<std::size_t> results;          // GE's outputs in torch's order; empty: as they are
  std::string unless = "";                   // an argument that must be false; empty: none
};

const std::map<std::string, GeOperator>& Table() {
  static const auto* const kTable = new std::map<std::string, GeOperator>{
      {"npu::_npu_rms_norm_backward_quant", {"RmsNormGradQuant", {}, {}}},
      {"npu::npu_add_rms_norm", {"AddRmsNorm", {}, {}}},
      {"npu::npu_add_rms_norm_cast", {"AddRmsNormCast", {}, {}}},
      {"npu::npu_add_rms_norm_dynamic_quant", {"AddRmsNormDynamicQuant", {{"dst_type", "y_dtype"}}, {}}},
      {"npu::npu_add_rms_norm_v2_functional", {"AddRmsNorm", {}, {1, 0, 2}}},
      {"npu::npu_all_gather_quant_mm",
       {"AllGatherMatmulV2",
        {{"x1", "input"}, {"group", "hcom"}, {"rank_size", "world_size"}, {"is_gather_out", "gather_output"}},
        {}}},
      {"npu::npu_anti_quant", {"AscendAntiQuantV2", {{"dst_type", "dst_dtype"}}, {}}},
      {"npu::npu_dynamic_block_mx_quant", {"DynamicBlockMxQuant", {{"x", "input"}}, {}}},
      {"npu::npu_dynamic_block_quant", {"DynamicBlockQuant", {}, {}}},
      {"npu::npu_dynamic_dual_level_mx_quant", {"DynamicDualLevelMxQuant", {{"x", "input"}}, {}}},
      {"npu::npu_dynamic_mx_quant", {"DynamicMxQuant", {{"x", "input"}}, {}}},
      {"npu::npu_dynamic_mx_quant_with_dual_axis", {"DynamicMxQuantWithDualAxis", {{"x", "input"}}, {}}},
      {"npu::npu_dynamic_quant", {"DynamicQuant", {{"x", "input"}}, {}}},
      {"npu::npu_dynamic_quant_asymmetric", {"DynamicQuantV2", {{"x", "input"}}, {}}},
      {"npu::npu_ffn", {"FFN", {}, {}}},
      {"npu::npu_fused_infer_attention_score", {"FusedInferAttentionScore", {}, {}}},
      {"npu::npu_gelu", {"GeluV2", {{"x", "input"}}, {}}},
      {"npu::npu_gelu_backward", {"GeluGradV2", {{"dy", "grad_output"}, {"x", "input"}}, {}}},
      {"npu::npu_group_norm_silu",
       {"GroupNormSilu",
        {{"x", "input"}, {"gamma", "weight"}, {"beta", "bias"}, {"num_groups", "group"}},
        {}}},
      {"npu::npu_incre_flash_attention", {"IncreFlashAttention", {}, {}}},
      {"npu::npu_kronecker_quant", {"FlatQuant", {}, {}}},
      {"npu::npu_masked_softmax_with_rel_pos_bias", {"MaskedSoftmaxWithRelPosBias", {}, {}}},
      {"npu::npu_mm_all_reduce_base", {"MatmulAllReduce", {{"group", "hcom"}}, {}}},
      {"npu::npu_moe_finalize_routing",
       {"MoeFinalizeRoutingV2",
        {{"expanded_x", "expanded_permuted_rows"},
         {"expanded_row_idx", "expanded_src_to_dst_row"},
         {"x1", "skip1"},
         {"x2", "skip2"},
         {"expert_idx", "export_for_source_row"}},
        {}}},
      {"npu::npu_moe_gating_top_k_softmax", {"MoeGatingTopKSoftmax", {}, {}}},
      {"npu::npu_moe_gating_top_k_softmax_v2", {"MoeGatingTopKSoftmaxV2", {}, {}}},
      {"npu::npu_moe_init_routing", {"MoeInitRouting", {}, {}}},
      {"npu::npu_prompt_flash_attention", {"PromptFlashAttention", {}, {}}},
      {"npu::npu_quant_max", {"QuantMax", {{"dst_type", "dst_dtype"}}, {}}},
      {"npu::npu_quant_mm_reduce_scatter",
       {"MatmulReduceScatterV2", {{"x1", "input"}, {"group", "hcom"}, {"rank_size", "world_size"}}, {}}},
      {"npu::npu_quant_scatter", {"QuantUpdateScatter", {{"var", "input"}}, {}}},
      {"npu::npu_quantize",
       {"AscendQuantV2",
        {{"x", "input"}, {"scale", "scales"}, {"offset", "zero_points"}, {"dst_type", "dtype"}},
        {},
        "div_mode"}},
      {"npu::npu_rms_norm", {"RmsNorm", {{"x", "input"}}, {}}},
      {"npu::npu_rms_norm_backward", {"RmsNormGrad", {{"x", "input"}}, {}}},
      {"npu::npu_rotate_quant", {"RotateQuant", {{"y_dtype", "dst_dtype"}}, {}}},
      {"npu::npu_scatter_list", {"ScatterList", {{"var", "input"}, {"indice", "indices"}}, {}}},
      {"npu::npu_swiglu", {"SwiGlu", {{"x", "input"}}, {}}},
      {"npu::npu_swiglu_backward", {"SwiGluGrad", {{"y_grad", "grad_output"}, {"x", "input"}}, {}}},
      {"npu::npu_swiglu_mx_quant", {"SwigluMxQuant", {}, {}}},
      {"npu::npu_trans_quant_param", {"TransQuantParamV2", {}, {}}},
      {"npu::npu_weight_quant_batchmatmul", {"WeightQuantBatchMatmulV2", {}, {}}},
  };
  return *kTable;
}

// torch's number of a dtype, or 256 more than GE's for those that torch lacks.
::ge::DataType DataTypeOf(std::int64_t number) {
  constexpr std::int64_t kOwn = 256;
  if (number >= kOwn) return static_cast<::ge::DataType>(number - kOwn);
  const auto type = static_cast<at::ScalarType>(number);
  return type == at::kQUInt4x2 ? ::ge::DT_INT4 : ops::ToDataType(at::toUnderlying(type));
}

// torch_npu shows types that older versions of torch lack as integers: eight int4 numbers as an int32, two
// float4 numbers and a float8_e8m0 as a byte.
at::Tensor Empty(const ValueDesc& desc) {
  if (ops::IsFourBit(desc.dtype)) {
    const at::Tensor bytes = at::empty(ops::FourBitBytes(desc.dims), at::kByte);
    return desc.dtype == ::ge::DT_INT4 ? bytes.view(at::kInt) : bytes;
  }
  const at::ScalarType type = ops::ToScalarType(desc.dtype);
  return at::empty(desc.dims, type == at::kFloat8_e8m0fnu ? at::kByte : type);
}

class GeCall {
 public:
  GeCall(const c10::OperatorHandle& op, const GeOperator& ge, Stack* stack)
      : op_(op), ge_(ge), stack_(*stack), first_(stack->size() - op.schema().arguments().size()) {}

  void Run() {
    std::string error;
    const OpLibrary* library = LoadOpLibrary(&error);
    TORCH_CHECK(library != nullptr, error);
    const Prototype* prototype = library->Find(ge_.type);
    TORCH_CHECK(prototype != nullptr, "the emulator has no GE operator ", ge_.type);
    instance_.type = ge_.type;
    for (const Prototype::Port& port : prototype->inputs) AddInput(port);
    for (const Prototype::Attr& attr : prototype->attrs) AddAttribute(attr.name);
    for (const Prototype::Port& port : prototype->outputs) {
      instance_.output_counts.push_back(port.arity == Arity::kDynamic ? instance_.input_counts.at(0) : 1);
    }
    CheckTheRest();
    std::vector<ValueDesc> descs;
    bool depends_on_value = false;
    // The operator's rule refuses what its kernel could not compute.
    Require(library->Infer(instance_, values_, &descs, &depends_on_value));
    Require(library->Run(instance_, values_, [this](std::size_t index, const ValueDesc& desc) -> void* {
      if (outputs_.size() <= index) outputs_.resize(index + 1);
      outputs_[index] = Empty(desc);
      return outputs_[index].mutable_data_ptr();
    }));
    ReturnResults();
  }

 private:
  void Require(const Status& status) const {
    TORCH_CHECK(status.ok(), op_.operator_name(), ": ", status.message);
  }

  // The argument of GE's input or attribute; marks it as used.
  const IValue* Argument(const std::string& ge_name) {
    const auto renamed = ge_.names.find(ge_name);
    const std::optional<int> index =
        op_.schema().argumentIndexWithName(renamed == ge_.names.end() ? ge_name : renamed->second);
    if (!index) return nullptr;
    used_.insert(static_cast<std::size_t>(*index));
    const IValue& value = stack_[first_ + static_cast<std::size_t>(*index)];
    return value.isNone() ? nullptr : &value;
  }

  void AddInput(const Prototype::Port& port) {
    const IValue* value = Argument(port.name);
    std::vector<at::Tensor> tensors;
    if (value != nullptr && value->isTensorList()) {
      tensors = value->toTensorVector();
    } else if (value != nullptr && value->isIntList()) {
      tensors.push_back(at::tensor(value->toIntVector(), at::kLong));
    } else if (value != nullptr) {
      TORCH_CHECK(value->isTensor(), op_.operator_name(), ": argument ", port.name,
                  " is not emulated: expected None, got ", *value);
      if (value->toTensor().defined()) tensors.push_back(value->toTensor());
    }
    instance_.input_counts.push_back(tensors.size());
    for (const at::Tensor& tensor : tensors) {
      kept_.push_back(tensor.contiguous());
      values_.push_back({{ops::ToDataType(tensor.scalar_type()), tensor.sizes().vec()},
                         const_cast<void*>(kept_.back().const_data_ptr())});
    }
  }

  void AddAttribute(const std::string& name) {
    const IValue* value = Argument(name);
    if (value == nullptr) return;
    Attribute& attribute = instance_.attrs[name];
    if (name == "dst_type" || name == "dst_dtype" || name == "y_dtype") {
      attribute = static_cast<std::int64_t>(DataTypeOf(value->toInt()));
    } else if (value->isBool()) {
      attribute = value->toBool();
    } else if (value->isInt()) {
      attribute = value->toInt();
    } else if (value->isDouble()) {
      attribute = static_cast<float>(value->toDouble());
    } else if (value->isString()) {
      attribute = value->toStringRef();
    } else if (value->isBoolList()) {
      const c10::List<bool> list = value->toBoolList();
      attribute = std::vector<bool>(list.begin(), list.end());
    } else {
      TORCH_CHECK(false, op_.operator_name(), ": argument ", name, " is not emulated: ", *value);
    }
  }

  void CheckTheRest() const {
    const auto& arguments = op_.schema().arguments();
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const IValue& value = stack_[first_ + i];
      if (used_.count(i) != 0 || value.isNone()) continue;
      if (arguments[i].name() == ge_.unless) continue;
      // The type of what is read follows from its tensor.
      if (arguments[i].name() == "src_dtype" || arguments[i].name() == "inner_precise") continue;
      // So does that of what is changed.
      if (arguments[i].name() == "dst_type" && DataTypeOf(value.toInt()) == values_.at(0).desc.dtype)
        continue;
      const std::optional<IValue>& standard = arguments[i].default_value();
      TORCH_CHECK(standard && *standard == value, op_.operator_name(), ": argument ", arguments[i].name(),
                  " is not emulated but for its default, got ", value);
    }
  }

  void ReturnResults() {
    torch::jit::drop(stack_, op_.schema().arguments().size());
    const auto& returns = op_.schema().returns();
    if (returns.size() == 1 && returns[0].type()->kind() == c10::TypeKind::ListType) {
      stack_.emplace_back(c10::List<at::Tensor>(outputs_));
      return;
    }
    for (std::size_t i = 0; i < returns.size(); ++i) {
      stack_.emplace_back(outputs_.at(ge_.results.empty() ? i : ge_.results.at(i)));
    }
  }

  const c10::OperatorHandle& op_;
  const GeOperator& ge_;
  Stack& stack_;
  std::size_t first_;
  OpInstance instance_;
  std::vector<Value> values_;
  std::vector<at::Tensor> kept_;  // what `values_` point into
  std::vector<at::Tensor> outputs_;
  std::set<std::size_t> used_;
};

}  // namespace

bool HasGeOperator(const c10::OperatorHandle& op) { return Table().count(op.operator_name().name) != 0; }

bool ServedByGe(const c10::OperatorHandle& op, const Stack& stack) {
  const std::string& unless = Table().at(op.operator_name().name).unless;
  if (unless.empty()) return true;
  const auto& arguments = op.schema().arguments();
  const auto index = static_cast<std::size_t>(*op.schema().argumentIndexWithName(unless));
  return !torch::jit::peek(stack, index, arguments.size()).toBool();
}

void ComputeByGeOperator(const c10::OperatorHandle& op, Stack* stack) {
  GeCall(op, Table().at(op.operator_name().name), stack).Run();
}

}  // namespace cann_emulator::aten
