// SPDX-License-Identifier: BSD-2-Clause
// A session whose end nothing would notice.
// RUN: %refused --option=--alone %s
// SPEC: entry twice(struct handle *h) as fast_twice;
// SPEC: session h->x until forget;
// CHECK: error[S0412]: `fast_twice` has a session
// CHECK-NEXT: --> {{.*}}test.spec:1:7
// CHECK: help: leave out `--alone`

struct handle { int x; };
int twice(struct handle *h) { return 2 * h->x; }
void forget(void) {}
