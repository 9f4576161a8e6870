// SPDX-License-Identifier: Apache-2.0
#include "ops/call.h"

#include <ATen/EmptyTensor.h>

#include <algorithm>
#include <cstring>
#include <sstream>
#include <type_traits>

#include "ops/dtype.h"
#include "ops/four_bit.h"

namespace cann_emulator::ops {
namespace {

// The variant's alternative T. A list without elements carries no type of its own, so any empty list will do.
template <typename T>
const T* As(const Attribute& attr) {
  if (const T* value = std::get_if<T>(&attr)) return value;
  static const T kEmpty{};
  const bool empty = std::visit(
      [](const auto& value) {
        using V = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<V, std::monostate>) {
          return true;
        } else if constexpr (std::is_arithmetic_v<V> || std::is_enum_v<V> || std::is_same_v<V, std::string>) {
          return false;
        } else {
          return value.empty();
        }
      },
      attr);
  return empty && !std::is_arithmetic_v<T> && !std::is_enum_v<T> ? &kEmpty : nullptr;
}

std::size_t ByteSize(const at::Tensor& tensor) { return static_cast<std::size_t>(tensor.nbytes()); }

at::Tensor OnMemory(const Value& value, at::IntArrayRef sizes, at::ScalarType type) {
  return value.strides.empty() ? at::from_blob(value.data, sizes, at::dtype(type))
                               : at::from_blob(value.data, sizes, value.strides, at::dtype(type));
}

// From the first byte of a value to behind its last.
std::size_t Extent(const Value& value) {
  const auto& [dtype, dims] = value.desc;
  if (IsFourBit(dtype)) return static_cast<std::size_t>(c10::multiply_integers(dims) + 1) / 2;
  const std::size_t size = at::elementSize(ToScalarType(dtype));
  return value.strides.empty() ? at::detail::computeStorageNbytesContiguous(dims, size)
                               : at::detail::computeStorageNbytes(dims, value.strides, size);
}

}  // namespace

Call::Call(const Prototype& prototype, const OpInstance& op, const std::vector<Value>& inputs,
           const OpLibrary::AllocateOutput* allocate)
    : prototype_(prototype), op_(op), inputs_(inputs), allocate_(allocate) {
  TORCH_CHECK(op.input_counts.size() == prototype.inputs.size() &&
                  op.output_counts.size() == prototype.outputs.size(),
              "expected the counts of ", prototype.inputs.size(), " inputs and ", prototype.outputs.size(),
              " outputs, got ", op.input_counts.size(), " and ", op.output_counts.size());
  std::size_t total = 0;
  for (std::size_t i = 0; i < prototype.inputs.size(); ++i) {
    const auto& port = prototype.inputs[i];
    const std::size_t count = op.input_counts[i];
    TORCH_CHECK(port.arity == Arity::kDynamic || count == 1 || (count == 0 && port.arity == Arity::kOptional),
                "input ", port.name, " takes one tensor, got ", count);
    total += count;
  }
  TORCH_CHECK(total == inputs.size(), "expected ", total, " input tensors, got ", inputs.size());
  for (const auto& attr : prototype.attrs) {
    TORCH_CHECK(!attr.required || op.attrs.count(attr.name) != 0, "attribute ", attr.name, " (", attr.kind,
                ") is required and was not given");
  }
}

Call::Range Call::Find(std::string_view port) const {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < prototype_.inputs.size(); ++i) {
    if (prototype_.inputs[i].name == port) return {begin, op_.input_counts[i]};
    begin += op_.input_counts[i];
  }
  TORCH_CHECK(false, "the prototype has no input ", port);
}

at::Tensor Call::Load(std::size_t index) const {
  const Value& value = inputs_[index];
  return Load(index, value.desc.dims, ToScalarType(value.desc.dtype));
}

at::Tensor Call::Load(std::size_t index, at::IntArrayRef sizes, at::ScalarType type) const {
  const Value& value = inputs_[index];
  if (inferring()) {
    meta_.resize(inputs_.size());
    at::Tensor& meta = meta_[index];
    if (!meta.defined()) {
      const auto options = at::dtype(type).device(at::kMeta);
      meta = value.strides.empty() ? at::empty(sizes, options)
                                   : at::empty_strided(sizes, value.strides, options);
    }
    return meta;
  }
  at::Tensor tensor = OnMemory(value, sizes, type);
  TORCH_CHECK(value.data != nullptr || tensor.numel() == 0, "input tensor ", index, " has no data");
  return tensor;
}

at::Tensor Call::In(std::string_view port) const {
  const Range range = Find(port);
  TORCH_CHECK(range.count == 1, "input ", port, " is missing");
  return Load(range.begin);
}

at::Tensor Call::Bytes(std::string_view port) const {
  const std::size_t index = Find(port).begin;
  return Load(index, FourBitBytes(OnlyDesc(port).dims), at::kByte);
}

std::optional<at::Tensor> Call::Optional(std::string_view port) const {
  const Range range = Find(port);
  if (range.count == 0) return std::nullopt;
  return Load(range.begin);
}

