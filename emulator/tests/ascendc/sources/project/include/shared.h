// SPDX-License-Identifier: Apache-2.0
#pragma once

void RunMixed();
void RunKernels();
int Helper();
