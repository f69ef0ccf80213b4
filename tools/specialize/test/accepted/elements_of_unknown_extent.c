// SPDX-License-Identifier: BSD-2-Clause
// A pointer to an element may lead to one of many: how far writes through it go is not known, so no
// guard can keep them apart from what is stated.
// RUN: %same_output %s
// SPEC: entry element(int *a, int *b, int i) as element_known;
// SPEC: static a[0] = 1; dynamic *b;
// SPEC: entry structure(int *a, struct pair *b, int i) as structure_known;
// SPEC: static a[0] = 1; dynamic *b;
// SPEC: entry moved(int *a, int *b, int n) as moved_known;
// SPEC: static a[0] = 1; dynamic *b;
// SPEC: entry copied(int *a, struct pair *b, struct pair const *from, int n) as copied_known;
// SPEC: static a[0] = 1; dynamic *b;
// PRINTS: 101,101,101,107,101,101,107,101,101,107,101,101,107,101,101,101,
// PRINTS: 101,101,107,101,
// PRINTS: 101,107,101,
// PRINTS: 109,101,
#include <stdio.h>
#include <string.h>

struct pair {
    int one, two;
};

int element(int* a, int* b, int i) {
    int r = a[0];
    b[i] = 7;
    return r * 100 + a[0];
}

int structure(int* a, struct pair* b, int i) {
    int r = a[0];
    b[i].two = 7;
    return r * 100 + a[0];
}

int moved(int* a, int* b, int n) {
    int r = a[0];
    while (n-- > 0)
        ++b;
    *b = 7;
    return r * 100 + a[0];
}

int copied(int* a, struct pair* b, struct pair const* from, int n) {
    int r = a[0];
    memcpy(b, from, n * sizeof *b);
    return r * 100 + a[0];
}

int element_known(int* a, int* b, int i);
int structure_known(int* a, struct pair* b, int i);
int moved_known(int* a, int* b, int n);
int copied_known(int* a, struct pair* b, struct pair const* from, int n);

int main(void) {
    for (int i = -3; i < 1; ++i)
        for (int offset = 0; offset < 4; ++offset) {
            int y[12] = {0};
            y[4] = 1;
            printf("%d,", element_known(y + 4, y + 4 + offset, i));
        }
    puts("");
    for (int i = -1; i < 3; ++i) {
        struct pair y[4] = {{0, 0}, {0, 0}, {0, 1}, {0, 0}};
        printf("%d,", structure_known(&y[2].two, y + 1, i));
    }
    puts("");
    for (int n = 1; n < 4; ++n) {
        int y[6] = {0, 0, 1, 0, 0, 0};
        printf("%d,", moved_known(y + 2, y, n));
    }
    puts("");
    struct pair const from[3] = {{9, 9}, {9, 9}, {9, 9}};
    for (int n = 3; n > 0; n -= 2) {
        struct pair y[3] = {{0, 0}, {0, 0}, {1, 0}};
        printf("%d,", copied_known(&y[2].one, y, from, n));
    }
    puts("");
    return 0;
}
