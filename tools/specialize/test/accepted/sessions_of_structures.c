// SPDX-License-Identifier: BSD-2-Clause
// Each member of a session's structure is known by itself, and copies of it stay known.
// RUN: %same_output %s
// SPEC: closed program;
// SPEC: entry cost(struct route const *r, int bytes) as cost_in_session;
// SPEC: session r->to until forget;
// RUN: %spec_of %s %t.spec
// RUN: %specialize explain %s:29 %t.spec -- gcc -O2 -c %s | %FileCheck %s
// CHECK: computes with a value that only the session knows
// PRINTS: 0 1000 1000
// PRINTS: 0 1306 1306
#include <stdio.h>
#include <string.h>

union either { int number; char text[4]; };
struct place { short port; char kind; struct { int weight[2]; double factor; } costs; union either name; };
struct route { int uses; struct place to; };
int cost_in_session(struct route const *r, int bytes);
int cost_in_session_open(struct route const *r);

int cost(struct route const *r, int bytes) {
    struct place copy;
    memcpy(&copy, &r->to, sizeof copy);
    int result = copy.costs.weight[copy.kind == 'a'];
    if (copy.port == 80)
        result += 300;
    if (copy.name.text[0] == 'x')
        result += 6;
    if (copy.costs.factor > 1)
        result *= 2;
    return bytes * result;
}

static void forget(struct route *r) { memset(r, 0, sizeof *r); }

int main(void) {
    struct route r = {0, {1, 'a', {{500, 1000}, 0.5}, {0}}};
    int opened = cost_in_session_open(&r);
    printf("%d %d %d\n", opened, cost_in_session(&r, 1), cost(&r, 1));
    memcpy(r.to.name.text, "xyz", 4);
    r.to.port = 80;
    opened = cost_in_session_open(&r);
    printf("%d %d %d\n", opened, cost_in_session(&r, 1), cost(&r, 1));
    forget(&r);
}
