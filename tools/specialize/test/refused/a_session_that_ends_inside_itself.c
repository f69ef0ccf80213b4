// SPDX-License-Identifier: BSD-2-Clause
// A value that the entry itself writes, and an end that it calls.
// RUN: %refused %s
// SPEC: closed program;
// SPEC: entry twice(struct handle *h) as fast_twice;
// SPEC: session h->x until forget;
// CHECK: error[S0205]: `forget` ends the session and is called inside of it
// CHECK: error[S0201]: `h->x` is written inside its own phase
// CHECK: the write: `h->x = 0`
// CHECK: error[S0201]: `h->x` is written inside its own phase
// CHECK: the write: `h->x = 2`

struct handle { int x; };
void forget(struct handle *h) { h->x = 0; }
int twice(struct handle *h) {
    int result = 2 * h->x;
    h->x = 2;
    forget(h);
    return result;
}
