// SPDX-License-Identifier: BSD-2-Clause
// A missing semicolon.
// RUN: %refused %s
// SPEC: entry twice(int x) as twice_of_3
// SPEC: static x = 3;
// CHECK: error[S0123]: `;` is missing
// CHECK-NEXT: --> {{.*}}test.spec:1:33
// CHECK: help: write `twice_of_3;`

int twice(int x) { return 2 * x; }
