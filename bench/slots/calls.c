// SPDX-License-Identifier: BSD-2-Clause
// Calls a small function in one of several ways, or changes a slot, and prints how long that took.
//
// `calls KIND COUNT` prints nanoseconds of all calls; `calls changes COUNT 0|1` a line for each way
// to change a slot, which no or one other thread calls: number, least, median, 99th percentile in
// ns.
#include "flatland_slots.h"
#include "work.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

FLATLAND_SLOT(slot, direct);
FLATLAND_GATED_SLOT(gated, direct, int, (int x), (x));

static int invariant;
static int (*volatile pointer)(int) = direct;
static struct FlatlandReliance reliance = {.invariant = &invariant};
static struct FlatlandVersion version = {
    .entry = (void (*)(void))special, .reliances = &reliance, .reliance_count = 1};

static double now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void must(enum FlatlandStatus status) {
    if (status == flatland_done) return;
    fprintf(stderr, "%s\n", flatland_status_text(status));
    exit(1);
}

static void nothing(void) {}

static void plug_slot(void) {
    must(flatland_slot_plug(&slot_slot, &version));
}

static void plug_gated(void) {
    version.lifetime = flatland_freeable;
    must(flatland_slot_plug(&gated_slot, &version));
}

// A function `special` beyond the reach of a direct jump: a copy far away of one that is position
// independent.
static void plug_far(void) {
    void* const place = (void*)(((uintptr_t)slot_slot.outer ^ ((uintptr_t)1 << 40)) & ~0xfffull);
    void* const code =
        mmap(place, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (code == MAP_FAILED) exit(1);
    memcpy(code, (void const*)(uintptr_t)special, 64);
    must(flatland_code_seal(code, 4096));
    version.entry = (void (*)(void))(uintptr_t)code;
    plug_slot();
}

// One loop for each kind, so that the call itself is what the compiler makes of a call.
#define LOOP(name, call)                                                                           \
    static int name##_calls(long count) {                                                          \
        int x = 0;                                                                                 \
        for (long i = 0; i < count; i++) {                                                         \
            call;                                                                                  \
            __asm__ volatile("" : "+r"(x));                                                        \
        }                                                                                          \
        return x;                                                                                  \
    }
LOOP(loop, )
LOOP(direct, x = direct(x))
LOOP(pointer, x = pointer(x))
LOOP(slot, x = slot(x))
LOOP(gated, x = gated(x))
LOOP(guard, (void)flatland_invalidate(&x))

static struct {
    char const* name;
    int (*run)(long count);
    void (*prepare)(void);
} const kinds[] = {
    {"loop", loop_calls, nothing},
    {"direct", direct_calls, nothing},
    {"pointer", pointer_calls, nothing},
    {"slot", slot_calls, nothing},
    {"slot-permanent", slot_calls, plug_slot},
    {"slot-far", slot_calls, plug_far},
    {"gated", gated_calls, nothing},
    {"gated-freeable", gated_calls, plug_gated},
    {"guard", guard_calls, plug_slot},
};

static int compare(void const* left, void const* right) {
    double const difference = *(double const*)left - *(double const*)right;
    return (difference > 0) - (difference < 0);
}

static bool is_over;
static long called;

static void pin(int processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    sched_setaffinity(0, sizeof set, &set);
}

static void* keep_calling(void* unused) {
    pin(1);
    for (int x = 0; !__atomic_load_n(&is_over, __ATOMIC_RELAXED); x = gated(x))
        __atomic_store_n(&called, called + 1, __ATOMIC_RELAXED);
    return unused;
}

static void print_sorted(char const* what, double* times, int count) {
    qsort(times, (size_t)count, sizeof *times, compare);
    printf("%s %d %.0f %.0f %.0f\n", what, count, times[0], times[count / 2],
           times[count - 1 - count / 100]);
}

// Plugs and invalidates once; the version is waited for, untimed. False if the thread that should
// call meanwhile had no processor.
static bool time_change(double* plug, double* invalidation, bool is_called) {
    long const before = __atomic_load_n(&called, __ATOMIC_RELAXED);
    double const start = now_ns();
    plug_gated();
    double const plugged = now_ns();
    long const between = __atomic_load_n(&called, __ATOMIC_RELAXED);
    must(flatland_invalidate(&invariant));
    double const end = now_ns();
    long const after = __atomic_load_n(&called, __ATOMIC_RELAXED);
    must(flatland_slot_quiesce(&gated_slot));
    *plug = plugged - start;
    *invalidation = end - plugged;
    return !is_called || (before < between && between < after);
}

static int time_changes(int count, bool is_called) {
    double* const plugs = calloc((size_t)count, sizeof *plugs);
    double* const breaks = calloc((size_t)count, sizeof *breaks);
    pthread_t caller;
    if (!plugs || !breaks) return 1;
    pin(0);
    if (is_called && pthread_create(&caller, NULL, keep_calling, NULL) != 0) return 1;
    int good = 0;
    for (int i = 0; i < 100 * count && good < count; i++)
        good += time_change(&plugs[good], &breaks[good], is_called);
    __atomic_store_n(&is_over, true, __ATOMIC_RELAXED);
    if (is_called) pthread_join(caller, NULL);
    if (good == 0) return 1;
    print_sorted("plug", plugs, good);
    print_sorted("invalidate", breaks, good);
    return 0;
}

int main(int count, char** words) {
    if (count == 4 && strcmp(words[1], "changes") == 0)
        return time_changes(atoi(words[2]), atoi(words[3]) != 0);
    for (size_t i = 0; count == 3 && i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(words[1], kinds[i].name) != 0) continue;
        long const calls = atol(words[2]);
        kinds[i].prepare();
        double const start = now_ns();
        kinds[i].run(calls);
        printf("%.0f\n", now_ns() - start);
        return 0;
    }
    fprintf(stderr, "usage: calls KIND COUNT | calls changes COUNT 0|1\n");
    return 2;
}
