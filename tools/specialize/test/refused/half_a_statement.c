// SPDX-License-Identifier: BSD-2-Clause
// Half a statement.
// RUN: %refused %s
// SPEC: entry twice(int x) as twice_of_3;
// SPEC: static x == 3;
// CHECK: error[S0124]: `==` compares; a fact says what is
// CHECK-NEXT: --> {{.*}}test.spec:2:10
// CHECK: help: write `static x = …`

int twice(int x) { return 2 * x; }
