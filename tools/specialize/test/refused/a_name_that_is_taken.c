// SPDX-License-Identifier: BSD-2-Clause
// A name that is taken.
// RUN: %refused %s
// SPEC: entry twice(int x) as twice;
// SPEC: static x = 3;
// CHECK: error[S0128]: the version has the name of the function itself
// CHECK-NEXT: --> {{.*}}test.spec:1:23
// CHECK: help: choose another name; `--replace` then makes every call of `twice` choose among the versions

int twice(int x) { return 2 * x; }
