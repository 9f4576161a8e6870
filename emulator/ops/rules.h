// SPDX-License-Identifier: Apache-2.0
// How the outputs' shapes and data types follow from the inputs'.
//
// Most operators state a rule rather than being run on meta tensors: Python's torch replaces the meta kernels
// by functions written in Python, and GE infers on threads that must not wait for the interpreter.
#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <string_view>
#include <vector>

#include "ops/call.h"
#include "ops/dtype.h"

namespace cann_emulator::ops {

struct Desc {
  std::vector<std::int64_t> sizes;
  at::ScalarType type;
  ::ge::DataType four_bit = ::ge::DT_UNDEFINED;  // of 4-bit numbers, instead of `type`

  ::ge::DataType DataType() const { return four_bit == ::ge::DT_UNDEFINED ? ToDataType(type) : four_bit; }
};

// May throw NeedsValue.
using Rule = std::function<std::vector<Desc>(const Call&)>;

enum class Result {
  kPromoted,  // the inputs' common type
  kFloat,     // the same, but float32 for integers
  kBool,
};

Desc DescOf(const Call& call, std::string_view port);

// Output i is like the input named by entry i.
Rule Like(std::vector<std::string_view> ports);
inline Rule Like(std::string_view port) { return Like(std::vector<std::string_view>{port}); }

// One output for each tensor of a dynamic input, like it.
Rule LikeList(std::string port);

// One output of the broadcast shape of the inputs, of which absent ones are left out.
Rule Broadcast(std::vector<std::string_view> ports, Result result = Result::kPromoted);

// For use in other rules.
std::vector<std::int64_t> BroadcastSizes(const Call& call, const std::vector<std::string_view>& ports);
at::ScalarType PromotedType(const Call& call, const std::vector<std::string_view>& ports);

// The sizes after a reduction over `axes` (negative ones count from the end; none: every axis).
std::vector<std::int64_t> ReducedSizes(std::vector<std::int64_t> sizes, std::vector<std::int64_t> axes,
                                       bool keep);

}  // namespace cann_emulator::ops
