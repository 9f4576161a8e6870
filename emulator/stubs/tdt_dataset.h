// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "acl/acl_tdt.h"

struct acltdtDataItem {
  acltdtTensorType type = ACL_TENSOR_DATA_UNDEFINED;
  aclDataType data_type = ACL_DT_UNDEFINED;
  std::vector<std::int64_t> dims;
  void* data = nullptr;
  std::size_t size = 0;                 // bytes
  std::vector<unsigned char> received;  // what `data` points to in an item that came through a channel
};

struct acltdtDataset {
  std::string name;
  std::vector<acltdtDataItem*> items;
  bool owns_items = false;  // those of a received dataset
};

namespace cann_emulator {

void ClearDataset(acltdtDataset* dataset);

}  // namespace cann_emulator
