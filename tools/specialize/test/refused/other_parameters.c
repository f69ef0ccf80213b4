// SPDX-License-Identifier: BSD-2-Clause
// Other parameters.
// RUN: %refused %s
// SPEC: entry twice(long x) as twice_of_3;
// SPEC: static x = 3;
// CHECK: error[S0131]: this parameter has the type `int`
// CHECK-NEXT: --> {{.*}}test.spec:1:13
// CHECK: help: write `twice(int x)`

int twice(int x) { return 2 * x; }
