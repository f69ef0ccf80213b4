// SPDX-License-Identifier: BSD-2-Clause
// After a guarded write no thread starts a call that still has the old value.
// RUN: %same_output %s
// SPEC: closed program;
// SPEC: entry put(struct handle *h, int value) as fast_put;
// SPEC: session h->stream->limit until finish;
// SPEC: static h->stream->kind = 1;
// PRINTS: opened 200, wrong 0, left 0
#include <pthread.h>
#include <stdio.h>
struct stream { int kind, limit; };
struct handle { struct stream *stream; int base; };
int fast_put(struct handle *h, int value);
int fast_put_open(struct handle *h);
unsigned long flatland_live_versions(void);
unsigned long flatland_collect(void);

int put(struct handle *h, int value) {
    int limit = h->stream->limit;
    if (h->stream->kind == 1) value += 10;
    return value > limit ? limit : value;
}
static void finish(void) {}
static void set_limit(struct stream *s, int limit) { s->limit = limit; }
static struct stream one = {1, 100};
static struct handle h = {&one, 0};
static _Atomic int stop, low, calls, wrong;
static void *caller(void *p) {
    (void)p;
    while (!stop) {
        int before = low;
        if (fast_put(&h, 100000) < before)
            ++wrong;
        ++calls;
    }
    return 0;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, caller, 0);
    int opened = 0;
    for (int i = 101; i < 301; i++) {
        opened += fast_put_open(&h) == 0;
        for (int seen = calls; calls < seen + 10;)
            ;
        set_limit(&one, i);
        low = i;
    }
    stop = 1;
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    finish();
    flatland_collect();
    printf("opened %d, wrong %d, left %lu\n", opened, wrong, flatland_live_versions());
}
