// SPDX-License-Identifier: Apache-2.0
// A library whose only purpose is its name: it needs libge_runner.so.
