// SPDX-License-Identifier: BSD-2-Clause
// Clang does not understand it.
// RUN: %refused %s
// SPEC: entry twice(int x) as twice_of_3;
// SPEC: static x = 3 4;
// CHECK: error[S0139]: expected ')'
// CHECK-NEXT: --> {{.*}}test.spec:2:14

int twice(int x) { return 2 * x; }
