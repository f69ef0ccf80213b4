// SPDX-License-Identifier: BSD-2-Clause
// No such function.
// RUN: %refused %s
// SPEC: entry twise(int x) as twice_of_3;
// SPEC: static x = 3;
// CHECK: error[S0129]: no source defines a function `twise`
// CHECK-NEXT: --> {{.*}}test.spec:1:7
// CHECK: help: write `twice`

int twice(int x) { return 2 * x; }
