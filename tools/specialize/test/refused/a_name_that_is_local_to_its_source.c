// SPDX-License-Identifier: BSD-2-Clause
// A name that is local to its source, where the version stands alone.
// RUN: %refused --option=--alone %s
// SPEC: entry count(int step) as count_by_two;
// SPEC: static step = 2;
// CHECK: error[S0405]: the version needs `counter`, which is local to its source
// CHECK: help: leave out `--alone`

static int counter;
int count(int step) { return counter += step; }
