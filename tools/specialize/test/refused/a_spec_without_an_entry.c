// SPDX-License-Identifier: BSD-2-Clause
// A spec without an entry.
// RUN: %refused %s
// SPEC: // nothing yet
// CHECK: error[S0142]: there is no entry in this file
// CHECK-NEXT: --> {{.*}}test.spec
// CHECK: help: begin with the function, as in `entry send(...) as send_special;`

int twice(int x) { return 2 * x; }
