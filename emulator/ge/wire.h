// SPDX-License-Identifier: Apache-2.0
// A bounds-checked reader of the protobuf wire format. Own code because pip offers no C++ protobuf, and
// because one linked in would have to be kept apart from the copies inside torch and torch_npu.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cann_emulator::engine {

// Reads the fields of one message in order. Never reads outside the bytes and allocates nothing.
class WireReader {
 public:
  explicit WireReader(std::string_view bytes) : bytes_(bytes) {}

  // Moves to the next field; false at the end or after malformed bytes.
  bool Next();
  bool Failed() const { return failed_; }

  std::uint32_t Field() const { return field_; }
  // The current field's value in the form its wire type has; Failed() is set when it has another one.
  std::uint64_t Varint();
  float Float();
  std::string_view Bytes();
  // Appends the values of a repeated scalar field, packed or not.
  void AppendVarints(std::vector<std::int64_t>* values);
  void AppendFloats(std::vector<float>* values);

 private:
  enum WireType : std::uint32_t { kVarint = 0, kFixed64 = 1, kLengthDelimited = 2, kFixed32 = 5 };

  bool ReadVarint(std::uint64_t* value);
  bool Fail();

  std::string_view bytes_;
  std::size_t position_ = 0;
  std::uint32_t field_ = 0;
  WireType type_ = kVarint;
  std::uint64_t scalar_ = 0;
  std::string_view payload_;
  bool failed_ = false;
};

}  // namespace cann_emulator::engine
