// SPDX-License-Identifier: Apache-2.0
// What the opaque aclTensorDesc and aclDataBuffer hold; the operator libraries read them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "acl/acl_base.h"

struct aclTensorDesc {
  aclDataType type = ACL_DT_UNDEFINED;
  aclFormat format = ACL_FORMAT_UNDEFINED;  // the origin format; equal to the storage format unless set apart
  std::vector<std::int64_t> dims;           // -1: unknown
  aclFormat storage_format = ACL_FORMAT_UNDEFINED;
  std::vector<std::int64_t> storage_dims;
  std::vector<std::array<std::int64_t, 2>> shape_range;  // empty: none given
  aclMemType placement = ACL_MEMTYPE_DEVICE;
  std::string name;
  std::string dynamic_input_name;         // the dynamic input that the tensor is a part of; empty: none
  std::vector<std::byte> constant_value;  // of a constant input; with is_constant
  bool is_constant = false;
};

struct aclDataBuffer {
  void* data = nullptr;
  std::size_t size = 0;  // bytes
};
