// SPDX-License-Identifier: BSD-2-Clause
// A path that has no value of its own.
// RUN: %refused %s
// SPEC: entry first(struct name *n) as first_of_a;
// SPEC: static n->text = "a";
// CHECK: error[S0135]: `n->text` is an array, which has no value of its own
// CHECK-NEXT: --> {{.*}}test.spec:2:8
// CHECK: help: state its elements, as `static n->text[0] = VALUE;`

struct name { char text[8]; };
int first(struct name *n) { return n->text[0]; }
