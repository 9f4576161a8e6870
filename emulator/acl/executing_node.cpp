// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "acl/runtime.h"

namespace cann_emulator {

namespace {

thread_local std::shared_ptr<const ExecutingNode> t_node;

}  // namespace

std::shared_ptr<const ExecutingNode> SetExecutingNode(std::shared_ptr<const ExecutingNode> node) {
  return std::exchange(t_node, std::move(node));
}

std::shared_ptr<const ExecutingNode> CurrentExecutingNode() { return t_node; }

}  // namespace cann_emulator
