// SPDX-License-Identifier: BSD-2-Clause
// Several functions of one name.
// RUN: %refused %s
// SPEC: entry twice(...) as twice_of_3;
// SPEC: static x = 3;
// CHECK: error[S0130]: several functions are named `twice`
// CHECK-NEXT: --> {{.*}}test.spec:1:7
// CHECK: help: write the types of the parameters as one of them has them, or a longer name

int twice(int x) { return 2 * x; }
long twice(long x) { return 2 * x; }
