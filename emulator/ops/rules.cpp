// SPDX-License-Identifier: Apache-2.0
#include "ops/rules.h"

#include <ATen/ExpandUtils.h>
#include <ATen/WrapDimUtils.h>
#include <ATen/native/TypeProperties.h>

#include <optional>
#include <string>
#include <utility>

#include "ops/dtype.h"

namespace cann_emulator::ops {
namespace {

std::vector<std::string> Own(const std::vector<std::string_view>& ports) {
  return {ports.begin(), ports.end()};
}

std::vector<std::string_view> Views(const std::vector<std::string>& ports) {
  return {ports.begin(), ports.end()};
}

}  // namespace

Desc DescOf(const Call& call, std::string_view port) { return {call.Sizes(port), call.TypeOf(port)}; }

Rule Like(std::vector<std::string_view> ports) {
  return [ports = Own(ports)](const Call& call) {
    std::vector<Desc> descs;
    for (const std::string& port : ports) descs.push_back(DescOf(call, port));
    return descs;
  };
}

Rule LikeList(std::string port) {
  return [port = std::move(port)](const Call& call) {
    std::vector<Desc> descs;
    for (const ValueDesc& desc : call.Descs(port)) descs.push_back({desc.dims, ToScalarType(desc.dtype)});
    return descs;
  };
}

std::vector<std::int64_t> BroadcastSizes(const Call& call, const std::vector<std::string_view>& ports) {
  std::vector<std::int64_t> sizes;
  for (const std::string_view port : ports) {
    if (call.Has(port)) sizes = at::infer_size(sizes, call.Sizes(port));
  }
  return sizes;
}

// As torch promotes: tensors without dimensions decide only when no other is of their category.
at::ScalarType PromotedType(const Call& call, const std::vector<std::string_view>& ports) {
  at::native::ResultTypeState state;
  std::optional<at::ScalarType> common;
  bool mixed = false;
  for (const std::string_view port : ports) {
    if (!call.Has(port)) continue;
    mixed = mixed || (common && *common != call.TypeOf(port));
    common = call.TypeOf(port);
  }
  if (common && !mixed) return *common;
  for (const std::string_view port : ports) {
    if (!call.Has(port)) continue;
    const std::vector<std::int64_t> sizes(call.Sizes(port).empty() ? 0 : 1, 0);
    state = at::native::update_result_type_state(at::empty(sizes, at::dtype(call.TypeOf(port))), state);
  }
  return at::native::result_type(state);
}

Rule Broadcast(std::vector<std::string_view> ports, Result result) {
  return [owned = Own(ports), result](const Call& call) -> std::vector<Desc> {
    const std::vector<std::string_view> names = Views(owned);
    at::ScalarType type = result == Result::kBool ? at::kBool : PromotedType(call, names);
    if (result == Result::kFloat && at::isIntegralType(type, /*includeBool=*/true)) type = at::kFloat;
    return {{BroadcastSizes(call, names), type}};
  };
}

std::vector<std::int64_t> ReducedSizes(std::vector<std::int64_t> sizes, std::vector<std::int64_t> axes,
                                       bool keep) {
  const auto rank = static_cast<std::int64_t>(sizes.size());
  std::vector<bool> reduced(sizes.size(), axes.empty());
  if (rank > 0) {
    for (const std::int64_t axis : axes)
      reduced[static_cast<std::size_t>(at::maybe_wrap_dim(axis, rank))] = true;
  }
  std::vector<std::int64_t> result;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (!reduced[i]) result.push_back(sizes[i]);
    if (reduced[i] && keep) result.push_back(1);
  }
  return result;
}

}  // namespace cann_emulator::ops
