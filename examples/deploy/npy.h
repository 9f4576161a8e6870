// SPDX-License-Identifier: Apache-2.0
// Tensors in NumPy's .npy files: what torch wrote is read here, to check against it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

// A dense row-major tensor in host memory.
struct Array {
  std::string dtype;  // NumPy's name: "<f4", "<f2", "<i8", "<i4", "|b1", "|i1", "|u1"
  std::vector<std::int64_t> dims;
  std::vector<char> bytes;

  std::size_t ElementSize() const;  // bytes
};

// Throws std::runtime_error for a file that is no .npy file of these dtypes in row-major order.
Array ReadNpy(const std::string& path);

// The largest absolute difference of two float32 ("<f4") tensors, not a number if there is one. Throws
// std::runtime_error when they differ in dtype or shape.
double LargestDifference(const Array& actual, const Array& expected);

// The index of the largest element in each row of a float32 tensor [rows, classes].
std::vector<std::int64_t> Predictions(const Array& scores);
