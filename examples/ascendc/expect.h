// SPDX-License-Identifier: Apache-2.0
// A program's check of its own results, and its exit code.
#pragma once

#include <cmath>
#include <cstdio>
#include <vector>

class Expectations {
 public:
  // Element i of `actual` must be expected(i), or as near as tolerance * max(1, |expected(i)|).
  template <typename T, typename Expected>
  void Equal(const char* what, const std::vector<T>& actual, Expected expected, double tolerance = 0.0) {
    for (std::size_t i = 0; i < actual.size(); ++i) {
      const double got = static_cast<double>(actual[i]);
      const double wanted = static_cast<double>(expected(i));
      const double error = std::fabs(got - wanted);
      if (got == wanted || error <= tolerance * std::fmax(1.0, std::fabs(wanted))) continue;
      std::fprintf(stderr, "%s: element %zu is %.9g, expected %.9g\n", what, i, got, wanted);
      failed_ = true;
      return;
    }
    std::printf("%s: %zu elements are right\n", what, actual.size());
  }
  void True(const char* what, bool holds) {
    std::fprintf(holds ? stdout : stderr, "%s: %s\n", what, holds ? "right" : "WRONG");
    failed_ = failed_ || !holds;
  }
  int ExitCode() const { return failed_ ? 1 : 0; }

 private:
  bool failed_ = false;
};

// `count` elements, element i being make(i).
template <typename T, typename Make>
std::vector<T> Generate(std::size_t count, Make make) {
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<T>(make(i));
  return values;
}
