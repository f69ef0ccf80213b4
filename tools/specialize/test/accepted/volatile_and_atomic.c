// SPDX-License-Identifier: BSD-2-Clause
// Volatile and atomic accesses stay, even of known data.
// RUN: %same_output %s
// SPEC: entry touch(struct device *d, int n) as touch_known;
// SPEC: static d->mode = 1, d->count = 3, d->spare = 4;
// PRINTS: 651074 50 1
// PRINTS: 651075 50 1
// PRINTS: 651999 50 1
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>

struct device {
    int mode;
    int volatile command;
    _Atomic int count;
    int spare;
};
static struct device* shared;
static void handler(int number) {
    (void)number;
    shared->command = 50;
    shared->spare = 6;
}

int touch(struct device* d, int n) {
    int result = d->command * 100;
    d->command = 1;
    d->command = 2;
    result += d->command + atomic_fetch_add(&d->count, n);
    result += d->count;
    int expected = d->spare;
    raise(SIGUSR1);
    result += d->command * 1000 + d->spare * 100000 + expected;
    atomic_thread_fence(memory_order_seq_cst);
    int old = 3 + n;
    if (atomic_compare_exchange_strong(&d->count, &old, 77))
        result += 7;
    else
        result += old;
    if (atomic_compare_exchange_strong(&d->count, &old, 78)) result += 1000;
    return result + old + d->mode + atomic_exchange(&d->count, d->mode);
}

int touch_known(struct device* d, int n);

int main(void) {
    signal(SIGUSR1, handler);
    for (int n = 0; n < 3; ++n) {
        struct device d = {1, 9, n == 2 ? 2 : 3, 4};
        shared = &d;
        printf("%d ", touch_known(&d, n));
        printf("%d %d\n", d.command, d.count);
    }
}
