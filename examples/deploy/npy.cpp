// SPDX-License-Identifier: Apache-2.0
#include "npy.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <stdexcept>

namespace {

constexpr char kMagic[] = "\x93NUMPY\x01";  // format version 1
constexpr std::size_t kHeaderStart = 10;    // magic, minor version, length of the header in 2 bytes

std::runtime_error Malformed(const std::string& path) {
  return std::runtime_error(path + " is not a .npy file of version 1 with a known dtype in row-major order");
}

// What follows `key` in the header, a Python dictionary as text.
std::string After(const std::string& header, const std::string& key, const std::string& path) {
  const std::size_t found = header.find("'" + key + "': ");
  if (found == std::string::npos) throw Malformed(path);
  return header.substr(found + key.size() + 4);
}

std::vector<std::int64_t> ParseShape(const std::string& text, const std::string& path) {
  std::vector<std::int64_t> dims;
  if (text.empty() || text[0] != '(' || text.find(')') == std::string::npos) throw Malformed(path);
  std::string rest = text.substr(1, text.find(')') - 1);
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string number = rest.substr(0, comma);
    if (number.find_first_not_of(' ') != std::string::npos) dims.push_back(std::stoll(number));
    rest.erase(0, comma + 1);
  }
  return dims;
}

const float* Floats(const Array& array) { return reinterpret_cast<const float*>(array.bytes.data()); }

}  // namespace

std::size_t Array::ElementSize() const {
  return dtype.size() == 3 && dtype[2] >= '1' && dtype[2] <= '8' ? static_cast<std::size_t>(dtype[2] - '0')
                                                                 : 0;
}

Array ReadNpy(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(path + " cannot be read");
  const std::vector<char> content((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (content.size() < kHeaderStart || std::memcmp(content.data(), kMagic, sizeof(kMagic) - 1) != 0) {
    throw Malformed(path);
  }
  const std::size_t length =
      static_cast<unsigned char>(content[8]) + 256U * static_cast<unsigned char>(content[9]);
  if (content.size() < kHeaderStart + length) throw Malformed(path);
  const std::string header(content.data() + kHeaderStart, length);

  Array array;
  array.dtype = After(header, "descr", path).substr(1, 3);
  if (After(header, "fortran_order", path).rfind("False", 0) != 0 || array.ElementSize() == 0)
    throw Malformed(path);
  array.dims = ParseShape(After(header, "shape", path), path);
  std::size_t size = array.ElementSize();
  for (const std::int64_t dim : array.dims) size *= static_cast<std::size_t>(dim);
  array.bytes.assign(content.begin() + static_cast<std::ptrdiff_t>(kHeaderStart + length), content.end());
  if (array.bytes.size() != size) throw Malformed(path);
  return array;
}

double LargestDifference(const Array& actual, const Array& expected) {
  if (actual.dtype != "<f4" || expected.dtype != "<f4" || actual.dims != expected.dims) {
    throw std::runtime_error("the result and what is expected differ in shape, or are not float32");
  }
  double largest = 0;
  for (std::size_t i = 0; i < actual.bytes.size() / sizeof(float); ++i) {
    const double difference = std::fabs(static_cast<double>(Floats(actual)[i]) - Floats(expected)[i]);
    if (std::isnan(difference)) return std::numeric_limits<double>::quiet_NaN();
    largest = std::max(largest, difference);
  }
  return largest;
}

std::vector<std::int64_t> Predictions(const Array& scores) {
  std::vector<std::int64_t> result;
  const std::int64_t classes = scores.dims.back();
  for (std::int64_t row = 0; row < scores.dims.front(); ++row) {
    const float* first = Floats(scores) + row * classes;
    result.push_back(std::max_element(first, first + classes) - first);
  }
  return result;
}
