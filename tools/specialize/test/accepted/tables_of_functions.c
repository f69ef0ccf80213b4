// SPDX-License-Identifier: BSD-2-Clause
// Calls out of constant tables are direct, with known and with unknown positions.
// RUN: %same_output %s
// SPEC: entry run(struct program const *p, int x) as run_known;
// SPEC: static p->code[0] = 2, p->code[1] = 0, p->code[3] = 3, p->length = 4;
// SPEC: static p->table = operations;
// PRINTS: 5
// PRINTS: 4
// PRINTS: -1
// PRINTS: -3
// PRINTS: -5
// PRINTS: 1
#include <stdio.h>

typedef int operation(int, int);
struct row {
    char const* name;
    operation* call;
    int by;
};
struct program {
    int length;
    unsigned char code[8];
    struct row const* table;
};

static int add(int x, int by) {
    return x + by;
}
static int multiply(int x, int by) {
    return x * by;
}
static int negate(int x, int by) {
    (void)by;
    return -x;
}
struct row const operations[] = {
    {"add", add, 3}, {"multiply", multiply, 5}, {"negate", negate, 0}, {"less", add, -1}};
struct row const others[] = {{"a", negate, 3}, {"b", add, 5}, {"c", multiply, 2}, {"d", add, -1}};

int run(struct program const* p, int x) {
    for (int i = 0; i < p->length; ++i) {
        struct row const* const row = &p->table[p->code[i]];
        x = row->call(x, row->by);
        x += row->name[0] == 'a';
    }
    return x;
}

int run_known(struct program const* p, int x);

int main(void) {
    struct program p = {4, {2, 0, 1, 3}, operations};
    for (int i = 0; i < 4; ++i) {
        p.code[2] = (unsigned char)i;
        printf("%d\n", run_known(&p, i + 2));
    }
    p.table = others;
    printf("%d\n", run_known(&p, 2));
    p.table = operations;
    p.length = 3;
    printf("%d\n", run_known(&p, 2));
}
