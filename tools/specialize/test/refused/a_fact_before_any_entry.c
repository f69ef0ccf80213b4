// SPDX-License-Identifier: BSD-2-Clause
// A fact before any entry.
// RUN: %refused %s
// SPEC: static x = 3;
// CHECK: error[S0125]: this stands before any entry
// CHECK-NEXT: --> {{.*}}test.spec:1:1
// CHECK: help: begin with the function, as in `entry send(...) as send_special;`

int twice(int x) { return 2 * x; }
