// SPDX-License-Identifier: BSD-2-Clause
// A wrong type.
// RUN: %refused %s
// SPEC: entry sum(struct point *p) as sum_from_3;
// SPEC: static p->x = "3";
// CHECK: error[S0133]: incompatible pointer to integer conversion assigning to 'int' from 'char[2]'
// CHECK-NEXT: --> {{.*}}test.spec:2:12

struct point { int x, y; };
int sum(struct point *p) { return p->x + p->y; }
