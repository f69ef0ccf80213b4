// SPDX-License-Identifier: BSD-2-Clause
// The options of memtrace, as they stand after the plugin's name: `-plugin
// memtrace.so,ram=/tmp/ram`.
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct Options {
    char const* ram;       // the file that backs the guest's memory; NULL: records stay unfilled
    char const* out;       // where the results go as JSON; NULL: nowhere
    char const* profile;   // where the accesses to objects go as JSON; NULL: they are not recorded
    char const* targets;   // what of a program to trace: user emulation only
    uint64_t kernel_first; // the kernel's instructions lie at these virtual addresses
    uint64_t kernel_last;  // inclusive
    uint64_t marks;        // so many marks are kept for the results; later ones are only counted
};

// Sets `options`, which hold the defaults, from `key=value` arguments; copies what it keeps.
// False if an option is unknown or has no good value, after a message on stderr.
bool options_parse(struct Options* options, int argc, char** argv);
