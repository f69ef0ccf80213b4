// SPDX-License-Identifier: BSD-2-Clause
// Sources that define the same name.
// RUN: %refused %s %S/Inputs/another_program.c
// SPEC: entry twice(int x) as twice_of_3;
// SPEC: static x = 3;
// CHECK: error[S0404]: the sources do not fit together: {{.*}}twice

int twice(int x) { return 2 * x; }
