// SPDX-License-Identifier: Apache-2.0
#include "aclop/attributes.h"

#include <string>
#include <utility>
#include <vector>

#include "acl/acl_op.h"
#include "acl/runtime.h"

namespace {

using cann_emulator::Attribute;

aclError Refuse(const char* function, const std::string& what) {
  return cann_emulator::ReportError(ACL_ERROR_INVALID_PARAM, std::string(function) + ": " + what);
}

aclError Set(const char* function, aclopAttr* attr, const char* name, Attribute value) {
  if (attr == nullptr) return Refuse(function, "attr is null");
  if (name == nullptr) return Refuse(function, "the attribute's name is null");
  attr->values[name] = std::move(value);
  return ACL_SUCCESS;
}

// An array of `count` elements becomes a vector of T.
template <typename T, typename From>
aclError SetList(const char* function, aclopAttr* attr, const char* name, int count, const From* values) {
  if (count < 0 || (count > 0 && values == nullptr)) {
    return Refuse(function,
                  std::to_string(count) + " values in " + (values == nullptr ? "a null" : "an") + " array");
  }
  std::vector<T> list;
  for (int i = 0; i < count; ++i) list.push_back(static_cast<T>(values[i]));
  return Set(function, attr, name, std::move(list));
}

}  // namespace

aclopAttr* aclopCreateAttr() { return new aclopAttr; }

void aclopDestroyAttr(const aclopAttr* attr) { delete attr; }

aclError aclopSetAttrBool(aclopAttr* attr, const char* name, uint8_t value) {
  return Set(__func__, attr, name, value != 0);
}

aclError aclopSetAttrInt(aclopAttr* attr, const char* name, int64_t value) {
  return Set(__func__, attr, name, std::int64_t{value});
}

aclError aclopSetAttrFloat(aclopAttr* attr, const char* name, float value) {
  return Set(__func__, attr, name, value);
}

aclError aclopSetAttrString(aclopAttr* attr, const char* name, const char* value) {
  if (value == nullptr) return Refuse(__func__, "the value is null");
  return Set(__func__, attr, name, std::string(value));
}

aclError aclopSetAttrDataType(aclopAttr* attr, const char* name, aclDataType value) {
  return Set(__func__, attr, name, static_cast<ge::DataType>(value));
}

aclError aclopSetAttrListBool(aclopAttr* attr, const char* name, int count, const uint8_t* values) {
  return SetList<bool>(__func__, attr, name, count, values);
}

aclError aclopSetAttrListInt(aclopAttr* attr, const char* name, int count, const int64_t* values) {
  return SetList<std::int64_t>(__func__, attr, name, count, values);
}

aclError aclopSetAttrListFloat(aclopAttr* attr, const char* name, int count, const float* values) {
  return SetList<float>(__func__, attr, name, count, values);
}

aclError aclopSetAttrListString(aclopAttr* attr, const char* name, int count, const char** values) {
  for (int i = 0; values != nullptr && i < count; ++i) {
    if (values[i] == nullptr) return Refuse(__func__, "value " + std::to_string(i) + " is null");
  }
  return SetList<std::string>(__func__, attr, name, count, values);
}

aclError aclopSetAttrListDataType(aclopAttr* attr, const char* name, int count, const aclDataType values[]) {
  return SetList<ge::DataType>(__func__, attr, name, count, values);
}

aclError aclopSetAttrListListInt(aclopAttr* attr, const char* name, int count, const int* counts,
                                 const int64_t* const values[]) {
  if (count < 0 || (count > 0 && (counts == nullptr || values == nullptr))) {
    return Refuse(__func__, std::to_string(count) + " lists in a null array");
  }
  std::vector<std::vector<std::int64_t>> lists;
  for (int i = 0; i < count; ++i) {
    if (counts[i] < 0 || (counts[i] > 0 && values[i] == nullptr)) {
      return Refuse(__func__, "list " + std::to_string(i) + " is null or of negative size");
    }
    lists.emplace_back(values[i], values[i] + counts[i]);
  }
  return Set(__func__, attr, name, std::move(lists));
}
