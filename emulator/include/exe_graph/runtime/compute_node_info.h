// SPDX-License-Identifier: Apache-2.0
// What is known of a node before it runs: names, how the prototype's ports map to the node's inputs and
// outputs, their dtypes and formats, and the attributes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "exe_graph/runtime/runtime_attrs.h"
#include "exe_graph/runtime/storage_format.h"
#include "graph/types.h"

namespace gert {

// Which of the node's inputs (outputs) belong to one port of the prototype.
class AnchorInstanceInfo {
 public:
  AnchorInstanceInfo() = default;
  AnchorInstanceInfo(std::uint32_t start, std::uint32_t count) : start_(start), count_(count) {}
  std::size_t GetInstanceNum() const { return count_; }
  std::size_t GetInstanceStart() const { return start_; }

 private:
  std::uint32_t start_ = 0;
  std::uint32_t count_ = 0;
  std::uint8_t reserved_[40] = {};
};
static_assert(sizeof(AnchorInstanceInfo) == 48 && alignof(AnchorInstanceInfo) == 4,
              "layout of GE's interface");

class CompileTimeTensorDesc {
 public:
  ge::DataType GetDataType() const { return dtype_; }
  void SetDataType(ge::DataType dtype) { dtype_ = dtype; }
  const StorageFormat& GetFormat() const { return format_; }
  ge::Format GetOriginFormat() const { return format_.GetOriginFormat(); }
  ge::Format GetStorageFormat() const { return format_.GetStorageFormat(); }
  void SetOriginFormat(ge::Format format) { format_.SetOriginFormat(format); }
  void SetStorageFormat(ge::Format format) { format_.SetStorageFormat(format); }
  ExpandDimsType GetExpandDimsType() const { return format_.GetExpandDimsType(); }

 private:
  ge::DataType dtype_ = ge::DT_UNDEFINED;
  StorageFormat format_;
  std::uint8_t extend_ = 0;
  std::uint8_t reserved_[39] = {};
};
static_assert(sizeof(CompileTimeTensorDesc) == 144, "layout of GE's interface");

// The header of one block of memory: AnchorInstanceInfo[ir_inputs], CompileTimeTensorDesc[inputs + outputs],
// RuntimeAttrs (runtime_attr_size bytes) and AnchorInstanceInfo[ir_outputs] follow from place_holder on.
class ComputeNodeInfo {
 public:
  const char* GetNodeType() const { return node_type_; }
  const char* GetNodeName() const { return node_name_; }
  std::size_t GetIrInputsNum() const { return ir_inputs_num_; }
  std::size_t GetIrOutputsNum() const { return ir_outputs_num_; }
  std::size_t GetInputsNum() const { return inputs_num_; }
  std::size_t GetOutputsNum() const { return outputs_num_; }

  const AnchorInstanceInfo* GetInputInstanceInfo(std::size_t ir_index) const {
    return ir_index < ir_inputs_num_ ? At<AnchorInstanceInfo>(0) + ir_index : nullptr;
  }
  const AnchorInstanceInfo* GetOutputInstanceInfo(std::size_t ir_index) const {
    return ir_index < ir_outputs_num_ ? At<AnchorInstanceInfo>(AttrsOffset() + runtime_attr_size_) + ir_index
                                      : nullptr;
  }
  const CompileTimeTensorDesc* GetInputTdInfo(std::size_t index) const {
    return index < inputs_num_ ? At<CompileTimeTensorDesc>(DescsOffset()) + index : nullptr;
  }
  const CompileTimeTensorDesc* GetOutputTdInfo(std::size_t index) const {
    return index < outputs_num_ ? At<CompileTimeTensorDesc>(DescsOffset()) + inputs_num_ + index : nullptr;
  }
  const RuntimeAttrs* GetAttrs() const { return At<RuntimeAttrs>(AttrsOffset()); }

  // For the one who builds it.
  struct Counts {
    std::size_t ir_inputs, inputs, outputs, ir_outputs, attr_size;
  };
  static std::size_t TotalSize(const Counts& counts) {
    return kHeaderSize + (counts.ir_inputs + counts.ir_outputs) * sizeof(AnchorInstanceInfo) +
           (counts.inputs + counts.outputs) * sizeof(CompileTimeTensorDesc) + counts.attr_size;
  }
  void Init(const char* type, const char* name, const Counts& counts) {
    node_type_ = type;
    node_name_ = name;
    ir_inputs_num_ = counts.ir_inputs;
    inputs_num_ = counts.inputs;
    outputs_num_ = counts.outputs;
    ir_outputs_num_ = counts.ir_outputs;
    runtime_attr_size_ = counts.attr_size;
  }

 private:
  static constexpr std::size_t kHeaderSize = 80;

  std::size_t DescsOffset() const { return ir_inputs_num_ * sizeof(AnchorInstanceInfo); }
  std::size_t AttrsOffset() const {
    return DescsOffset() + (inputs_num_ + outputs_num_) * sizeof(CompileTimeTensorDesc);
  }
  template <typename T>
  const T* At(std::size_t offset) const {
    return reinterpret_cast<const T*>(reinterpret_cast<const std::uint8_t*>(this) + kHeaderSize + offset);
  }

  const char* node_type_;
  const char* node_name_;
  std::size_t ir_inputs_num_;
  std::size_t inputs_num_;
  std::size_t outputs_num_;
  std::size_t ir_outputs_num_;
  std::size_t runtime_attr_size_;
  std::uint8_t reserved_[24];
  std::uint64_t place_holder_;
};
static_assert(sizeof(ComputeNodeInfo) == 88, "layout of GE's interface");

}  // namespace gert
