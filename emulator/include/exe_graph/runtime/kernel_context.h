// SPDX-License-Identifier: Apache-2.0
// Access to the values of a context. Accessors return nullptr when the index is out of range.
#pragma once

#include <cstddef>
#include <type_traits>

#include "exe_graph/runtime/kernel_run_context.h"

namespace gert {

class Chain {
 public:
  template <typename T>
  const T* GetPointer() const {
    if constexpr (sizeof(T) <= sizeof(void*)) {
      return reinterpret_cast<const T*>(&value_.data);
    } else {
      return static_cast<const T*>(value_.data.pointer);
    }
  }
  template <typename T>
  T* GetPointer() {
    return const_cast<T*>(static_cast<const Chain*>(this)->GetPointer<T>());
  }
  template <typename T>
  const T& GetValue() const {
    static_assert(sizeof(T) <= sizeof(void*), "larger values are reached by GetPointer");
    return *GetPointer<T>();
  }
  template <typename T>
  T& GetValue() {
    static_assert(sizeof(T) <= sizeof(void*), "larger values are reached by GetPointer");
    return *GetPointer<T>();
  }
  bool HasDeleter() const { return value_.deleter != nullptr; }

 private:
  AsyncAnyValue value_;
};
static_assert(sizeof(Chain) == sizeof(AsyncAnyValue), "a Chain is an AsyncAnyValue");

class KernelContext {
 public:
  std::size_t GetInputNum() const { return context_.input_size; }
  std::size_t GetOutputNum() const { return context_.output_size; }

  const Chain* GetInput(std::size_t index) const {
    return index < context_.input_size ? reinterpret_cast<const Chain*>(context_.values[index]) : nullptr;
  }
  Chain* MutableInput(std::size_t index) { return const_cast<Chain*>(GetInput(index)); }
  const Chain* GetOutput(std::size_t index) const {
    return index < context_.output_size ? reinterpret_cast<const Chain*>(context_.output_start[index])
                                        : nullptr;
  }
  Chain* GetOutput(std::size_t index) {
    return const_cast<Chain*>(static_cast<const KernelContext*>(this)->GetOutput(index));
  }

  template <typename T>
  const T* GetInputPointer(std::size_t index) const {
    const Chain* chain = GetInput(index);
    return chain == nullptr ? nullptr : chain->GetPointer<T>();
  }
  template <typename T>
  T* MutableInputPointer(std::size_t index) {
    return const_cast<T*>(GetInputPointer<T>(index));
  }
  template <typename T>
  const T* GetOutputPointer(std::size_t index) const {
    const Chain* chain = GetOutput(index);
    return chain == nullptr ? nullptr : chain->GetPointer<T>();
  }
  template <typename T>
  T* GetOutputPointer(std::size_t index) {
    Chain* chain = GetOutput(index);
    return chain == nullptr ? nullptr : chain->GetPointer<T>();
  }
  // The value itself; T{} when the index is out of range.
  template <typename T>
  T GetInputValue(std::size_t index) const {
    const Chain* chain = GetInput(index);
    return chain == nullptr ? T{} : chain->GetValue<T>();
  }
  const char* GetInputStrPointer(std::size_t index) const {
    const Chain* chain = GetInput(index);
    return chain == nullptr ? nullptr : chain->GetValue<const char*>();
  }

  const void* GetComputeNodeExtend() const { return context_.compute_node_info; }
  const void* GetKernelExtend() const { return context_.kernel_extend_info; }
  KernelRunContext* GetContext() { return &context_; }

 protected:
  KernelRunContext context_;
};
static_assert(sizeof(KernelContext) == 48 && std::is_standard_layout_v<KernelContext>,
              "layout of GE's interface");

}  // namespace gert
