// SPDX-License-Identifier: Apache-2.0
// A context that belongs to a node: its names, ports, dtypes and attributes.
#pragma once

#include <cstdint>

#include "exe_graph/runtime/compute_node_info.h"
#include "exe_graph/runtime/kernel_context.h"

namespace gert {

struct KernelExtendInfo {
  const char* GetKernelName() const { return kernel_name; }
  const char* GetKernelType() const { return kernel_type; }

  const char* kernel_name;
  const char* kernel_type;
  std::uint8_t reserved[56];
};
static_assert(sizeof(KernelExtendInfo) == 72, "layout of GE's interface");

class ExtendedKernelContext : public KernelContext {
 public:
  const ComputeNodeInfo* GetComputeNodeInfo() const {
    return static_cast<const ComputeNodeInfo*>(GetComputeNodeExtend());
  }
  const char* GetNodeType() const {
    const ComputeNodeInfo* info = GetComputeNodeInfo();
    return info == nullptr ? nullptr : info->GetNodeType();
  }
  const char* GetNodeName() const {
    const ComputeNodeInfo* info = GetComputeNodeInfo();
    return info == nullptr ? nullptr : info->GetNodeName();
  }
  std::size_t GetComputeNodeInputNum() const {
    const ComputeNodeInfo* info = GetComputeNodeInfo();
    return info == nullptr ? 0 : info->GetInputsNum();
  }
  std::size_t GetComputeNodeOutputNum() const {
    const ComputeNodeInfo* info = GetComputeNodeInfo();
    return info == nullptr ? 0 : info->GetOutputsNum();
  }
  const CompileTimeTensorDesc* GetInputDesc(std::size_t index) const {
    const ComputeNodeInfo* info = GetComputeNodeInfo();
    return info == nullptr ? nullptr : info->GetInputTdInfo(index);
  }
  const CompileTimeTensorDesc* GetOutputDesc(std::size_t index) const {
    const ComputeNodeInfo* info = GetComputeNodeInfo();
    return info == nullptr ? nullptr : info->GetOutputTdInfo(index);
  }
  // Where the inputs (outputs) of a port of the prototype are among the node's.
  const AnchorInstanceInfo* GetIrInputInstanceInfo(std::size_t ir_index) const {
    const ComputeNodeInfo* info = GetComputeNodeInfo();
    return info == nullptr ? nullptr : info->GetInputInstanceInfo(ir_index);
  }
  const AnchorInstanceInfo* GetIrOutputInstanceInfo(std::size_t ir_index) const {
    const ComputeNodeInfo* info = GetComputeNodeInfo();
    return info == nullptr ? nullptr : info->GetOutputInstanceInfo(ir_index);
  }
  const RuntimeAttrs* GetAttrs() const {
    const ComputeNodeInfo* info = GetComputeNodeInfo();
    return info == nullptr ? nullptr : info->GetAttrs();
  }
  const char* GetKernelName() const {
    const auto* info = static_cast<const KernelExtendInfo*>(GetKernelExtend());
    return info == nullptr ? nullptr : info->kernel_name;
  }
  const char* GetKernelType() const {
    const auto* info = static_cast<const KernelExtendInfo*>(GetKernelExtend());
    return info == nullptr ? nullptr : info->kernel_type;
  }

  // The input number `relative_index` of port `ir_index`; nullptr when the port has fewer inputs.
  template <typename T>
  const T* GetDynamicInputPointer(std::size_t ir_index, std::size_t relative_index) const {
    const AnchorInstanceInfo* info = GetIrInputInstanceInfo(ir_index);
    if (info == nullptr || relative_index >= info->GetInstanceNum()) {
      return nullptr;
    }
    return GetInputPointer<T>(info->GetInstanceStart() + relative_index);
  }
  template <typename T>
  T* GetDynamicOutputPointer(std::size_t ir_index, std::size_t relative_index) {
    const AnchorInstanceInfo* info = GetIrOutputInstanceInfo(ir_index);
    if (info == nullptr || relative_index >= info->GetInstanceNum()) {
      return nullptr;
    }
    return GetOutputPointer<T>(info->GetInstanceStart() + relative_index);
  }
};
static_assert(sizeof(ExtendedKernelContext) == 48, "layout of GE's interface");

}  // namespace gert
