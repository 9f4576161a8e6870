// SPDX-License-Identifier: Apache-2.0
#include "aten/selection.h"

#include <algorithm>
#include <set>
#include <string>

namespace cann_emulator::aten {
namespace {

// They allocate, resize or tell about storages, which only torch_npu can do for its tensors.
const std::set<std::string> kMemory = {
    "aten::empty",      "aten::empty_like",  "aten::empty_strided", "aten::new_empty_strided",
    "aten::is_pinned",  "aten::is_set_to",   "aten::_pin_memory",   "aten::record_stream",
    "aten::resize_",    "aten::resize_as_",  "aten::set_",          "aten::_copy_from_and_resize",
    "aten::_copy_from", "aten::_lazy_clone", "aten::data",          "aten::set_data",
    "aten::_to_sparse", "aten::as_strided_"};

// Decompositions into empty and copy_, so that each element is copied once.
const std::set<std::string> kGeneric = {"aten::clone", "aten::_to_copy", "aten::contiguous"};

const std::set<std::string> kQueued = {"aten::add.Tensor", "aten::mul.Tensor", "aten::sub.Tensor"};

const std::set<std::string> kOwn = {"aten::_thnn_fused_lstm_cell",
                                    "aten::_thnn_fused_lstm_cell_backward_impl", "aten::_thnn_fused_gru_cell",
                                    "aten::_thnn_fused_gru_cell_backward", "aten::matmul_backward"};

// Their kernel for every device needs something of the device that only the CPU, CUDA and a few others have.
const std::set<std::string> kDispatching = {"aten::conj_physical_", "aten::mode"};

// torch_npu's fallback for operators that it does not register would draw from the CPU's generator.
bool Draws(const c10::OperatorHandle& op) {
  return op.schema().argumentIndexWithName("generator") && op.hasKernelForDispatchKey(c10::DispatchKey::CPU);
}

bool IsView(const c10::FunctionSchema& schema) {
  return std::any_of(schema.returns().begin(), schema.returns().end(), [](const c10::Argument& result) {
    return result.alias_info() != nullptr && !result.alias_info()->isWrite();
  });
}

bool HasHostKernel(const c10::OperatorHandle& op) {
  using c10::DispatchKey;
  return op.hasKernelForDispatchKey(DispatchKey::CPU) ||
         op.hasKernelForDispatchKey(DispatchKey::CompositeExplicitAutograd) ||
         op.hasKernelForDispatchKey(DispatchKey::CompositeExplicitAutogradNonFunctional);
}

// They make tensors in coordinate format, or copy them between devices; _to_sparse* changes the format.
const std::set<std::string> kSparseMemory = {"aten::_sparse_coo_tensor_with_dims",
                                             "aten::_sparse_coo_tensor_with_dims_and_tensors", "aten::copy_",
                                             "aten::copy_sparse_to_sparse_"};

bool ReturnsTensor(const c10::FunctionSchema& schema) {
  return std::any_of(schema.returns().begin(), schema.returns().end(), [](const c10::Argument& result) {
    return result.type()->kind() == c10::TypeKind::TensorType;
  });
}

}  // namespace

bool ServedSparseByHost(const c10::OperatorHandle& op) {
  const std::string& name = op.operator_name().name;
  const auto starts = [&name](const char* with) { return name.rfind(with, 0) == 0; };
  if (!starts("aten::") || starts("aten::_to_sparse") || kSparseMemory.count(name) != 0) return false;
  return kMemory.count(name) == 0 && op.hasKernelForDispatchKey(c10::DispatchKey::SparseCPU) &&
         ReturnsTensor(op.schema()) && !IsView(op.schema());
}

Treatment TreatmentOf(const c10::OperatorHandle& op) {
  const std::string& name = op.operator_name().name;
  if (name.rfind("aten::", 0) != 0 || kMemory.count(name) != 0) return Treatment::kKeep;
  if (kGeneric.count(name) != 0) return Treatment::kGeneric;
  if (kOwn.count(toString(op.operator_name())) != 0) return Treatment::kOwn;
  if (kDispatching.count(name) != 0 || Draws(op)) return Treatment::kHostOnly;
  if (name == "aten::copy_") return Treatment::kCopy;
  if (kQueued.count(name + "." + op.operator_name().overload_name) != 0) return Treatment::kQueued;
  // A decomposition also brings the gradient.
  if (op.hasKernelForDispatchKey(c10::DispatchKey::CompositeImplicitAutograd)) return Treatment::kGeneric;
  if (IsView(op.schema()) || !HasHostKernel(op)) return Treatment::kKeep;
  return Treatment::kHost;
}

}  // namespace cann_emulator::aten
