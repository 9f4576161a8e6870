// SPDX-License-Identifier: Apache-2.0
#include "ge/runtime_attrs_builder.h"

#include <cstring>
#include <string>

#include "exe_graph/runtime/continuous_vector.h"
#include "exe_graph/runtime/runtime_attrs.h"

namespace cann_emulator::engine {
namespace {

using ::gert::ContinuousVector;
using ::gert::ContinuousVectorVector;

using Bytes = std::vector<unsigned char>;

template <typename T>
Bytes Encode(T value) {
  Bytes bytes(sizeof(T));
  std::memcpy(bytes.data(), &value, sizeof(T));
  return bytes;
}

Bytes Encode(const std::string& text) {
  Bytes bytes(text.begin(), text.end());
  bytes.push_back('\0');
  return bytes;
}

Bytes EncodeVector(std::size_t count, const void* elements, std::size_t element_bytes) {
  Bytes bytes(std::max(sizeof(ContinuousVector), ContinuousVector::TotalSize(1, element_bytes)));
  auto* vector = ContinuousVector::Create(bytes.data(), count);
  if (element_bytes != 0) {
    std::memcpy(vector->MutableData(), elements, element_bytes);
  }
  return bytes;
}

template <typename T>
Bytes Encode(const std::vector<T>& values) {
  return EncodeVector(values.size(), values.data(), values.size() * sizeof(T));
}

Bytes Encode(const std::vector<bool>& values) {
  const Bytes elements(values.begin(), values.end());
  return EncodeVector(elements.size(), elements.data(), elements.size());
}

Bytes Encode(const std::vector<std::string>& values) {
  Bytes elements;
  for (const std::string& value : values) {
    const Bytes text = Encode(value);
    elements.insert(elements.end(), text.begin(), text.end());
  }
  return EncodeVector(values.size(), elements.data(), elements.size());
}

void Align(Bytes* bytes) { bytes->resize((bytes->size() + 7) / 8 * 8); }

template <typename T>
Bytes Encode(const std::vector<std::vector<T>>& lists) {
  Bytes bytes(ContinuousVectorVector::HeaderSize(lists.size()));
  std::vector<std::size_t> offsets;
  for (const auto& list : lists) {
    Align(&bytes);
    offsets.push_back(bytes.size());
    const Bytes inner = Encode(list);
    bytes.insert(bytes.end(), inner.begin(), inner.end());
  }
  auto* vector = ContinuousVectorVector::Create(bytes.data(), lists.size());
  std::copy(offsets.begin(), offsets.end(), vector->MutableOffsets());
  return bytes;
}

Bytes Encode(std::monostate) { return Bytes(sizeof(ContinuousVector)); }

}  // namespace

std::vector<std::uint64_t> BuildRuntimeAttrs(const Prototype& prototype, const Attributes& attrs) {
  const std::size_t count = prototype.attrs.size();
  Bytes bytes(::gert::RuntimeAttrs::kHeaderSize + count * sizeof(std::size_t));
  std::vector<std::size_t> offsets;
  for (const auto& attr : prototype.attrs) {
    const auto given = attrs.find(attr.name);
    const Attribute& value = given != attrs.end() ? given->second : attr.default_value;
    Align(&bytes);
    offsets.push_back(bytes.size());
    const Bytes encoded = std::visit([](const auto& v) { return Encode(v); }, value);
    bytes.insert(bytes.end(), encoded.begin(), encoded.end());
  }
  Align(&bytes);
  auto* result = reinterpret_cast<::gert::RuntimeAttrs*>(bytes.data());
  result->SetAttrNum(count);
  std::copy(offsets.begin(), offsets.end(), result->MutableOffsets());
  std::vector<std::uint64_t> words(bytes.size() / sizeof(std::uint64_t));
  std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

}  // namespace cann_emulator::engine
