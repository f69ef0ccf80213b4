// SPDX-License-Identifier: BSD-2-Clause
// The end of a session is a function.
// RUN: %refused %s
// SPEC: entry twice(struct handle *h) as fast_twice;
// SPEC: session h->x until forgotten;
// CHECK: error[S0129]: no source knows a function `forgotten`
// CHECK-NEXT: --> {{.*}}test.spec:2:20
// CHECK: help: name one that is called when `h->x` loses its value

struct handle { int x; };
int twice(struct handle *h) { return 2 * h->x; }
void forget(void) {}
