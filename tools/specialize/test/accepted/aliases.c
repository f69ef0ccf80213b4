// SPDX-License-Identifier: BSD-2-Clause
// Parameters that lead to the same object, or to overlapping ones, run the general code.
// RUN: %same_output %s
// SPEC: entry spread(struct box *a, struct box *b, int *out) as spread_known;
// SPEC: static a->count = 3, b->count = 2;
// SPEC: entry fill(int const *length, int *out) as fill_known;
// SPEC: static *length = 4;
// SPEC: entry text(char *to, char const *from) as text_known;
// SPEC: static from[0] = 'h', from[1] = 'i', from[2] = 0;
// SPEC: entry same(struct box *a, struct box *b, int n) as same_known;
// SPEC: static a->count = 3;
// PRINTS: 2223
// PRINTS: 3334
// PRINTS: 11103 11 12
// PRINTS: 2323 10 13
// PRINTS: 2223 3
// PRINTS: 1 1444
// PRINTS: 2 1144
// PRINTS: 3 1114
// PRINTS: 4
// PRINTS: hi hi hhhhhhh hihihih hi
// PRINTS: 71 30
#include <stdio.h>
#include <string.h>

struct box {
    int count;
    int cells[4];
    struct box* next;
};

int spread(struct box* a, struct box* b, int* out) {
    int r = 0;
    for (int i = 0; i < a->count; ++i) {
        out[i] = i + 10;
        r = r * 10 + b->count;
    }
    b->count++;
    return r * 10 + a->count;
}

int fill(int const* length, int* out) {
    int n = 0;
    for (int i = 0; i < *length; ++i, ++n)
        out[i] = 1;
    return n;
}

char* text(char* to, char const* from) {
    char* at = to;
    while ((*at++ = *from++) && at < to + 7)
        ;
    *at = 0;
    return to;
}

int same(struct box* a, struct box* b, int n) {
    b->count += n;
    return a->count * 10 + (a == b);
}

int spread_known(struct box* a, struct box* b, int* out);
int fill_known(int const* length, int* out);
char* text_known(char* to, char const* from);
int same_known(struct box* a, struct box* b, int n);

int main(void) {
    struct box a = {3, {0}, 0}, b = {2, {0}, 0};
    int out[4] = {0};
    printf("%d\n", spread_known(&a, &b, out));
    b.count = 2;
    printf("%d\n", spread_known(&a, &a, out));
    a.count = 3;
    printf("%d ", spread_known(&a, &b, &b.count));
    printf("%d %d\n", b.count, b.cells[1]);
    b.count = 2, a.count = 3;
    struct {
        int x;
        struct box b;
    } before = {0, {2, {0}, 0}};
    a.count = 3;
    printf("%d ", spread_known(&a, &before.b, &before.x));
    printf("%d %d\n", before.x, before.b.count);
    union {
        struct {
            int pad;
            struct box b;
        } one;
        struct box a;
    } overlap;
    memset(&overlap, 0, sizeof overlap);
    overlap.one.b.count = 2;
    overlap.a.count = 3;
    int apart[4];
    printf("%d ", spread_known(&overlap.a, &overlap.one.b, apart));
    printf("%d\n", overlap.one.b.count);
    int cells[6] = {4, 4, 4, 4, 4, 4};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 6; ++j)
            cells[j] = 4;
        printf("%d ", fill_known(&cells[i], cells));
        printf("%d%d%d%d\n", cells[0], cells[1], cells[2], cells[3]);
    }
    cells[0] = 4;
    printf("%d\n", fill_known(cells, cells + 1));
    char line[20] = "hi\0abcdefghijk";
    printf("%s ", text_known(line + 10, line));
    printf("%s ", text_known(line, line));
    strcpy(line, "hi");
    printf("%s ", text_known(line + 1, line));
    strcpy(line, "hi");
    printf("%s ", text_known(line + 2, line));
    strcpy(line, "xhi");
    printf("%s\n", text_known(line, line + 1));
    a.count = b.count = 3;
    int const r = same_known(&a, &a, 4);
    a.count = 3;
    int const s = same_known(&a, &b, 4);
    printf("%d %d\n", r, s);
    return 0;
}
