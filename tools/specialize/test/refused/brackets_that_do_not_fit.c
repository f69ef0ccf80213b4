// SPDX-License-Identifier: BSD-2-Clause
// Brackets that do not fit.
// RUN: %refused %s
// SPEC: entry twice(int x as twice_of_3;
// CHECK: error[S0126]: `(` is not closed
// CHECK-NEXT: --> {{.*}}test.spec:1:12
// CHECK: help: put `)` where it ends

int twice(int x) { return 2 * x; }
