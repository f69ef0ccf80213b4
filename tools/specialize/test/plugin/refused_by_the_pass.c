// SPDX-License-Identifier: BSD-2-Clause
// What the engine refuses is an error of the compiler.
// RUN: not clang-19 -O2 -g %with_pass -c %s -o %t.o 2>&1 | %FileCheck %s
// CHECK: error: specialize: {{.*}}refused_by_the_pass.c:14: S0304: the value of a fact
// CHECK: error: specialize: S0128: the module has a `twice` already
// CHECK-NOT: error:
#include <flatland_facts.h>

int twice(int x);
int fast_twice(int x);
int twice(int x) { return 2 * x; }
FLATLAND_FACTS void facts(int x) {
    FLATLAND_VERSION(twice, "fast_twice");
    FLATLAND_TESTED(x = x + 1);
}
FLATLAND_FACTS void taken(int x) {
    FLATLAND_VERSION(twice, "twice");
    FLATLAND_TESTED(x = 1);
}
