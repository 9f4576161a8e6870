// SPDX-License-Identifier: Apache-2.0
// What the test libraries share: a table of named cases that Python calls, and the stream's error text.
#pragma once

#include <acl/acl.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <string>

// One call from Python; each case reads the fields it needs. Sizes in bytes, counts in elements.
struct Request {
  std::uint8_t* destination;
  std::uint8_t* source[2];
  std::uint64_t destination_size;
  std::uint64_t source_size;
  double scalar;
  std::int64_t form;  // 0: count; 1: mask bits; 2: mask as a number of lanes
  std::uint64_t count;
  std::uint64_t mask[2];
  std::int64_t repeats;
  std::int64_t block_stride[3];
  std::int64_t repeat_stride[3];
  std::int64_t round_mode;
  std::int64_t blocks;
  std::int64_t number;  // free use
};

using Case = void (*)(const Request&);

inline std::map<std::string, Case>& Cases() {
  static std::map<std::string, Case> cases;
  return cases;
}

struct Register {
  Register(const char* name, Case run) { Cases()[name] = run; }
};

// Runs the case on the default stream and waits for it. Returns the error text, or null.
extern "C" inline const char* RunCase(const char* name, const Request* request) {
  static std::string text;
  const auto found = Cases().find(name);
  if (found == Cases().end()) {
    text = std::string("no such case: ") + name;
    return text.c_str();
  }
  found->second(*request);
  if (aclrtSynchronizeStream(nullptr) == ACL_SUCCESS) return nullptr;
  text = aclGetRecentErrMsg();
  return text.c_str();
}

__attribute__((used)) inline const auto kKeepRunCase = &RunCase;
