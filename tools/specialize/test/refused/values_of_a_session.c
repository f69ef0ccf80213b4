// SPDX-License-Identifier: BSD-2-Clause
// Values of a session.
// RUN: %refused %s
// SPEC: entry twice(int x) as twice_of_one;
// SPEC: session x until forget;
// CHECK: error[S0140]: values of a session, which are known at run time only, are to come
// CHECK-NEXT: --> {{.*}}test.spec:2:9
// CHECK: help: state what is known at build time by `static x = VALUE;`

int twice(int x) { return 2 * x; }
void forget(void) {}
