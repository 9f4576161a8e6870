// SPDX-License-Identifier: Apache-2.0
// An offline model of one input and one output, through ACL's model interface. Failures throw
// std::runtime_error.
#pragma once

#include <cstdint>
#include <string>

#include "device.h"
#include "npy.h"

class AclModel {
 public:
  explicit AclModel(const std::string& file);
  ~AclModel();
  AclModel(const AclModel&) = delete;
  AclModel& operator=(const AclModel&) = delete;

  // Runs on `input` (float32) and waits; on `stream` where one is given.
  Array Run(const Array& input, const Stream* stream = nullptr) const;

 private:
  std::uint32_t id_ = 0;
};
