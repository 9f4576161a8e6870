// SPDX-License-Identifier: Apache-2.0
// What the opaque aclmdlDataset holds.
#pragma once

#include <optional>
#include <vector>

#include "acl/tensor_desc.h"

struct aclmdlDataset {
  struct Entry {
    aclDataBuffer* buffer = nullptr;    // stays the caller's
    std::optional<aclTensorDesc> desc;  // an input's real shape; an output's, after a run
  };
  std::vector<Entry> entries;
};
