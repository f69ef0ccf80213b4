// SPDX-License-Identifier: BSD-2-Clause
// An unknown statement.
// RUN: %refused %s
// SPEC: entry twice(int x) as twice_of_3;
// SPEC: statik x = 3;
// CHECK: error[S0122]: no statement begins with `statik`
// CHECK-NEXT: --> {{.*}}test.spec:2:1
// CHECK: help: write `static`

int twice(int x) { return 2 * x; }
