// SPDX-License-Identifier: BSD-2-Clause
// Facts in the source itself: the pass makes the version while clang compiles, at each level.
// RUN: clang-19 -O0 %with_pass %s -o %t.0 && %t.0 | %FileCheck %s
// RUN: clang-19 -O2 %with_pass %s -o %t.2 && %t.2 | %FileCheck %s
// RUN: clang-19 -O2 %with_pass -S -emit-llvm %s -o - \
// RUN:     | %FileCheck --check-prefix=CODE %s
// CHECK: 12 112 5 3 9
// CODE-NOT: flatland_
// CODE-LABEL: define {{.*}}i32 @scale_fast(
// CODE: shl {{.*}}i32 %{{[a-z0-9.]+}}, 2
#include <flatland_facts.h>
#include <stdio.h>

struct scale { int kind, factor, (*apply)(struct scale const *s, int x); };
int scale_fast(struct scale const *s, int x, int mode);

static int times(struct scale const *s, int x) { return x * s->factor; }
static int plus(struct scale const *s, int x) { return x + s->factor; }

__attribute__((noinline)) int scale(struct scale const *s, int x, int mode) {
    int const result = s->apply(s, x);
    return mode ? result + 100 : result;
}

FLATLAND_FACTS void plain(struct scale *s, int x, int mode) {
    FLATLAND_VERSION(scale, "scale_fast");
    FLATLAND_TESTED(s->factor = 4);
    FLATLAND_TESTED(s->apply = times);
    FLATLAND_TESTED(mode = 0);
}

FLATLAND_FACTS void shifted(struct scale *s, int x, int mode) {
    FLATLAND_VERSION(scale, "scale_fast");
    FLATLAND_TESTED(s->factor = 4);
    FLATLAND_TESTED(s->apply = times);
    FLATLAND_TESTED(mode = 1);
}

int main(void) {
    struct scale const one = {0, 4, times}, two = {0, 2, plus}, three = {0, 3, times};
    printf("%d %d %d %d %d\n", scale_fast(&one, 3, 0), scale_fast(&one, 3, 1),
           scale_fast(&two, 3, 0), scale_fast(&two, 1, 0), scale_fast(&three, 3, 0));
}
