// SPDX-License-Identifier: Apache-2.0
// The table of operators. One call of Add() per operator; each family of operators has a file with one
// function that adds its own.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "ops/call.h"
#include "ops/rules.h"

namespace cann_emulator::ops {

class Registry final : public OpLibrary {
 public:
  using Kernel = std::function<std::vector<at::Tensor>(Call&)>;

  // Adds an operator: its prototype (see schema.h), the rule for its outputs, and a kernel, called with Call&
  // or const Call&, that returns a tensor, a tuple of tensors or a vector of tensors. A returned tensor may
  // be a view or non-contiguous.
  template <typename F>
  void Add(std::string_view prototype, Rule rule, F kernel) {
    AddKernel(prototype, std::move(rule), [kernel](Call& call) { return Flatten(kernel(call)); });
  }

  // An operator whose kernel only makes views, or handles Call::inferring itself: it is run on meta tensors
  // to infer.
  template <typename F>
  void AddView(std::string_view prototype, F kernel) {
    Add(prototype, Rule(), kernel);
  }

  // An elementwise operator of one input and one output, given as torch's out= function.
  using UnaryOut = at::Tensor& (*)(at::Tensor&, const at::Tensor&);
  void AddUnary(std::string_view prototype, UnaryOut function, Result result = Result::kPromoted);

  // The same for two inputs, which broadcast and promote as in torch.
  using BinaryOut = at::Tensor& (*)(at::Tensor&, const at::Tensor&, const at::Tensor&);
  void AddBinary(std::string_view prototype, BinaryOut function, Result result = Result::kPromoted);

  const Prototype* Find(const std::string& type) const override;
  std::vector<std::string> Types() const override;
  Status Infer(const OpInstance& op, const std::vector<Value>& inputs, std::vector<ValueDesc>* outputs,
               bool* depends_on_value) const override;
  std::vector<ValueView> Views(const OpInstance& op, const std::vector<Value>& inputs) const override;
  Status Run(const OpInstance& op, const std::vector<Value>& inputs,
             const AllocateOutput& allocate) const override;

 private:
  struct Entry {
    Prototype prototype;
    Rule rule;  // empty: the kernel infers on meta tensors
    Kernel kernel;
  };

  static std::vector<at::Tensor> Flatten(at::Tensor tensor) { return {std::move(tensor)}; }
  static std::vector<at::Tensor> Flatten(std::vector<at::Tensor> tensors) { return tensors; }
  template <typename... T>
  static std::vector<at::Tensor> Flatten(const std::tuple<T...>& tensors) {
    return std::apply([](const auto&... tensor) { return std::vector<at::Tensor>{tensor...}; }, tensors);
  }

  void AddKernel(std::string_view prototype, Rule rule, Kernel kernel);
  const Entry* FindEntry(const std::string& type) const;

  std::unordered_map<std::string, Entry> entries_;
};

}  // namespace cann_emulator::ops
