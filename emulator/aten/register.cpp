// SPDX-License-Identifier: Apache-2.0
// Replaces torch_npu's aten kernels, whose device functions (aclnn) the emulator does not have. Called by
// libascendcl when torch_npu initialises it.
#include <c10/util/Exception.h>
#include <torch/library.h>

#include <memory>
#include <optional>
#include <string>

#include "aten/fallback.h"
#include "aten/ge_operators.h"
#include "aten/kernels.h"
#include "aten/matmul_backward.h"
#include "aten/recurrent.h"
#include "aten/selection.h"
#include "ops/torch_version.h"

namespace cann_emulator::aten {
namespace {

using c10::DispatchKey;

// PyTorch warns about replaced kernels; here that is the purpose.
class Quiet final : public c10::WarningHandler {
 public:
  void process(const c10::Warning&) override {}
};

torch::Library& LibraryFor(DispatchKey key) {
  // Never destroyed: deregistration at exit would need a live Python.
  static auto* const kBackend =
      new torch::Library(torch::Library::IMPL, "aten", DispatchKey::PrivateUse1, __FILE__, __LINE__);
  static auto* const kSparse =
      new torch::Library(torch::Library::IMPL, "aten", DispatchKey::SparsePrivateUse1, __FILE__, __LINE__);
  static auto* const kAutograd =
      new torch::Library(torch::Library::IMPL, "aten", DispatchKey::AutogradPrivateUse1, __FILE__, __LINE__);
  if (key == DispatchKey::SparsePrivateUse1) return *kSparse;
  return key == DispatchKey::PrivateUse1 ? *kBackend : *kAutograd;
}

// "add.Tensor" of "aten::add.Tensor".
std::string LocalName(const c10::OperatorHandle& op) {
  return toString(op.operator_name()).substr(std::string("aten::").size());
}

template <typename Kernel>
torch::CppFunction Boxed(c10::SafeKernelFunction wrapped) {
  return torch::CppFunction::makeFromBoxedFunctor(std::make_unique<Kernel>(std::move(wrapped)));
}

// XLA is a backend without kernels in this process: its entries of the dispatch table are the generic ones.
void ReplaceByGeneric(const c10::OperatorHandle& op, DispatchKey key, DispatchKey generic_key) {
  if (!op.hasComputedKernelForDispatchKey(generic_key)) return;
  LibraryFor(key).impl(LocalName(op).c_str(),
                       Boxed<GenericKernel>(op.getComputedKernelForDispatchKey(generic_key)));
}

void ReplaceBackendKernel(const c10::OperatorHandle& op, Treatment treatment) {
  if (treatment == Treatment::kGeneric) {
    ReplaceByGeneric(op, DispatchKey::PrivateUse1, DispatchKey::XLA);
    return;
  }
  const std::string name = LocalName(op);
  torch::Library& library = LibraryFor(DispatchKey::PrivateUse1);
  if (treatment == Treatment::kHost || treatment == Treatment::kHostOnly) {
    library.impl(name.c_str(), torch::CppFunction::makeFromBoxedFunction<&RunOnHost>());
    return;
  }
  c10::SafeKernelFunction torch_npu = op.getComputedKernelForDispatchKey(DispatchKey::PrivateUse1);
  library.impl(name.c_str(), treatment == Treatment::kCopy ? Boxed<CopyKernel>(std::move(torch_npu))
                                                           : Boxed<QueuedKernel>(std::move(torch_npu)));
}

void Register() {
  Quiet quiet;
  const c10::WarningUtils::WarningHandlerGuard no_warnings(&quiet);
  auto& dispatcher = c10::Dispatcher::singleton();
  static auto& own =
      *new torch::Library(torch::Library::IMPL, "npu", DispatchKey::PrivateUse1, __FILE__, __LINE__);
  for (const c10::OperatorName& name : dispatcher.getAllOpNames()) {
    const std::optional<c10::OperatorHandle> op = dispatcher.findSchema(name);
    if (!op) continue;
    if (HasGeOperator(*op)) {
      own.impl(toString(name).substr(std::string("npu::").size()).c_str(),
               Boxed<GeKernel>(op->getComputedKernelForDispatchKey(DispatchKey::PrivateUse1)));
      continue;
    }
    if (ServedSparseByHost(*op)) {
      LibraryFor(DispatchKey::SparsePrivateUse1)
          .impl(LocalName(*op).c_str(), torch::CppFunction::makeFromBoxedFunction<&RunOnHost>());
    }
    const Treatment treatment = TreatmentOf(*op);
    if (treatment == Treatment::kKeep) continue;
    const bool has_backend = op->hasKernelForDispatchKey(DispatchKey::PrivateUse1);
    const bool has_autograd = op->hasKernelForDispatchKey(DispatchKey::AutogradPrivateUse1);
    if ((has_backend && treatment != Treatment::kOwn) || treatment == Treatment::kHostOnly) {
      ReplaceBackendKernel(*op, treatment);
    }
    if (has_autograd || (has_backend && treatment == Treatment::kGeneric)) {
      ReplaceByGeneric(*op, DispatchKey::AutogradPrivateUse1, DispatchKey::AutogradXLA);
    }
  }
  RegisterRecurrentCells(LibraryFor(DispatchKey::PrivateUse1));
  RegisterMatmulBackward(LibraryFor(DispatchKey::PrivateUse1));
}

}  // namespace
}  // namespace cann_emulator::aten

// Null for success, otherwise why not. May be called again after a failure.
extern "C" __attribute__((visibility("default"))) const char* cann_emulator_aten_register() {
  static std::string error;
  error = cann_emulator::TorchMismatch();
  if (!error.empty()) return error.c_str();
  try {
    cann_emulator::aten::Register();
    return nullptr;
  } catch (const std::exception& exception) {
    error = exception.what();
    return error.c_str();
  }
}
