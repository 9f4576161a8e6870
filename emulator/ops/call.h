// SPDX-License-Identifier: Apache-2.0
// What an operator's kernel and its rule of inference see of one call.
#pragma once

#include <ATen/ATen.h>

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ge/op_library.h"

namespace cann_emulator::ops {

// Thrown while inferring, when the value of an input is needed that is not known yet.
struct NeedsValue {};

class Call {
 public:
  // `allocate` is null while inferring. All arguments must outlive the call.
  Call(const Prototype& prototype, const OpInstance& op, const std::vector<Value>& inputs,
       const OpLibrary::AllocateOutput* allocate);

  bool inferring() const { return allocate_ == nullptr; }

  // Inputs by port name: CPU tensors on the caller's memory, meta tensors while inferring. They need not be
  // contiguous. Those of 4-bit numbers throw, so that no kernel takes them for anything else.
  at::Tensor In(std::string_view port) const;
  std::optional<at::Tensor> Optional(std::string_view port) const;
  std::vector<at::Tensor> List(std::string_view port) const;

  // An input of 4-bit numbers (see four_bit.h).
  at::Tensor Bytes(std::string_view port) const;

  // All of them, port by port, but those of 4-bit numbers.
  std::vector<at::Tensor> Inputs() const;

  // An input's description, for those who do not look at its elements.
  bool Has(std::string_view port) const { return Find(port).count != 0; }
  const std::vector<std::int64_t>& Sizes(std::string_view port) const;
  at::ScalarType TypeOf(std::string_view port) const;
  ::ge::DataType DataTypeOf(std::string_view port) const { return OnlyDesc(port).dtype; }
  // One description per tensor of a dynamic input.
  std::vector<ValueDesc> Descs(std::string_view port) const;
  // The elements of an integer input (a shape, axes, ...). Throws NeedsValue.
  std::vector<std::int64_t> Ints(std::string_view port) const;
  // The only element of an input. Throws NeedsValue.
  at::Scalar Scalar(std::string_view port) const;

  // Attributes by name; the prototype's default stands in for one not given.
  bool Bool(std::string_view attr) const;
  std::int64_t Int(std::string_view attr) const;
  double Float(std::string_view attr) const;
  std::string String(std::string_view attr) const;
  at::ScalarType Type(std::string_view attr) const;
  std::vector<std::int64_t> IntList(std::string_view attr) const;
  std::vector<bool> BoolList(std::string_view attr) const;

  std::size_t OutputCount(std::size_t port) const { return op_.output_counts.at(port); }

  // Throws where one of these optional inputs is given: the kernel does not know it.
  void RefuseInputs(std::initializer_list<const char*> ports) const;

  // The memory of output `index`, which saves the copy of a returned tensor into the output; a temporary
  // where that would not be safe. Out() is for kernels that write element i after having read element i of
  // every input and nothing later, OutApart() for the others.
  at::Tensor Out(std::size_t index, at::IntArrayRef sizes, at::ScalarType type);
  at::Tensor OutApart(std::size_t index, at::IntArrayRef sizes, at::ScalarType type);

  // Says that the kernel's result `index` is the bytes of 4-bit numbers of this type.
  void SetFourBit(std::size_t index, ::ge::DataType dtype);

  // What result `index` is for GE.
  ValueDesc Describe(std::size_t index, const at::Tensor& result) const;

  // Moves the kernel's results into the outputs. `results` are in the prototype's order, flattened.
  Status Store(std::vector<at::Tensor> results);

  // While inferring: the inputs whose elements the results are; empty unless all are such.
  std::vector<ValueView> ViewsOfInputs(const std::vector<at::Tensor>& results) const;

  // "Type(x1: DT_FLOAT[2, 3], x2: DT_FLOAT[3])"
  static std::string Describe(const Prototype& prototype, const OpInstance& op,
                              const std::vector<Value>& inputs);

 private:
  struct Range {
    std::size_t begin = 0;
    std::size_t count = 0;
  };
  Range Find(std::string_view port) const;
  const ValueDesc& OnlyDesc(std::string_view port) const;
  at::Tensor Load(std::size_t index) const;
  at::Tensor Load(std::size_t index, at::IntArrayRef sizes, at::ScalarType type) const;
  at::Tensor Host(std::string_view port) const;
  const Attribute& Attr(std::string_view name) const;
  void* Allocate(std::size_t index, const ValueDesc& desc, std::size_t bytes);
  at::Tensor Out(std::size_t index, at::IntArrayRef sizes, at::ScalarType type, bool allow_same);
  bool OverlapsInput(const void* data, std::size_t size, bool allow_same) const;

  const Prototype& prototype_;
  const OpInstance& op_;
  const std::vector<Value>& inputs_;
  const OpLibrary::AllocateOutput* allocate_;
  std::vector<void*> outputs_;  // allocated early, by Out()
  std::map<std::size_t, ::ge::DataType> four_bit_results_;
  mutable std::vector<at::Tensor> meta_;  // while inferring: the inputs that were asked for
};

}  // namespace cann_emulator::ops
