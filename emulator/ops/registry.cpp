// SPDX-License-Identifier: Apache-2.0
#include "ops/registry.h"

#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

#include <algorithm>
#include <stdexcept>

#include "ops/dtype.h"
#include "ops/finite.h"
#include "ops/schema.h"

namespace cann_emulator::ops {
namespace {

constexpr int kInvalidParam = 100000;   // ACL_ERROR_INVALID_PARAM
constexpr int kInternalError = 500000;  // ACL_ERROR_INTERNAL_ERROR

// The calling thread may be inside autograd, autocast or a tracing mode of PyTorch: kernels see none of it.
class PlainDispatch {
 private:
  c10::impl::ForceDispatchKeyGuard keys_{c10::DispatchKeySet(c10::DispatchKey::BackendSelect),
                                         c10::autograd_dispatch_keyset | c10::default_excluded_set};
  at::NoGradGuard no_grad_;
};

template <typename F>
Status Guarded(const Prototype& prototype, const OpInstance& op, const std::vector<Value>& inputs, F body) {
  const auto failure = [&](int code, const std::string& what) {
    return Status{code, Call::Describe(prototype, op, inputs) + ": " + what};
  };
  try {
    const PlainDispatch guard;
    return body();
  } catch (const NeedsValue&) {
    return failure(kInvalidParam, "the value of an input is needed");
  } catch (const c10::Error& error) {
    return failure(kInvalidParam, error.what_without_backtrace());
  } catch (const std::bad_alloc&) {
    return failure(kInternalError, "out of host memory");
  } catch (const std::exception& error) {
    return failure(kInternalError, error.what());
  }
}

Status UnknownType(const std::string& type) {
  return {kInvalidParam, "operator type " + type + " is not in the emulator's operator library"};
}

}  // namespace

void Registry::AddKernel(std::string_view prototype, Rule rule, Kernel kernel) {
  Prototype parsed = ParsePrototype(prototype);
  std::string type = parsed.type;
  if (!entries_.emplace(type, Entry{std::move(parsed), std::move(rule), std::move(kernel)}).second) {
    throw std::logic_error("operator " + type + " is added twice");
  }
}

void Registry::AddUnary(std::string_view prototype, UnaryOut function, Result result) {
  const std::string x = ParsePrototype(prototype).inputs.at(0).name;
  const Rule rule = Broadcast({x}, result);
  AddKernel(prototype, rule, [=](Call& call) -> std::vector<at::Tensor> {
    const Desc desc = rule(call).front();
    at::Tensor out = call.Out(0, desc.sizes, desc.type);
    return {function(out, call.In(x))};
  });
}

void Registry::AddBinary(std::string_view prototype, BinaryOut function, Result result) {
  const Prototype parsed = ParsePrototype(prototype);
  const std::string x1 = parsed.inputs.at(0).name;
  const std::string x2 = parsed.inputs.at(1).name;
  const Rule rule = Broadcast({x1, x2}, result);
  AddKernel(prototype, rule, [=](Call& call) -> std::vector<at::Tensor> {
    const Desc desc = rule(call).front();
    at::Tensor out = call.Out(0, desc.sizes, desc.type);
    return {function(out, call.In(x1), call.In(x2))};
  });
}

const Registry::Entry* Registry::FindEntry(const std::string& type) const {
  const auto entry = entries_.find(type);
  return entry == entries_.end() ? nullptr : &entry->second;
}

const Prototype* Registry::Find(const std::string& type) const {
  const Entry* entry = FindEntry(type);
  return entry == nullptr ? nullptr : &entry->prototype;
}

std::vector<std::string> Registry::Types() const {
  std::vector<std::string> types;
  for (const auto& [type, entry] : entries_) types.push_back(type);
  std::sort(types.begin(), types.end());
  return types;
}

Status Registry::Infer(const OpInstance& op, const std::vector<Value>& inputs,
                       std::vector<ValueDesc>* outputs, bool* depends_on_value) const {
  const Entry* entry = FindEntry(op.type);
  if (entry == nullptr) return UnknownType(op.type);
  outputs->clear();
  *depends_on_value = false;
  return Guarded(entry->prototype, op, inputs, [&]() -> Status {
    try {
      Call call(entry->prototype, op, inputs, nullptr);
      if (entry->rule) {
        for (const Desc& desc : entry->rule(call)) outputs->push_back({desc.DataType(), desc.sizes});
      } else {
        const std::vector<at::Tensor> results = entry->kernel(call);
        for (std::size_t i = 0; i < results.size(); ++i) outputs->push_back(call.Describe(i, results[i]));
      }
    } catch (const NeedsValue&) {
      *depends_on_value = true;
    }
    return {};
  });
}

std::vector<ValueView> Registry::Views(const OpInstance& op, const std::vector<Value>& inputs) const {
  const Entry* entry = FindEntry(op.type);
  std::vector<ValueView> views;
  if (entry == nullptr || entry->rule) return views;
  // Why inference fails is said by Infer.
  static_cast<void>(Guarded(entry->prototype, op, inputs, [&]() -> Status {
    Call call(entry->prototype, op, inputs, nullptr);
    views = call.ViewsOfInputs(entry->kernel(call));
    return {};
  }));
  return views;
}

Status Registry::Run(const OpInstance& op, const std::vector<Value>& inputs,
                     const AllocateOutput& allocate) const {
  const Entry* entry = FindEntry(op.type);
  if (entry == nullptr) return UnknownType(op.type);
  return Guarded(entry->prototype, op, inputs, [&]() -> Status {
    // Threads of the runtime follow torch.set_num_threads of the main thread.
    at::init_num_threads();
    Call call(entry->prototype, op, inputs, &allocate);
    const bool watched = FiniteIsRequired() && AllFinite(call.Inputs());
    std::vector<at::Tensor> results = entry->kernel(call);
    if (watched) RequireFinite(results);
    return call.Store(std::move(results));
  });
}

}  // namespace cann_emulator::ops
