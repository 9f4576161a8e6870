// SPDX-License-Identifier: Apache-2.0
// What every .asc file sees without an #include: the qualifiers, launches, arrays in UB, block_idx and
// block_num. The .asc compiler includes it first.
#pragma once

#include "ascendc/block.h"
#include "ascendc/launch.h"
#include "ascendc/qualifiers.h"
#include "ascendc/ub_array.h"
