// SPDX-License-Identifier: Apache-2.0
// Everything behind this name is in libplatform.so.
