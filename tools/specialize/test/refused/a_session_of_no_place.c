// SPDX-License-Identifier: BSD-2-Clause
// Values that cannot be those of a session, and an end that no source knows.
// RUN: %refused %s
// SPEC: entry twice(struct handle *h) as fast_twice;
// SPEC: session h->bit until forget;
// SPEC: session h->now until forget;
// SPEC: session *h until forget;
// CHECK: error[S0135]: `h->bit` is a bit-field
// CHECK: error[S0135]: `h->now` is volatile
// CHECK: error[S0135]: `*h` is a whole object

struct handle { int x; unsigned bit : 1; volatile int now; };
int twice(struct handle *h) { return 2 * h->x; }
void forget(void) {}
