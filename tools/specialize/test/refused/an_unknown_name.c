// SPDX-License-Identifier: BSD-2-Clause
// An unknown name.
// RUN: %refused %s
// SPEC: entry sum(struct point *p) as sum_from_3;
// SPEC: static p->z = 3;
// CHECK: error[S0132]: no member named 'z' in 'struct point'
// CHECK-NEXT: --> {{.*}}test.spec:2:11

struct point { int x, y; };
int sum(struct point *p) { return p->x + p->y; }
