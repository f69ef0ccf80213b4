// SPDX-License-Identifier: BSD-2-Clause
// What is promised must stay as it is while the entry runs.
// RUN: %refused %s
// SPEC: entry run(struct handle *h) as run_first;
// SPEC: promise h->state = 1;
// CHECK: error[S0201]: `h->state` is written inside its own phase
// CHECK-NEXT: --> {{.*}}a_broken_promise.c:15:38
// CHECK: the write: `h->state = 2`
// CHECK: the invariant is `h->state` ({{.*}}test.spec:2:9)
// CHECK: help: state by `static` what holds when the entry starts

struct handle {
    int state;
};
static void next(struct handle *h) { h->state = 2; }
int run(struct handle *h) {
    next(h);
    return h->state;
}
