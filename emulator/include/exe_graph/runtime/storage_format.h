// SPDX-License-Identifier: Apache-2.0
// The format as the model sees it (origin) and as the data lies in memory (storage).
#pragma once

#include "exe_graph/runtime/expand_dims_type.h"
#include "graph/types.h"

namespace gert {

class StorageFormat {
 public:
  StorageFormat() = default;
  StorageFormat(ge::Format origin, ge::Format storage, const ExpandDimsType& expand_dims)
      : origin_format_(origin), storage_format_(storage), expand_dims_type_(expand_dims) {}

  ge::Format GetOriginFormat() const { return origin_format_; }
  ge::Format GetStorageFormat() const { return storage_format_; }
  void SetOriginFormat(ge::Format format) { origin_format_ = format; }
  void SetStorageFormat(ge::Format format) { storage_format_ = format; }
  ExpandDimsType GetExpandDimsType() const { return expand_dims_type_; }
  void SetExpandDimsType(const ExpandDimsType& type) { expand_dims_type_ = type; }
  ExpandDimsType& MutableExpandDimsType() { return expand_dims_type_; }

  bool operator==(const StorageFormat& other) const {
    return origin_format_ == other.origin_format_ && storage_format_ == other.storage_format_ &&
           expand_dims_type_ == other.expand_dims_type_;
  }
  bool operator!=(const StorageFormat& other) const { return !(*this == other); }

 private:
  ge::Format origin_format_ = ge::FORMAT_ND;
  ge::Format storage_format_ = ge::FORMAT_ND;
  ExpandDimsType expand_dims_type_;
  std::uint8_t reserved_[40] = {};
};
static_assert(sizeof(StorageFormat) == 96, "layout of GE's interface");

}  // namespace gert
