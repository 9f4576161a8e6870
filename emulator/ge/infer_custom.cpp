// SPDX-License-Identifier: Apache-2.0
// Inference of custom operators through their ShapeInferOp, and the check of a node's input types.
#include "ge/data_type.h"
#include "ge/error.h"
#include "ge/infer.h"
#include "ge/operator_function.h"

namespace cann_emulator::engine {
namespace {

std::vector<ValueInfo> Infos(const std::vector<InferInput>& inputs) {
  std::vector<ValueInfo> infos;
  for (const InferInput& input : inputs) {
    infos.push_back(input.info);
  }
  return infos;
}

Status InferShapes(const Node& node, const NodeInfo& info, const std::vector<InferInput>& inputs,
                   std::vector<ValueInfo>* outputs) {
  ContextMemory context(info, node, inputs.size(), node.output_count);
  std::vector<::gert::Tensor> tensors;
  Status described = SetInputTensors(node, inputs, &tensors, &context);
  if (!described.ok()) {
    return described;
  }
  std::vector<::gert::Shape> shapes(node.output_count);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    context.SetOutput(i, &shapes[i]);
  }
  Status status = CallOperator(node.Describe(), "InferShape", [&] {
    return node.custom->infer_shape->InferShape(context.As<::gert::InferShapeContext>());
  });
  for (std::size_t i = 0; i < shapes.size() && status.ok(); ++i) {
    (*outputs)[i].dims = DimsOf(shapes[i]);
    for (std::int64_t dim : (*outputs)[i].dims) {
      if (dim < ::ge::UNKNOWN_DIM_NUM) {
        return Error(node.Describe() + ": InferShape gives output " + std::to_string(i) + " the shape " +
                     DimsText((*outputs)[i].dims) +
                     "; a dimension is >= 0, or -1 (unknown), or -2 (unknown rank)");
      }
    }
  }
  return status;
}

Status InferTypes(const Node& node, const NodeInfo& info, const std::vector<InferInput>& inputs,
                  std::vector<ValueInfo>* outputs) {
  ContextMemory context(info, node, inputs.size(), node.output_count);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    context.SetInput(i, inputs[i].info.dtype);
  }
  for (std::size_t i = 0; i < node.output_count; ++i) {
    context.SetOutput(i, ::ge::DT_UNDEFINED);
  }
  auto* infer = context.As<::gert::InferDataTypeContext>();
  Status status = CallOperator(node.Describe(), "InferDataType",
                               [&] { return node.custom->infer_shape->InferDataType(infer); });
  std::size_t output = 0;
  for (std::size_t port = 0; port < node.instance.output_counts.size(); ++port) {
    for (std::size_t i = 0; i < node.instance.output_counts[port] && status.ok(); ++i, ++output) {
      const ::ge::DataType dtype = infer->GetOutputDataType(output);
      const TypeList& types = node.prototype->output_types[port];
      if (dtype == ::ge::DT_UNDEFINED) {
        return Error(node.Describe() + ": InferDataType sets no dtype for output " + std::to_string(output));
      }
      if (!types.Accepts(dtype)) {
        return Error(node.Describe() + ": InferDataType gives output " + std::to_string(output) +
                     " the dtype " + DataTypeName(dtype) + "; the prototype allows " + types.Text());
      }
      (*outputs)[output].dtype = dtype;
    }
  }
  return status;
}

}  // namespace

Status SetInputTensors(const Node& node, const std::vector<InferInput>& inputs,
                       std::vector<::gert::Tensor>* tensors, ContextMemory* context) {
  tensors->resize(inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    ::gert::Tensor& tensor = (*tensors)[i];
    if (!Describe(inputs[i].info, &tensor)) {
      return Error(node.Describe() + ": input " + std::to_string(i) + " has more than 25 dimensions");
    }
    tensor.SetPlacement(::gert::kOnHost);
    tensor.MutableTensorData().SetAddr(inputs[i].data, nullptr);
    if (inputs[i].data != nullptr) {
      tensor.SetSize(TensorSize(inputs[i].info.dtype, inputs[i].info.dims).value_or(0));
    }
    context->SetInput(i, &tensor);
  }
  return {};
}

Status InferCustom(const Node& node, const std::vector<InferInput>& inputs, std::vector<ValueInfo>* outputs) {
  outputs->assign(node.output_count, ValueInfo());
  if (node.custom->infer_shape == nullptr) {
    return {};
  }
  for (const InferInput& input : inputs) {
    if (input.info.dtype == ::ge::DT_UNDEFINED) {
      return {};
    }
  }
  const NodeInfo info(node, Infos(inputs), *outputs);
  Status status = InferTypes(node, info, inputs, outputs);
  if (status.ok()) {
    status = InferShapes(node, info, inputs, outputs);
  }
  return status;
}

Status CheckInputTypes(const Node& node, const std::vector<InferInput>& inputs) {
  std::size_t input = 0;
  for (std::size_t port = 0; port < node.instance.input_counts.size(); ++port) {
    for (std::size_t i = 0; i < node.instance.input_counts[port]; ++i, ++input) {
      const ::ge::DataType dtype = inputs[input].info.dtype;
      const TypeList& types = node.prototype->input_types[port];
      if (dtype != ::ge::DT_UNDEFINED && !types.Accepts(dtype)) {
        return Error(node.Describe() + ": input " + node.prototype->prototype.inputs[port].name +
                     " has dtype " + DataTypeName(dtype) + "; the prototype allows " + types.Text());
      }
    }
  }
  return {};
}

}  // namespace cann_emulator::engine
