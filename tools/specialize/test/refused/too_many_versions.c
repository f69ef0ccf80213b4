// SPDX-License-Identifier: BSD-2-Clause
// Too many versions.
// RUN: %refused %s
// SPEC: entry sum(int a, int b) as sum_of_few;
// SPEC: expect a in {0, 1, 2, 3, 4}, b in {0, 1, 2, 3};
// CHECK: error[S0138]: the expected values make 20 versions
// CHECK-NEXT: --> {{.*}}test.spec:1:7
// CHECK: help: expect fewer: at most 16 versions of an entry are made

int sum(int a, int b) { return a + b; }
