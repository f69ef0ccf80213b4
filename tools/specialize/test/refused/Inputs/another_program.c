// SPDX-License-Identifier: BSD-2-Clause
// Defines what the test defines, too.
int twice(int x) { return x + x; }
