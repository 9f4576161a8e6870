// SPDX-License-Identifier: Apache-2.0
// The vector functions of the C API.
#pragma once

#include "c_api/vector_compute/arithmetic.h"
#include "c_api/vector_compute/cast.h"
#include "c_api/vector_compute/compare.h"
#include "c_api/vector_compute/compound.h"
#include "c_api/vector_compute/mask.h"
#include "c_api/vector_compute/move.h"
#include "c_api/vector_compute/reduce.h"
