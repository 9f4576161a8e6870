// SPDX-License-Identifier: Apache-2.0
// Implementations of custom operators by type.
#pragma once

#include <string>

#include "graph/custom_op.h"

namespace cann_emulator::engine {

// What the object of a type can do; null where its class does not derive from the interface.
struct CustomOp {
  ::ge::EagerExecuteOp* execute = nullptr;
  ::ge::ShapeInferOp* infer_shape = nullptr;
  ::ge::CompilableOp* compile = nullptr;
  ::ge::PortableOp* portable = nullptr;
  ::ge::ArgsUpdater* update_args = nullptr;
  ::ge::AnnotatedArgsOp* declare_args = nullptr;
};

// The one object of a type, made on first use and kept for ever; null when no one registered the type or its
// creator creates nothing. Thread-safe.
const CustomOp* FindCustomOp(const std::string& type);

// While one exists, what this thread's dlopen registers comes from a package that was found, not from a
// library that the program chose. A type that the program's own libraries have defined already then stays
// without a word: a process may load the operators for torch where ASCEND_CUSTOM_OPP_PATH names them too.
class PackageLoading {
 public:
  PackageLoading();
  ~PackageLoading();
  PackageLoading(const PackageLoading&) = delete;
  PackageLoading& operator=(const PackageLoading&) = delete;
};

// dlopens the libraries under ASCEND_CUSTOM_OPP_PATH; their static constructors register. None is loaded when
// a limit is exceeded (*error says which); messages for those that cannot be loaded go to *error, one a line.
bool LoadCustomOpLibraries(std::string* error);

}  // namespace cann_emulator::engine
