// SPDX-License-Identifier: Apache-2.0
// Marks a function that libascendc_runtime.so exports to the language headers.
#pragma once

#define CANN_EMULATOR_ASCENDC_API __attribute__((visibility("default")))
