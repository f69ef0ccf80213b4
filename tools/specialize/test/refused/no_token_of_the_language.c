// SPDX-License-Identifier: BSD-2-Clause
// No token of the language.
// RUN: %refused %s
// SPEC: entry twice(int x) as twice_of_3;
// SPEC: static x = 3; @
// CHECK: error[S0121]: `@` means nothing here
// CHECK-NEXT: --> {{.*}}test.spec:2:15
// CHECK: help: remove it

int twice(int x) { return 2 * x; }
