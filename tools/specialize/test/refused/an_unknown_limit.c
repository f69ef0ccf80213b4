// SPDX-License-Identifier: BSD-2-Clause
// A limit that does not exist, and ones that are no numbers.
// RUN: %refused %s
// SPEC: entry twice(int x) as twice_of_3;
// SPEC: static x = 3;
// SPEC: limit speed = 7;
// SPEC: limit depth = 0;
// SPEC: limit code;
// SPEC: limit open_iterations = 99999999999;
// CHECK: error[S0140]: there is no limit `speed`
// CHECK-NEXT: --> {{.*}}test.spec:3:7
// CHECK: help: limits are versions, iterations, open_iterations, depth, recursion, instructions, code, branches
// CHECK: error[S0124]: how much is the limit `depth`?
// CHECK: help: write `limit depth = NUMBER;`, with a number from 1 to 4294967295
// CHECK: error[S0124]: how much is the limit `code`?
// CHECK: error[S0124]: how much is the limit `open_iterations`?

int twice(int x) { return 2 * x; }
