// SPDX-License-Identifier: BSD-2-Clause
// What nothing writes while the entry runs is known after a call of code that is not given.
// RUN: %same_output %s
// RUN: %spec_of %s %t.spec
// RUN: %specialize %t.spec -o %t.o -- gcc -O2 -c %s | %FileCheck %s
// RUN: %specialize %t.spec -o %t.o --format json -- gcc -O2 -c %s | %FileCheck \
// RUN:     --check-prefix=JSON %s
// RUN: %specialize explain %s:39 %t.spec -- gcc -O2 -c %s | %FileCheck --check-prefix=LASTS %s
// RUN: %specialize explain %s:41 %t.spec -- gcc -O2 -c %s | %FileCheck --check-prefix=LOST %s
// SPEC: closed program;
// SPEC: entry put(struct handle *h, int value) as fast_put;
// SPEC: static h->stream->kind = 1;
// SPEC: static h->stream->room = 3;
// SPEC: static *h->unit = 10;
// CHECK: fact `h->stream->kind = 1` ({{.*}}): tested at each call, and stays while the entry runs
// CHECK-NEXT: assignment {{.*}}facts_that_last.c:45 `s->kind = kind`: tested, outside of the phase
// CHECK: fact `h->stream->room = 3` ({{.*}}): tested at each call, and lost
// CHECK-NEXT: increment {{.*}}facts_that_last.c:38 `h->stream->room--`: tested, it is written inside
// CHECK: fact `*h->unit = 10` ({{.*}}): tested at each call, and lost
// CHECK: writes of memory without a name of its own are not looked for
// CHECK: tested `h->stream->kind = 1` {{.*}}`h->stream->room = 3` {{.*}}`*h->unit = 10`
// JSON: "treatment": "stable"
// JSON: "treatment": "tested"
// LASTS: facts_that_last.c:39 in version 0 of fast_put: {{[1-9][0-9]*}} static, 0 dynamic
// LOST: facts_that_last.c:41 in version 0 of fast_put: {{.*}}, {{[1-9][0-9]*}} dynamic
// PRINTS: 1
// PRINTS: 30
// PRINTS: 2
// PRINTS: 3
#include <stdio.h>

struct stream { int kind, room; };
struct handle { struct stream *stream; int *unit; };
int fast_put(struct handle *h, int value);

int put(struct handle *h, int value) {
    printf("%d\n", value);
    h->stream->room--;
    if (h->stream->kind == 1)
        value++;
    return value * *h->unit;
}

static void set_kind(struct stream *s, int kind) {
    s->kind = kind;
}

int main(void) {
    int unit = 10;
    struct stream stream = {1, 3};
    struct handle handle = {&stream, &unit};
    printf("%d\n", fast_put(&handle, 1) + 10);
    set_kind(&stream, 2);
    unit = 1;
    stream.room = 3;
    printf("%d\n", fast_put(&handle, 2) + 1);
}
