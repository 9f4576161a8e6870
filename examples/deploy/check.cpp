// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include <cstdio>
#include <exception>

double Stopwatch::Milliseconds() const {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
}

bool Check(const char* how, const Array& actual, const Array& expected) {
  const double difference = LargestDifference(actual, expected);
  const bool equal = difference < 1e-3 && Predictions(actual) == Predictions(expected);
  std::printf("%-24s largest difference %.2e, predictions %s\n", how, difference, equal ? "equal" : "DIFFER");
  return equal;
}

int Main(const char* name, const std::function<bool()>& program) {
  try {
    return program() ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", name, error.what());
    return 1;
  }
}
