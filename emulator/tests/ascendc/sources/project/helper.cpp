// SPDX-License-Identifier: Apache-2.0
#include "shared.h"

#if !defined(FOR_CXX) || defined(FOR_ASC)
#error "the target's settings did not arrive"
#endif

int Helper() { return 5; }
