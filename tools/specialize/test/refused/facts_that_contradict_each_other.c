// SPDX-License-Identifier: BSD-2-Clause
// Facts that contradict each other.
// RUN: %refused %s
// SPEC: entry sum(struct point *p) as sum_from_3;
// SPEC: static p->x = 3;
// SPEC: expect (*p).x in {1, 2};
// CHECK: error[S0127]: `(*p).x` is static and expected
// CHECK-NEXT: --> {{.*}}test.spec:3:8
// CHECK: help: leave one of them out

struct point { int x, y; };
int sum(struct point *p) { return p->x + p->y; }