std::vector<at::Tensor> Call::List(std::string_view port) const {
  const Range range = Find(port);
  std::vector<at::Tensor> tensors;
  for (std::size_t i = 0; i < range.count; ++i) tensors.push_back(Load(range.begin + i));
  return tensors;
}

const ValueDesc& Call::OnlyDesc(std::string_view port) const {
  const Range range = Find(port);
  TORCH_CHECK(range.count == 1, "input ", port, " is missing");
  return inputs_[range.begin].desc;
}

const std::vector<std::int64_t>& Call::Sizes(std::string_view port) const { return OnlyDesc(port).dims; }

at::ScalarType Call::TypeOf(std::string_view port) const { return ToScalarType(OnlyDesc(port).dtype); }

std::vector<ValueDesc> Call::Descs(std::string_view port) const {
  const Range range = Find(port);
  std::vector<ValueDesc> descs;
  for (std::size_t i = 0; i < range.count; ++i) descs.push_back(inputs_[range.begin + i].desc);
  return descs;
}

at::Tensor Call::Host(std::string_view port) const {
  const Range range = Find(port);
  TORCH_CHECK(range.count == 1, "input ", port, " is missing");
  const Value& value = inputs_[range.begin];
  at::Tensor tensor = OnMemory(value, value.desc.dims, ToScalarType(value.desc.dtype));
  if (value.data == nullptr && tensor.numel() != 0) throw NeedsValue{};
  return tensor;
}

std::vector<std::int64_t> Call::Ints(std::string_view port) const {
  const at::Tensor tensor = Host(port);
  TORCH_CHECK(at::isIntegralType(tensor.scalar_type(), /*includeBool=*/false), "input ", port,
              " must hold integers, got ", DataTypeName(ToDataType(tensor.scalar_type())));
  const at::Tensor wide = tensor.to(at::kLong).contiguous();
  const auto* data = wide.const_data_ptr<std::int64_t>();
  return {data, data + wide.numel()};
}

at::Scalar Call::Scalar(std::string_view port) const {
  const at::Tensor tensor = Host(port);
  TORCH_CHECK(tensor.numel() == 1, "input ", port, " must have one element, got shape ", tensor.sizes());
  return tensor.item();
}

const Attribute& Call::Attr(std::string_view name) const {
  const auto given = op_.attrs.find(std::string(name));
  if (given != op_.attrs.end()) return given->second;
  for (const auto& attr : prototype_.attrs) {
    if (attr.name == name) return attr.default_value;
  }
  TORCH_CHECK(false, "the prototype has no attribute ", name);
}

bool Call::Bool(std::string_view attr) const {
  const Attribute& value = Attr(attr);
  if (const bool* flag = As<bool>(value)) return *flag;
  return Int(attr) != 0;
}

std::int64_t Call::Int(std::string_view attr) const {
  const Attribute& value = Attr(attr);
  if (const auto* number = As<std::int64_t>(value)) return *number;
  const auto* dtype = As<::ge::DataType>(value);
  TORCH_CHECK(dtype != nullptr, "attribute ", attr, " must be an integer");
  return static_cast<std::int64_t>(*dtype);
}

double Call::Float(std::string_view attr) const {
  const Attribute& value = Attr(attr);
  // The shortest decimal number that reads back as this float is what the author wrote: 1e-5,
  // not 9.99999975e-06.
  if (const float* number = As<float>(value)) {
    std::ostringstream text;
    text.precision(7);
    text << *number;
    const double decimal = std::stod(text.str());
    return static_cast<float>(decimal) == *number ? decimal : static_cast<double>(*number);
  }
  return static_cast<double>(Int(attr));
}

std::string Call::String(std::string_view attr) const {
  const auto* text = As<std::string>(Attr(attr));
  TORCH_CHECK(text != nullptr, "attribute ", attr, " must be a string");
  return *text;
}

at::ScalarType Call::Type(std::string_view attr) const {
  return ToScalarType(static_cast<::ge::DataType>(Int(attr)));
}

std::vector<std::int64_t> Call::IntList(std::string_view attr) const {
  const auto* list = As<std::vector<std::int64_t>>(Attr(attr));
  TORCH_CHECK(list != nullptr, "attribute ", attr, " must be a list of integers");
  return *list;
}

std::vector<bool> Call::BoolList(std::string_view attr) const {
  const auto* list = As<std::vector<bool>>(Attr(attr));
  TORCH_CHECK(list != nullptr, "attribute ", attr, " must be a list of booleans");
  return *list;
}

bool Call::OverlapsInput(const void* data, std::size_t size, bool allow_same) const {
  const auto* begin = static_cast<const std::byte*>(data);
  for (const Value& value : inputs_) {
    const std::size_t bytes = Extent(value);
    const auto* other = static_cast<const std::byte*>(value.data);
    if (allow_same && other == begin && bytes == size && value.strides.empty()) continue;
    if (begin < other + bytes && other < begin + size) return true;
  }
  return false;
}

