// SPDX-License-Identifier: BSD-2-Clause
// Not a constant.
// RUN: %refused %s
// SPEC: entry cut(int x, int most) as cut_to_limit;
// SPEC: static most = limit;
// CHECK: error[S0134]: `limit` is no constant
// CHECK-NEXT: --> {{.*}}test.spec:2:15
// CHECK: help: state a constant, the address of a variable

int limit;
int cut(int x, int most) { return x < most ? x : most; }
