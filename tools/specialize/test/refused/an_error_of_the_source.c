// SPDX-License-Identifier: BSD-2-Clause
// An error of the source.
// RUN: %refused %s
// SPEC: entry twice(int x) as twice_of_3;
// SPEC: static x = 3;
// CHECK: error[S0104]: use of undeclared identifier 'y'
// CHECK-NEXT: --> {{.*}}an_error_of_the_source.c:{{[0-9]+}}:31

int twice(int x) { return 2 * y; }
