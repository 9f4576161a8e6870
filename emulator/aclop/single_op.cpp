// SPDX-License-Identifier: Apache-2.0
#include "aclop/single_op.h"

#include <utility>

#include "acl/tensor_desc.h"

namespace cann_emulator::aclop {
namespace {

Status Refuse(int code, const std::string& type, const std::string& what) {
  return {code, "operator " + type + ": " + what};
}

// torch_npu passes a placeholder without a data type for an optional input that is absent.
bool IsAbsent(const aclTensorDesc& desc) { return desc.type == ACL_DT_UNDEFINED; }

// Formats whose memory layout is that of the dimensions in order.
bool IsDense(aclFormat format) {
  return format == ACL_FORMAT_ND || format == ACL_FORMAT_NCHW || format == ACL_FORMAT_NHWC ||
         format == ACL_FORMAT_NCDHW || format == ACL_FORMAT_NDHWC || format == ACL_FORMAT_UNDEFINED ||
         format == ACL_FORMAT_NC || format == ACL_FORMAT_NCL || format == ACL_FORMAT_HWCN;
}

// A dynamic input takes what the other inputs leave over.
std::size_t DynamicCount(const Prototype& prototype, std::size_t given) {
  std::size_t others = 0;
  for (const auto& port : prototype.inputs) others += port.arity == Arity::kDynamic ? 0 : 1;
  return given > others ? given - others : 0;
}

std::string Text(const std::vector<std::int64_t>& dims) {
  std::string text = "[";
  for (const std::int64_t dim : dims) text += (text.size() > 1 ? ", " : "") + std::to_string(dim);
  return text + "]";
}

}  // namespace

Status SingleOp::Make(const OpLibrary& library, const char* type, const Ports& inputs, const Ports& outputs,
                      Attributes attrs, SingleOp* op) {
  const Prototype* prototype = library.Find(type);
  if (prototype == nullptr) {
    std::string given;
    for (int i = 0; i < inputs.count; ++i) {
      if (inputs.descs == nullptr || inputs.descs[i] == nullptr) continue;
      given +=
          (given.empty() ? "" : ", ") + std::to_string(inputs.descs[i]->type) + Text(inputs.descs[i]->dims);
    }
    return Refuse(
        ACL_ERROR_OP_NOT_FOUND, type,
        "not in the emulator's operator library (inputs as data type number and shape: " + given + ")");
  }
  op->op_.type = type;
  op->op_.name = type;
  op->op_.attrs = std::move(attrs);
  Status status = op->AddInputs(*prototype, inputs);
  return status.ok() ? op->AddOutputs(*prototype, outputs) : status;
}

Status SingleOp::AddInputs(const Prototype& prototype, const Ports& inputs) {
  int next = 0;
  for (const auto& port : prototype.inputs) {
    const bool dynamic = port.arity == Arity::kDynamic;
    const std::size_t wanted = dynamic ? DynamicCount(prototype, static_cast<std::size_t>(inputs.count)) : 1;
    std::size_t present = 0;
    for (std::size_t i = 0; i < wanted && next < inputs.count; ++i, ++next) {
      if (inputs.descs[next] == nullptr || inputs.buffers[next] == nullptr) {
        return Refuse(ACL_ERROR_INVALID_PARAM, op_.type, "input " + std::to_string(next) + " is null");
      }
      if (IsAbsent(*inputs.descs[next])) continue;
      if (Status status = AddInput(port.name, *inputs.descs[next], *inputs.buffers[next]); !status.ok())
        return status;
      ++present;
    }
    op_.input_counts.push_back(present);
  }
  if (next == inputs.count) return {};
  return Refuse(ACL_ERROR_OP_INPUT_NOT_MATCH, op_.type,
                "expected at most " + std::to_string(prototype.inputs.size()) + " inputs, got " +
                    std::to_string(inputs.count));
}

Status SingleOp::AddInput(const std::string& port, const aclTensorDesc& desc, const aclDataBuffer& buffer) {
  if (!IsDense(desc.storage_format)) {
    return Refuse(ACL_ERROR_FORMAT_NOT_MATCH, op_.type,
                  "input " + port + " is in private format " + std::to_string(desc.storage_format) +
                      "; expected ND or one of its kind");
  }
  Value value{{static_cast<::ge::DataType>(desc.type), desc.dims}, buffer.data};
  const auto* begin = static_cast<const std::byte*>(buffer.data);
  if (desc.is_constant) {
    host_copies_.push_back(desc.constant_value);
    value.data = host_copies_.back().data();
  } else if (desc.placement != ACL_MEMTYPE_DEVICE) {
    host_copies_.emplace_back(begin, begin + buffer.size);
    value.data = host_copies_.back().data();
  }
  inputs_.push_back(std::move(value));
  return {};
}

Status SingleOp::AddOutputs(const Prototype& prototype, const Ports& outputs) {
  const auto given = static_cast<std::size_t>(outputs.count);
  const std::size_t fixed = prototype.outputs.size();
  const bool dynamic = prototype.outputs.back().arity == Arity::kDynamic;
  if (dynamic ? given + 1 < fixed : given != fixed) {
    return Refuse(ACL_ERROR_OP_OUTPUT_NOT_MATCH, op_.type,
                  "expected " + std::to_string(fixed) + " outputs, got " + std::to_string(given));
  }
  op_.output_counts.assign(fixed, 1);
  if (dynamic) op_.output_counts.back() = given - (fixed - 1);
  for (std::size_t i = 0; i < given; ++i) {
    if (outputs.descs[i] == nullptr || outputs.buffers[i] == nullptr) {
      return Refuse(ACL_ERROR_INVALID_PARAM, op_.type, "output " + std::to_string(i) + " is null");
    }
    outputs_.push_back({outputs.buffers[i]->data, outputs.buffers[i]->size,
                        static_cast<::ge::DataType>(outputs.descs[i]->type)});
  }
  return {};
}

Status SingleOp::Run(const OpLibrary& library) {
  results_.assign(outputs_.size(), {});
  std::string mismatch;
  const auto allocate = [&](std::size_t index, const ValueDesc& desc) -> void* {
    const Output& output = outputs_.at(index);
    std::size_t size = aclDataTypeSize(static_cast<aclDataType>(desc.dtype));
    for (const std::int64_t dim : desc.dims) size *= static_cast<std::size_t>(dim);
    results_[index] = desc;
    if (output.dtype == desc.dtype && size <= output.size) return output.data;
    mismatch = "output " + std::to_string(index) + " is of data type " + std::to_string(desc.dtype) +
               Text(desc.dims) + ", " + std::to_string(size) + " bytes; the caller gave data type " +
               std::to_string(output.dtype) + " and " + std::to_string(output.size) + " bytes";
    return nullptr;
  };
  Status status = library.Run(op_, inputs_, allocate);
  if (!mismatch.empty()) return Refuse(ACL_ERROR_OP_OUTPUT_NOT_MATCH, op_.type, mismatch);
  return status;
}

}  // namespace cann_emulator::aclop
