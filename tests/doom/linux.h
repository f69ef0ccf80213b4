// SPDX-License-Identifier: BSD-2-Clause
// What the engine on Linux has below it: a machine, and its frame buffer.
#pragma once

#include <stdint.h>

// The size of the screen, which the engine takes for a constant.
extern int flat_doom_width;
extern int flat_doom_height;

/// Makes the machine's devices and console this process' own; its end switches the machine off.
void take_machine(void);

/// The pixels of Linux' frame buffer, which must have this size; else the process ends.
uint32_t* show_screen(int width, int height);

/// In the emulator, where the processor's counter counts an instruction as a nanosecond, these.
uint64_t clock_ns(void);
