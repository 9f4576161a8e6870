// SPDX-License-Identifier: Apache-2.0
// A node's attributes at run time, in the order of the prototype. Each accessor returns nullptr for an index
// out of range; the caller names the type that the prototype declares:
//   Int int64_t, Float float, Bool bool, Type ge::DataType, String a char array ending in '\0',
//   lists TypedContinuousVector of these (ListString: the strings one after another, each with its '\0'),
//   ListListInt and ListListFloat ContinuousVectorVector.
#pragma once

#include <cstddef>
#include <cstdint>

#include "exe_graph/runtime/continuous_vector.h"
#include "graph/types.h"

namespace gert {

class RuntimeAttrs {
 public:
  std::size_t GetAttrNum() const { return attr_num_; }

  template <typename T>
  const T* GetAttrPointer(std::size_t index) const {
    if (index >= attr_num_) {
      return nullptr;
    }
    return reinterpret_cast<const T*>(reinterpret_cast<const std::uint8_t*>(this) + Offsets()[index]);
  }

  const std::int64_t* GetInt(std::size_t index) const { return GetAttrPointer<std::int64_t>(index); }
  const float* GetFloat(std::size_t index) const { return GetAttrPointer<float>(index); }
  const bool* GetBool(std::size_t index) const { return GetAttrPointer<bool>(index); }
  const char* GetStr(std::size_t index) const { return GetAttrPointer<char>(index); }
  const ge::DataType* GetDataType(std::size_t index) const { return GetAttrPointer<ge::DataType>(index); }
  const TypedContinuousVector<std::int64_t>* GetListInt(std::size_t index) const {
    return GetAttrPointer<TypedContinuousVector<std::int64_t>>(index);
  }
  const TypedContinuousVector<float>* GetListFloat(std::size_t index) const {
    return GetAttrPointer<TypedContinuousVector<float>>(index);
  }
  const TypedContinuousVector<bool>* GetListBool(std::size_t index) const {
    return GetAttrPointer<TypedContinuousVector<bool>>(index);
  }
  const ContinuousVectorVector* GetListListInt(std::size_t index) const {
    return GetAttrPointer<ContinuousVectorVector>(index);
  }
  const ContinuousVectorVector* GetListListFloat(std::size_t index) const {
    return GetAttrPointer<ContinuousVectorVector>(index);
  }

  // For the one who builds it.
  static constexpr std::size_t kHeaderSize = 48;
  void SetAttrNum(std::size_t count) { attr_num_ = count; }
  std::size_t* MutableOffsets() { return const_cast<std::size_t*>(Offsets()); }

 private:
  const std::size_t* Offsets() const { return reinterpret_cast<const std::size_t*>(this + 1); }

  std::size_t attr_num_;
  std::uint8_t reserved_[40];
};
static_assert(sizeof(RuntimeAttrs) == RuntimeAttrs::kHeaderSize, "layout of GE's interface");

}  // namespace gert
