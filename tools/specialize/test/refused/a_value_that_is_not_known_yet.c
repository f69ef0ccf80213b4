// SPDX-License-Identifier: BSD-2-Clause
// A fact without a value, which has to be captured first; and places that nothing can be captured of.
// RUN: %refused %s
// SPEC: entry take(struct all *all, int x) as quick_take;
// SPEC: static x;
// SPEC: promise all->both, all->many;
// SPEC: static all->find(all)->x;
// SPEC: static all->changing, x + 1;
// CHECK-DAG: error[S0145]: `x` has no value yet
// CHECK-DAG: --> {{.*}}test.spec:2:8
// CHECK-DAG: help: write `x = VALUE`, or have it found out: `specialize capture {{.*}}test.spec -- ...`
// CHECK-DAG: error[S0146]: `all->both` holds no value that a fact could state
// CHECK-DAG: error[S0146]: `all->many` holds more than 1024 values
// CHECK-DAG: error[S0146]: `all->find(all)->x` calls a function, which would run at each call
// CHECK-DAG: error[S0135]: `all->changing` is volatile: it may change at any time
// CHECK-DAG: error[S0135]: `x + 1` is a value, and no place that has one

struct all {
    union {
        int x;
        float y;
    } both;
    int many[33][32];
    struct all *(*find)(struct all *all);
    int x;
    volatile int changing;
};

int take(struct all *all, int x) { return all->x + x; }
