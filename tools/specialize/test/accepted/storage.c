// SPDX-License-Identifier: BSD-2-Clause
// Static locals, thread-local variables, globals written in loops, and constant ones.
// RUN: %same_output %s
// SPEC: entry count(int by, int n) as count_by_two;
// SPEC: static by = 2, mode = 3;
// PRINTS: 246
// PRINTS: 258
// PRINTS: 242
// PRINTS: 301
// PRINTS: 329
// PRINTS: 270
// PRINTS: 44 85 136
// PRINTS: 44 85 136
#include <pthread.h>
#include <stdio.h>

int mode = 3;
static int table[16];
static int const squares[] = {0, 1, 4, 9, 16, 25};
_Thread_local int level = 4;
static __thread int calls;

static int next(int by) {
    static int last = 100;
    static int* where = &last;
    *where += by;
    return last;
}

int count(int by, int n) {
    int sum = next(by) + next(by);
    for (int i = 0; i < 16; ++i)
        table[i] = squares[by] * i + mode;
    if (n > 2) mode++;
    table[n & 15] = -1;
    for (int i = 0; i < mode; ++i)
        sum += table[i * by];
    return sum + table[by];
}

int seen(int n) {
    calls += level;
    if (n) level++;
    return calls * 10 + level;
}

int count_by_two(int by, int n);
static void* thread(void* unused) {
    (void)unused;
    int const a = seen(0), b = seen(1), c = seen(2);
    printf("%d %d %d\n", a, b, c);
    return 0;
}

int main(void) {
    for (int n = 0; n < 5; ++n)
        printf("%d\n", count_by_two(2, n));
    printf("%d\n", count_by_two(1, 1));
    pthread_t other;
    thread(0);
    pthread_create(&other, 0, thread, 0);
    pthread_join(other, 0);
}
