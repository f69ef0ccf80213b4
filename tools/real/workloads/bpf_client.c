// SPDX-License-Identifier: BSD-2-Clause
// Passes frames through a filter: by libpcap's interpreter, and by hand. Prints a line for each
// way: how many frames passed, and a sum that tells which.
#include <sys/types.h>

#include "bpf_by_hand.h"

#include <pcap/bpf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern struct bpf_insn const web[], host[], control[], opening[];

enum { size = 128, one_in_which_is_cut = 11 };

static uint32_t seed;

static uint32_t random_number(void) {
    seed = seed * 1664525 + 1013904223;
    return seed >> 8;
}

static bool by_chance(unsigned one_in) {
    return random_number() % one_in == 0;
}

/// Random bytes, of which most are a packet that some filter looks at. Returns its length.
static u_int make_frame(u_char* frame) {
    static u_char const wanted_host[] = {10, 1, 2, 3}, network[] = {192, 168};
    static u_char const ports[][2] = {{0, 80}, {1, 187}, {20, 100}, {0, 22}};
    for (int i = 0; i < size; ++i)
        frame[i] = (u_char)random_number();
    u_int const length = by_chance(one_in_which_is_cut) ? random_number() % size : size;
    if (by_chance(8)) return length;
    memcpy(frame + 12, by_chance(6) ? "\x08\x06" : "\x08\x00", 2);
    frame[14] = by_chance(5) ? 0x46 : 0x45;
    if (!by_chance(9)) memset(frame + 20, 0, 2);
    frame[22] = (u_char)(random_number() % 10);
    frame[23] = by_chance(6) ? 1 : by_chance(3) ? 17 : 6;
    if (!by_chance(3)) memcpy(frame + (by_chance(2) ? 26 : 30), wanted_host, sizeof wanted_host);
    if (by_chance(7)) memcpy(frame + (by_chance(2) ? 26 : 30), network, sizeof network);
    u_char* const at = frame + 14 + (frame[14] & 15) * 4;
    if (!by_chance(4)) memcpy(at, ports[random_number() % 4], 2);
    if (!by_chance(3)) memcpy(at + 2, ports[random_number() % 4], 2);
    return length;
}

#ifdef IS_SPECIALISED
#define FILTER_OF(program) filter_##program
#else
#define FILTER_OF(program) bpf_filter
#endif

/// By the interpreter, or by its version for the program.
#define INTERPRETED(program)                                                                       \
    u_int FILTER_OF(program)(struct bpf_insn const*, u_char const*, u_int, u_int);                 \
    static bool program##_interpreted(u_char const* frame, u_int length) {                         \
        return FILTER_OF(program)(program, frame, length, length) != 0;                            \
    }

INTERPRETED(web)
INTERPRETED(host)
INTERPRETED(control)
INTERPRETED(opening)

typedef bool Filter(u_char const* frame, u_int length);

static struct {
    char const* name;
    Filter *interpreted, *by_hand;
} const filters[] = {
    {"web", web_interpreted, web_by_hand},
    {"host", host_interpreted, host_by_hand},
    {"control", control_interpreted, control_by_hand},
    {"opening", opening_interpreted, opening_by_hand},
};

/// Its own function, so that callgrind can count what is in it.
__attribute__((noinline)) static bool pass_interpreted(Filter* filter, u_char const* frame,
                                                       u_int length) {
    return filter(frame, length);
}
__attribute__((noinline)) static bool pass_by_hand(Filter* filter, u_char const* frame,
                                                   u_int length) {
    return filter(frame, length);
}

int main(int count, char** words) {
    if (count != 4) return fprintf(stderr, "usage: %s FILTER FRAMES SEED\n", words[0]), 2;
    unsigned long const frames = strtoul(words[2], NULL, 10);
    for (size_t i = 0; i < sizeof filters / sizeof *filters; ++i) {
        if (strcmp(filters[i].name, words[1]) != 0) continue;
        unsigned long passed[2] = {0};
        uint64_t sums[2] = {0};
        seed = (uint32_t)strtoul(words[3], NULL, 10);
        for (unsigned long frame = 0; frame < frames; ++frame) {
            u_char bytes[size];
            u_int const length = make_frame(bytes);
            bool const results[] = {pass_interpreted(filters[i].interpreted, bytes, length),
                                    pass_by_hand(filters[i].by_hand, bytes, length)};
            for (int way = 0; way < 2; ++way) {
                passed[way] += results[way];
                sums[way] = sums[way] * 31 + results[way];
            }
        }
        printf("filter %lu %016llx\n", passed[0], (unsigned long long)sums[0]);
        printf("by hand %lu %016llx\n", passed[1], (unsigned long long)sums[1]);
        return 0;
    }
    return fprintf(stderr, "no filter `%s`\n", words[1]), 2;
}
