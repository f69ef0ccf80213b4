// SPDX-License-Identifier: BSD-2-Clause
// The engine on Linux: plays a demo as components/doom does, and says the same lines about it. It
// is the first process of a machine, and the only one.
#include "linux.h"

#include <doomgeneric.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { tics_a_second = 35, last_tic = 700, width_of_picture = 320, height_of_picture = 200 };

extern int gametic;

static int last;
static int frames;
static uint64_t begin;

void DG_Init(void) {
    DG_ScreenBuffer = show_screen(flat_doom_width, flat_doom_height);
}

/// A pixel of the picture as it was drawn, whatever it was enlarged to.
static uint32_t pixel(int x, int y) {
    int const across = flat_doom_width / width_of_picture;
    int const down = flat_doom_height / height_of_picture;
    int const scale = across < down ? across : down;
    int const left = (flat_doom_width - scale * width_of_picture) / 2;
    return DG_ScreenBuffer[y * scale * flat_doom_width + left + x * scale];
}

static void say_frame(void) {
    uint64_t hash = 0xcbf29ce484222325;
    for (int y = 0; y < height_of_picture; ++y)
        for (int x = 0; x < width_of_picture; ++x)
            hash = (hash ^ pixel(x, y)) * 0x100000001b3;
    printf("tic %d: frame %#lx\n", gametic, (unsigned long)hash);
}

static void end(void) {
    uint64_t const ns = clock_ns() - begin;
    unsigned long const rate = (unsigned long)frames * 1000000000 / ns;
    printf("%d frames in %lu us\n", frames, (unsigned long)(ns / 1000));
    printf("@record {\"width\": %d, \"height\": %d, \"frames\": %d, \"rate\": %lu, \"us\": %lu}\n",
           flat_doom_width, flat_doom_height, frames, rate, (unsigned long)(ns / 1000));
    exit(0);
}

void DG_DrawFrame(void) {
    if (gametic <= last) return;
    last = gametic;
    uint64_t const now = clock_ns();
    if (gametic == tics_a_second) begin = now;
    if (gametic > tics_a_second) ++frames;
    if (gametic % tics_a_second == 0) {
        say_frame();
        begin += clock_ns() - now; // saying so is no part of the game
    }
    if (gametic >= last_tic) end();
}

void DG_SleepMs(uint32_t ms) {
    struct timespec const time = {0, ms * 1000000L};
    nanosleep(&time, NULL);
}

uint32_t DG_GetTicksMs(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint32_t)(time.tv_sec * 1000 + time.tv_nsec / 1000000);
}

int DG_GetKey(int* is_down, unsigned char* key) {
    (void)is_down;
    (void)key;
    return 0;
}

void DG_SetWindowTitle(char const* title) {
    (void)title;
}

int main(void) {
    char* words[] = {"doom", "-iwad", "/freedoom1.wad", "-nogui", "-timedemo", "demo1", NULL};
    take_machine();
    doomgeneric_Create(6, words);
    for (;;)
        doomgeneric_Tick();
}
