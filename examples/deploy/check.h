// SPDX-License-Identifier: Apache-2.0
// What the programs print and how they end.
#pragma once

#include <chrono>
#include <functional>

#include "npy.h"

// Time since its construction.
class Stopwatch {
 public:
  double Milliseconds() const;

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Prints how far float32 scores [rows, classes] are from the expected ones; false unless the predictions are
// equal and no score differs by 1e-3.
bool Check(const char* how, const Array& actual, const Array& expected);

// Runs a program; the exit code is 1 when it returns false or throws, and then the reason is on stderr.
int Main(const char* name, const std::function<bool()>& program);
