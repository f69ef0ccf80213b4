// SPDX-License-Identifier: BSD-2-Clause
// Loops of every form run as often as before, with known and unknown ends.
// RUN: %same_output %s
// SPEC: entry loops(int *data, int known, int n) as loops_known;
// SPEC: static known = 5;
// SPEC: entry wrapping(unsigned char start, unsigned step) as wrapping_known;
// SPEC: static start = 250;
// SPEC: entry irregular(int n, int known) as irregular_known;
// SPEC: static known = 3;
// SPEC: entry list(struct item *first, int limit) as list_known;
// SPEC: static first->value = 1, first->next->value = 2, first->next->next = 0;
// PRINTS: 972 5 8
// PRINTS: 5358 5 8
// PRINTS: 1112 5 8
// PRINTS: 5678 5 8
// PRINTS: 1204 5 8
// PRINTS: 6042 5 8
// PRINTS: 1191 5 8
// PRINTS: 6037 5 8
// PRINTS: 3821 5 8
// PRINTS: 8395 5 8
// PRINTS: 23536 5536 6637
// PRINTS: 61 16
// PRINTS: 86 34
// PRINTS: 4 31
// PRINTS: 24 26
// PRINTS: 74 41
// PRINTS: 73 82
// PRINTS: 65 76
// PRINTS: -12 0 1 3
// PRINTS: 1 0 2 3
// PRINTS: 12 0 1 3
// PRINTS: 123 0 1 2
// PRINTS: 101
#include <stdio.h>

struct item {
    int value;
    struct item* next;
};

int loops(int* data, int known, int n) {
    int sum = 0;
    for (int i = known; i-- > 0;)
        sum = sum * 3 + data[i];
    for (int i = 0; i < n; ++i) {
        if (i == known) continue;
        if (data[i % 8] == 42) break;
        for (int j = i; j < known; ++j) {
            if (j == 3 && i == 1) goto next;
            sum += j * data[j];
        }
        sum ^= i;
    next:;
    }
    do {
        sum += known;
    } while (--known > 2);
    int k = 0;
    while (1) {
        data[k] += known;
        if (++k == 8) break;
    }
    for (int i = 0; i < 8; ++i)
        if (data[i] > n) return sum * 2 + i;
    return sum;
}

int wrapping(unsigned char start, unsigned step) {
    int turns = 0;
    for (unsigned char c = start; c > 5; ++c)
        turns++;
    for (unsigned u = start; u <= 250; u -= 100)
        turns += 10;
    for (unsigned short s = start; s; s = (unsigned short)(s << 1))
        turns += 100;
    for (unsigned char c = start; c >= 100; c = (unsigned char)(c - step))
        turns += 1000;
    return turns;
}

int irregular(int n, int known) {
    int sum = 0, i = 0;
    if (n & 1) goto middle;
begin:
    sum += i * known;
    i++;
middle:
    sum += known;
    known = known == 3 ? 4 : 3;
    if (i < n) goto begin;
    switch (n % 3) {
        for (; i < 20;) {
        case 0:
            sum += 5;
        case 1:
            i += known;
        case 2:
            sum ^= i;
        }
    }
    return sum;
}

int list(struct item* first, int limit) {
    int sum = 0, count = 0;
    for (struct item* at = first; at; at = at->next) {
        sum = sum * 10 + at->value;
        at->value = count;
        if (++count == limit) return sum;
    }
    return -sum;
}

int loops_known(int* data, int known, int n);
int wrapping_known(unsigned char start, unsigned step);
int irregular_known(int n, int known);
int list_known(struct item* first, int limit);

int main(void) {
    for (int n = 0; n < 14; n += 3)
        for (int known = 5; known < 7; ++known) {
            int data[8] = {3, 1, 4, n == 12 ? 42 : 1, 5, 9, 2, 6};
            printf("%d ", loops_known(data, known, n));
            printf("%d %d\n", data[0], data[7]);
        }
    printf("%d %d %d\n", wrapping_known(250, 7), wrapping_known(250, 50), wrapping_known(249, 30));
    for (int n = 0; n < 7; ++n)
        printf("%d %d\n", irregular_known(n, 3), irregular_known(n, 4));
    for (int limit = 0; limit < 4; ++limit) {
        struct item c = {3, 0}, b = {2, limit == 3 ? &c : 0}, a = {1, &b};
        printf("%d ", list_known(&a, limit));
        printf("%d %d %d\n", a.value, b.value, c.value);
    }
    struct item ring = {1, 0};
    ring.next = &ring;
    printf("%d\n", list_known(&ring, 3));
}
