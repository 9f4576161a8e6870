// SPDX-License-Identifier: Apache-2.0
// The seam between GE (no torch) and the library of built-in operators (on ATen, loaded with dlopen).
// The same library serves graph nodes (ge/) and single operators (aclop/).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "acl/runtime.h"
#include "graph/types.h"

namespace cann_emulator {

enum class Arity { kRequired, kOptional, kDynamic };

using Attribute = std::variant<std::monostate, bool, std::int64_t, float, std::string, ::ge::DataType,
                               std::vector<bool>, std::vector<std::int64_t>, std::vector<float>,
                               std::vector<std::string>, std::vector<::ge::DataType>,
                               std::vector<std::vector<std::int64_t>>, std::vector<std::vector<float>>>;
using Attributes = std::map<std::string, Attribute>;

// An operator prototype (what REG_OP declares).
struct Prototype {
  struct Port {
    std::string name;
    Arity arity = Arity::kRequired;
  };
  struct Attr {
    std::string name;
    std::string
        kind;  // GE's name of the type: VT_INT, VT_BOOL, VT_FLOAT, VT_STRING, VT_DATA_TYPE, VT_LIST_INT, ...
    bool required = false;
    Attribute default_value;
  };
  std::string type;
  std::vector<Port> inputs;
  std::vector<Port> outputs;
  std::vector<Attr> attrs;
};

struct ValueDesc {
  ::ge::DataType dtype = ::ge::DT_FLOAT;
  std::vector<std::int64_t> dims;  // all known, >= 0
};

// A tensor in the emulator's (host-addressable) memory. `data` is null when only the description is known; a
// tensor without elements has any `data`.
struct Value {
  ValueDesc desc;
  void* data = nullptr;
  std::vector<std::int64_t> strides = {};  // in elements; empty: dense and row-major
};

// Elements of an input, as they are, which an operator gives as its output.
struct ValueView {
  std::size_t input = 0;   // number of the input
  std::size_t offset = 0;  // of the first element, in elements
  std::vector<std::int64_t> strides;
};

// One use of an operator: a graph node or a single-operator call.
struct OpInstance {
  std::string type;
  std::string name;
  Attributes attrs;                        // as given; defaults of the prototype are applied by the library
  std::vector<std::size_t> input_counts;   // per prototype input: 1, 0 (optional and absent) or n (dynamic)
  std::vector<std::size_t> output_counts;  // per prototype output
};

class OpLibrary {
 public:
  virtual ~OpLibrary() = default;

  virtual const Prototype* Find(const std::string& type) const = 0;
  virtual std::vector<std::string> Types() const = 0;

  // Shapes and dtypes of the outputs. `inputs` are the present inputs in prototype order, flattened. An input
  // whose value decides a shape (Reshape's shape) is read when its `data` is set. Where a value is needed and
  // absent, or the output size depends on device data (NonZero), sets *depends_on_value and succeeds with
  // *outputs empty.
  virtual Status Infer(const OpInstance& op, const std::vector<Value>& inputs,
                       std::vector<ValueDesc>* outputs, bool* depends_on_value) const = 0;

  // The outputs of an operator that computes nothing (Transpose, Split, ...) as views of its inputs. Empty
  // when an output is not one, and where a value is needed that is not known. `inputs` as for Infer.
  virtual std::vector<ValueView> Views(const OpInstance& op, const std::vector<Value>& inputs) const = 0;

  // Memory for output `index` with the description just computed; called once for each output, before it is
  // written. Returning null fails the call. Outputs are dense. Inputs and outputs may share memory: results
  // are computed before they are written.
  using AllocateOutput = std::function<void*(std::size_t index, const ValueDesc& desc)>;

  // Computes the operator on the calling thread. Messages say what was expected and what came; the caller
  // adds node name and origin.
  virtual Status Run(const OpInstance& op, const std::vector<Value>& inputs,
                     const AllocateOutput& allocate) const = 0;
};

// Defined by libcann_emulator_ops.so, looked up with dlsym. Throws std::runtime_error when another torch is
// loaded than the one it was built for.
extern "C" CANN_EMULATOR_API const OpLibrary* cann_emulator_op_library();

// Defined by libge_runner.so: loads libcann_emulator_ops.so from its own folder on first use (thread-safe).
// Returns null with *error set (why it could not be loaded, which torch it was built for) when that fails.
CANN_EMULATOR_API const OpLibrary* LoadOpLibrary(std::string* error);

}  // namespace cann_emulator
