// SPDX-License-Identifier: Apache-2.0
// A library that exists for its name only.