void* Call::Allocate(std::size_t index, const ValueDesc& desc, std::size_t bytes) {
  if (outputs_.size() <= index) outputs_.resize(index + 1);
  if (outputs_[index] == nullptr) {
    outputs_[index] = (*allocate_)(index, desc);
    TORCH_CHECK(outputs_[index] != nullptr || bytes == 0, "no memory for output ", index, " of ", bytes,
                " bytes");
  }
  return outputs_[index];
}

at::Tensor Call::Out(std::size_t index, at::IntArrayRef sizes, at::ScalarType type) {
  return Out(index, sizes, type, /*allow_same=*/true);
}

at::Tensor Call::OutApart(std::size_t index, at::IntArrayRef sizes, at::ScalarType type) {
  return Out(index, sizes, type, /*allow_same=*/false);
}

at::Tensor Call::Out(std::size_t index, at::IntArrayRef sizes, at::ScalarType type, bool allow_same) {
  const std::size_t bytes = c10::multiply_integers(sizes) * at::elementSize(type);
  void* data = Allocate(index, {ToDataType(type), sizes.vec()}, bytes);
  if (OverlapsInput(data, bytes, allow_same)) return at::empty(sizes, at::dtype(type));
  return at::from_blob(data, sizes, at::dtype(type));
}

std::vector<ValueView> Call::ViewsOfInputs(const std::vector<at::Tensor>& results) const {
  std::vector<ValueView> views;
  for (const at::Tensor& result : results) {
    const auto is_input = [&result](const at::Tensor& meta) {
      return meta.defined() && meta.is_alias_of(result) && meta.scalar_type() == result.scalar_type();
    };
    const auto input = std::find_if(meta_.begin(), meta_.end(), is_input);
    if (input == meta_.end()) return {};
    views.push_back({static_cast<std::size_t>(input - meta_.begin()),
                     static_cast<std::size_t>(result.storage_offset()), result.strides().vec()});
  }
  return views;
}

std::vector<at::Tensor> Call::Inputs() const {
  std::vector<at::Tensor> inputs;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    if (!IsFourBit(inputs_[i].desc.dtype)) inputs.push_back(Load(i));
  }
  return inputs;
}

void Call::RefuseInputs(std::initializer_list<const char*> ports) const {
  for (const char* port : ports) TORCH_CHECK(!Has(port), "input ", port, " is not emulated");
}

void Call::SetFourBit(std::size_t index, ::ge::DataType dtype) { four_bit_results_[index] = dtype; }

ValueDesc Call::Describe(std::size_t index, const at::Tensor& result) const {
  ValueDesc desc{::ge::DT_UNDEFINED, result.sizes().vec()};
  const auto four_bit = four_bit_results_.find(index);
  if (four_bit != four_bit_results_.end()) {
    desc.dtype = four_bit->second;
    desc.dims.back() *= 2;
  } else {
    desc.dtype = ToDataType(result.scalar_type());
  }
  return desc;
}

Status Call::Store(std::vector<at::Tensor> results) {
  std::size_t expected = 0;
  for (const std::size_t count : op_.output_counts) expected += count;
  TORCH_CHECK(results.size() == expected, "the node has ", expected, " outputs, the operator gives ",
              results.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    Allocate(i, Describe(i, results[i]), ByteSize(results[i]));
  }
  const auto in_place = [this, &results](std::size_t i) {
    return outputs_[i] == results[i].const_data_ptr() && results[i].is_contiguous();
  };
  // A result may be a view of an input whose memory an output takes over: read all such before writing any.
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (in_place(i)) continue;
    const bool is_input = OverlapsInput(results[i].storage().data(), results[i].storage().nbytes(), false);
    bool clobbered = false;
    for (std::size_t j = 0; is_input && j < results.size(); ++j) {
      clobbered = clobbered || OverlapsInput(outputs_[j], ByteSize(results[j]), false);
    }
    if (clobbered) results[i] = results[i].clone(at::MemoryFormat::Contiguous);
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    const at::Tensor& result = results[i];
    if (result.numel() == 0 || in_place(i)) continue;
    at::from_blob(outputs_[i], result.sizes(), at::dtype(result.scalar_type())).copy_(result);
  }
  return {};
}

std::string Call::Describe(const Prototype& prototype, const OpInstance& op,
                           const std::vector<Value>& inputs) {
  std::ostringstream text;
  text << prototype.type << "(";
  std::size_t index = 0;
  for (std::size_t port = 0; port < op.input_counts.size() && port < prototype.inputs.size(); ++port) {
    for (std::size_t i = 0; i < op.input_counts[port] && index < inputs.size(); ++i, ++index) {
      const ValueDesc& desc = inputs[index].desc;
      text << (index == 0 ? "" : ", ") << prototype.inputs[port].name;
      if (prototype.inputs[port].arity == Arity::kDynamic) text << i;
      text << ": " << DataTypeName(desc.dtype) << at::IntArrayRef(desc.dims);
    }
  }
  text << ")";
  return text.str();
}

}  // namespace cann_emulator::ops
