// SPDX-License-Identifier: BSD-2-Clause
// Makes functions of stencils again and again, and prints how long that took. For x86-64.
//
// `instantiate make SIZE COUNT` and `instantiate session SIZE COUNT` make and free the function, or
// open and close a session, COUNT times for callgrind; `instantiate times SIZE COUNT` prints least,
// median and 99th percentile in ns of making, of making and the first call, and of opening and
// closing a session. SIZE is how many 64-bit values the function stores, each from a hole.
#include "flatland_stencil.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { most_values = 1000, store_bytes = 17 };

typedef void Store(uint64_t* place);

static void store_any(uint64_t* place) {
    *place = 0;
}
static __attribute__((used)) Store* const generic = store_any;
void store_nothing(uint64_t* place);
void store_nothing(uint64_t* place) {
    generic(place);
}
FLATLAND_GATED_SLOT(store, store_nothing, void, (uint64_t* place), (place));

static unsigned char code[most_values * store_bytes + 1];
static struct FlatlandPatch patches[most_values];
static uint8_t hole_bits[most_values];
static uint64_t holes[most_values];
static uint64_t stored[most_values];

static void must(enum FlatlandStatus status) {
    if (status == flatland_done) return;
    fprintf(stderr, "%s\n", flatland_status_text(status));
    exit(1);
}

// As clang has it for `place[0] = hole 0; place[1] = hole 1; …`.
static struct FlatlandStencil make_stencil(unsigned values) {
    for (unsigned i = 0; i < values; i++) {
        unsigned char const store[] = {0x48, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0x48, 0x89, 0x87};
        uint32_t const displacement = i * (uint32_t)sizeof(uint64_t);
        memcpy(code + i * store_bytes, store, sizeof store);
        memcpy(code + i * store_bytes + sizeof store, &displacement, sizeof displacement);
        patches[i] = (struct FlatlandPatch){.offset = i * store_bytes + 2, .index = (uint16_t)i};
        hole_bits[i] = 64;
    }
    code[values * store_bytes] = 0xc3; // ret
    return (struct FlatlandStencil){.format = flatland_stencil_format,
                                    .machine = EM_X86_64,
                                    .hole_count = (uint16_t)values,
                                    .patch_count = values,
                                    .code_bytes = values * store_bytes + 1,
                                    .code = code,
                                    .patches = patches,
                                    .hole_bits = hole_bits};
}

static Store* make(struct FlatlandStencil const* stencil) {
    void (*entry)(void);
    holes[0]++;
    must(flatland_instantiate(stencil, holes, stencil->hole_count, &store_slot, &entry));
    return (Store*)entry;
}

static void drop(Store* function) {
    flatland_instance_free((void (*)(void))function);
}

static double now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int compare(void const* left, void const* right) {
    double const difference = *(double const*)left - *(double const*)right;
    return (difference > 0) - (difference < 0);
}

static double time_making(struct FlatlandStencil const* stencil) {
    double const start = now_ns();
    Store* const function = make(stencil);
    double const end = now_ns();
    drop(function);
    return end - start;
}

static double time_making_and_call(struct FlatlandStencil const* stencil) {
    double const start = now_ns();
    Store* const function = make(stencil);
    function(stored);
    double const end = now_ns();
    drop(function);
    if (memcmp(stored, holes, stencil->hole_count * sizeof *holes) != 0) exit(1);
    return end - start;
}

static void make_and_drop(struct FlatlandStencil const* stencil) {
    drop(make(stencil));
}

static void open_and_close(struct FlatlandStencil const* stencil) {
    void const* const invariants[] = {holes};
    struct FlatlandSession const session = {.stencil = stencil,
                                            .holes = holes,
                                            .hole_count = stencil->hole_count,
                                            .invariants = invariants,
                                            .invariant_count = 1};
    must(flatland_session_open(&store_slot, &session));
    must(flatland_session_close(&store_slot));
}

static double time_session(struct FlatlandStencil const* stencil) {
    double const start = now_ns();
    open_and_close(stencil);
    return now_ns() - start;
}

static int print_times(struct FlatlandStencil const* stencil, int count) {
    struct {
        char const* name;
        double (*run)(struct FlatlandStencil const*);
    } const kinds[] = {
        {"make", time_making}, {"make-and-call", time_making_and_call}, {"session", time_session}};
    double* const times = calloc((size_t)count, sizeof *times);
    if (!times) return 1;
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
        for (int i = 0; i < count; i++)
            times[i] = kinds[kind].run(stencil);
        qsort(times, (size_t)count, sizeof *times, compare);
        printf("%s %.0f %.0f %.0f\n", kinds[kind].name, times[0], times[count / 2],
               times[count - 1 - count / 100]);
    }
    free(times);
    return 0;
}

int main(int count, char** words) {
    int const values = count == 4 ? atoi(words[2]) : 0;
    int const iterations = values > 0 ? atoi(words[3]) : 0;
    char const* const verb = count == 4 ? words[1] : "";
    bool const is_session = strcmp(verb, "session") == 0;
    bool const is_timed = strcmp(verb, "times") == 0;
    bool const is_known = is_session || is_timed || strcmp(verb, "make") == 0;
    if (!is_known || values <= 0 || values > most_values || iterations <= 0) {
        fprintf(stderr, "usage: instantiate make|session|times SIZE COUNT\n");
        return 2;
    }
    struct FlatlandStencil const stencil = make_stencil((unsigned)values);
    if (is_timed) return print_times(&stencil, iterations);
    for (int i = 0; i < iterations; i++) {
        if (is_session)
            open_and_close(&stencil);
        else
            make_and_drop(&stencil);
    }
    return 0;
}
