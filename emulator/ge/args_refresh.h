// SPDX-License-Identifier: Apache-2.0
// Which tensors of a custom operator have other addresses at each step of a static graph: those of operators
// that write them into their launches' arguments (ArgsUpdater), or say where they are (AnnotatedArgsOp). Of
// all others the addresses stay, and the graph's inputs and outputs are copied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ge/graph_ir.h"

namespace cann_emulator::engine {

// An input and an output of one name are one tensor: the operator may write to it.
bool WritesInput(const Node& node, std::size_t input);

bool RefreshesArgs(const Node& node);
// The memory of a tensor that the operator may write to stays.
bool RefreshesInput(const Node& node, std::size_t input);
bool RefreshesOutput(const Node& node, std::size_t output);

// Whether memory, of one byte at least, holds an address; null holds none.
bool HoldsAddress(const void* begin, std::size_t size, std::uintptr_t address);

// A tensor of a node whose address a step may change.
struct RefreshedTensor {
  std::string what;              // 'input 1'
  const char* before = nullptr;  // at the step before
  const char* now = nullptr;
  std::size_t size = 0;  // bytes
};

// The first place where `before` has an address of a tensor and `now` has not the tensor's new one, as 'byte
// 8, an address of input 1'; "" when there is none. Both are the bytes of the same arguments.
std::string FindStaleAddress(const std::string& before, const std::string& now,
                             const std::vector<RefreshedTensor>& tensors);

}  // namespace cann_emulator::engine
