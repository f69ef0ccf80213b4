// SPDX-License-Identifier: BSD-2-Clause
// Linux' frame buffer, and a machine on which one process is all that runs.
#include "linux.h"

#include <fcntl.h>
#include <linux/fb.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <unistd.h>

int flat_doom_width = 320;
int flat_doom_height = 200;

static void switch_off(void) {
    fflush(stdout);
    sync();
    reboot(RB_POWER_OFF);
}

void take_machine(void) {
    atexit(switch_off);
    char const* const size = getenv("screen"); // a word of Linux' command line that is not its own
    if (size) sscanf(size, "%dx%d", &flat_doom_width, &flat_doom_height);
    (void)mount("devtmpfs", "/dev", "devtmpfs", 0, NULL);
}

static void fail(char const* problem) {
    printf("no frame buffer: %s\n", problem);
    exit(1);
}

uint32_t* show_screen(int width, int height) {
    int const file = open("/dev/fb0", O_RDWR);
    struct fb_var_screeninfo screen;
    struct fb_fix_screeninfo memory;
    if (file < 0) fail("/dev/fb0 is not there");
    if (ioctl(file, FBIOGET_VSCREENINFO, &screen) || ioctl(file, FBIOGET_FSCREENINFO, &memory))
        fail("it does not tell its size");
    printf("%s: %u x %u, %u bits, %u bytes a row\n", memory.id, screen.xres, screen.yres,
           screen.bits_per_pixel, memory.line_length);
    if (screen.xres != (unsigned)width || screen.yres != (unsigned)height ||
        screen.bits_per_pixel != 32 || memory.line_length != 4 * (unsigned)width)
        fail("it has another size");
    void* const pixels = mmap(NULL, memory.smem_len, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (pixels == MAP_FAILED) fail("it cannot be mapped");
    return pixels;
}

uint64_t clock_ns(void) {
    return __builtin_ia32_rdtsc();
}
