// SPDX-License-Identifier: BSD-2-Clause
// Each code has its page, and the example of each page is refused by that code.
// RUN: %python %support/pages.py --specialize %specialize
