// SPDX-License-Identifier: BSD-2-Clause
// The engine on Linux: plays a demo, and says of each 35th tic the hash that components/doom says.
#include <doomgeneric.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { tics_a_second = 35, last_tic = 700 };

extern int gametic;

static int last;
static uint32_t now_ms; // each look at the clock takes a while

void DG_Init(void) {}

void DG_DrawFrame(void) {
    if (gametic <= last) return;
    last = gametic;
    if (gametic % tics_a_second == 0) {
        uint64_t hash = 0xcbf29ce484222325;
        for (int i = 0; i < DOOMGENERIC_RESX * DOOMGENERIC_RESY; ++i)
            hash = (hash ^ DG_ScreenBuffer[i]) * 0x100000001b3;
        printf("tic %d: frame %#lx\n", gametic, (unsigned long)hash);
    }
    if (gametic >= last_tic) exit(0);
}

void DG_SleepMs(uint32_t ms) {
    now_ms += ms;
}

uint32_t DG_GetTicksMs(void) {
    return ++now_ms;
}

int DG_GetKey(int* is_down, unsigned char* key) {
    (void)is_down;
    (void)key;
    return 0;
}

void DG_SetWindowTitle(char const* title) {
    (void)title;
}

int main(int count, char** words) {
    doomgeneric_Create(count, words);
    for (;;)
        doomgeneric_Tick();
}
