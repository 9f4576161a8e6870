// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "graph/graph_buffer.h"
